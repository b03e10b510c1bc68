"""What a failure says to the user: one line, or nothing where it is a defect of the program."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from hydra.core.override_parser.overrides_parser import OverrideParseException
from hydra.errors import HydraException
from omegaconf.errors import OmegaConfBaseException

from autoact_precache.agents.errors import TaskError
from autoact_precache.checkpoint import CheckpointError
from autoact_precache.errors import ConfigError, ContextLimitError, SessionFileError
from autoact_precache.tools import ToolConfigError
from autoact_precache.trajectories.schema import RecordError


class UsageError(ValueError):
    """A command line that asks for something that cannot be."""


OURS = (
    UsageError,
    ConfigError,
    ContextLimitError,
    SessionFileError,
    CheckpointError,
    TaskError,
    ToolConfigError,
    RecordError,
)


UNKNOWN_CHOICE = r"Could not find '([^/']+)/([^']+)'\n+Available options in [^\n]*\n(.*?)\n\S"
"""In Hydra's words, with three groups: the config group, what was given, the choices there are."""


@contextmanager
def one_line_failures(command: str) -> Iterator[None]:
    """Ends the program with one line on stderr: exit code 2 for bad input, 130 after Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        print(f"\n{command}: stopped; what is finished is saved", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:  # whoever read the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        explained = explain(error)
        if explained is None:
            raise
        print(f"{command}: {explained}", file=sys.stderr)
        sys.exit(2)


def explain(error: BaseException) -> str | None:
    """One line for what the user can put right; None for anything else.

    Hydra wraps what a configured object raises; the reason inside says more than the wrapping.
    """
    chain = [error]
    while (cause := chain[-1].__cause__ or chain[-1].__context__) is not None:
        chain.append(cause)
    for link in chain:
        if isinstance(link, OURS):
            return "; ".join(line.strip() for line in str(link).splitlines() if line.strip())
    for link in chain:
        if isinstance(link, (HydraException, OmegaConfBaseException)):
            return _of_hydra(link)
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror}"
    return None


def _of_hydra(error: Exception) -> str:
    text = str(error)
    if isinstance(error, OverrideParseException):
        return f"cannot read the override {error.override!r}: {text.splitlines()[0]}"
    if key := re.match(r"Missing mandatory value: (\S+)", text):
        return f"{key[1]} is not set: give {key[1]}=VALUE; see --help"
    if key := re.match(r"Could not override '([^']+)'", text):
        return f"there is no setting {key[1]!r}; --help lists them"
    if target := re.match(r"Error locating target '([^']+)'", text):
        reason = " ".join(str(error.__cause__).split())
        return f"cannot import the _target_ {target[1]!r}: {reason}"
    if choice := re.search(UNKNOWN_CHOICE, text, re.S):
        known = ", ".join(choice[3].split())
        return f"unknown {choice[1]} {choice[2]!r}; known: {known}"
    lines = [line.strip() for line in text.splitlines()]
    details = ("full_key:", "object_type=")
    return "; ".join(line for line in lines if line and not line.startswith(details))
