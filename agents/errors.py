"""What the agents refuse."""


class TaskError(ValueError):
    """A task, a question file or a setting that cannot be used; the message says what would be."""
