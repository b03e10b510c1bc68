"""The command line: `autoact-precache COMMAND key=value ...`, each command a Hydra app."""

import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from autoact_precache.commands import COMMANDS

USAGE = """\
autoact-precache: multi-LoRA agents that share one KV cache

  autoact-precache COMMAND [key=value ...]

Commands
{commands}

  autoact-precache COMMAND --help    settings, choices and examples of a command
  eval "$(autoact-precache -sc install=bash)"    tab completion (bash, zsh or fish)
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs one command. What the user got wrong ends in one line on stderr and exit code 2."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] in ([], ["-h"], ["--help"]):
        width = max(map(len, COMMANDS))
        rows = "\n".join(f"  {name:<{width}}  {what}" for name, what in COMMANDS.items())
        print(USAGE.format(commands=rows), end="")
        return
    if given[0] in ("-sc", "--shell-completion"):
        given = _completed_command(given)
    command, *overrides = given
    # Between settings, argparse would take it for their end: it may stand anywhere.
    overrides.sort(key=lambda word: word not in ("-m", "--multirun"))
    if command not in COMMANDS:
        known = ", ".join(COMMANDS)
        print(f"autoact-precache: unknown command {command!r}; known: {known}", file=sys.stderr)
        sys.exit(2)

    from autoact_precache.commands.failures import one_line_failures
    from autoact_precache.commands.hydra_app import (
        check_arguments,
        with_named_runs,
        with_resumed_output,
    )

    with one_line_failures(f"autoact-precache {command}"):
        check_arguments(overrides)
        overrides = with_resumed_output(Path("outputs") / command, overrides)
        overrides = with_named_runs(overrides)
        # Hydra then raises what went wrong instead of printing it at length and exiting with 1.
        os.environ["HYDRA_FULL_ERROR"] = "1"
        sys.path.append(os.getcwd())  # a policy or tools of the user's own; last, to hide nothing
        sys.argv = ["autoact-precache", *overrides]
        importlib.import_module(f"autoact_precache.commands.{command}").main()


def _completed_command(arguments: list[str]) -> list[str]:
    """Hydra completes the settings of one app: takes the command out of the shell's line."""
    words = os.environ.get("COMP_LINE", "").split(" ")
    if len(words) > 2:
        os.environ["COMP_LINE"] = " ".join([words[0], *words[2:]])
        return [words[1], *arguments]
    if arguments[1:2] and arguments[1].startswith("query="):
        print(*COMMANDS)
        sys.exit(0)
    return ["run", *arguments]
