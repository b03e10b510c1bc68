"""What training refuses."""

from autoact_precache.agents.errors import TaskError


class TrainingError(TaskError):
    """A setting, a data file or an earlier run that cannot be trained from."""
