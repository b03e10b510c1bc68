"""What training refuses."""


class TrainingError(ValueError):
    """A setting, a data file or an earlier run that cannot be trained from."""
