"""Around Hydra: a command as an app, its arguments checked, the folder that it writes into."""

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn, cast

import hydra
import yaml
from hydra._internal.utils import get_args_parser
from hydra.core.hydra_config import HydraConfig
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.types import RunMode
from omegaconf import DictConfig

from autoact_precache.commands.failures import UsageError, one_line_failures
from autoact_precache.commands.machine_file import write_machine

APART = ("output=", "resume=")
"""Overrides that do not make two runs different ones."""


def command(body: Callable[[DictConfig], None]) -> Callable[[], None]:
    """The Hydra app whose configuration, configs/NAME.yaml, is named like the module of `body`."""
    name = body.__module__.rpartition(".")[2]

    @functools.wraps(body)
    def app(config: DictConfig) -> None:
        # Within Hydra's job, whose failures it would report in lines of its own.
        with one_line_failures(f"autoact-precache {name}"):
            _check_types(config)
            settings = HydraConfig.get()
            write_machine(Path(settings.runtime.output_dir))
            if settings.mode == RunMode.MULTIRUN:  # each run has a folder of its own
                config.output = str(Path(settings.sweep.dir) / settings.sweep.subdir)
            body(config)

    main = hydra.main("pkg://autoact_precache.configs", name, version_base="1.3")
    return cast(Callable[[], None], main(app))


def check_arguments(arguments: Sequence[str]) -> None:
    """Raises `UsageError` for a flag that Hydra does not have, and a word that is no override."""
    parser = get_args_parser()

    def refuse(message: str) -> NoReturn:
        raise UsageError(f"{message}; see --help")

    parser.error = refuse  # type: ignore[method-assign]  # it would print the usage at length
    for override in parser.parse_args(arguments).overrides:
        if "=" not in override and not override.startswith("~"):
            raise UsageError(f"{override!r} is no setting: expected key=value; see --help")


def with_resumed_output(folder: Path, overrides: Sequence[str]) -> list[str]:
    """The overrides, and for a `resume=true` without an output the newest run that had the same.

    Raises `UsageError` where there is none below `folder`.
    """
    if "resume=true" not in overrides or any(o.startswith("output=") for o in overrides):
        return list(overrides)
    wanted = _significant(overrides)
    for path in sorted(folder.glob("*/.hydra/overrides.yaml"), reverse=True):
        if _significant(yaml.safe_load(path.read_text(encoding="utf-8")) or []) == wanted:
            return [*overrides, f"output={path.parent.parent}"]
    raise UsageError(
        f"resume=true: no run with these settings below {folder}; "
        "name its folder with output=FOLDER"
    )


def with_named_runs(overrides: Sequence[str]) -> list[str]:
    """The overrides, and for a sweep (`-m`) that its runs are named by what it varies alone."""
    given = get_args_parser().parse_args(overrides)
    if not given.multirun:
        return list(overrides)
    parsed = OverridesParser.create().parse_overrides(given.overrides)
    fixed = ",".join(f"'{o.key_or_group}'" for o in parsed if not o.is_sweep_override())
    return [*overrides, f"hydra.job.config.override_dirname.exclude_keys=[{fixed}]"]


def _significant(overrides: Sequence[str]) -> list[str]:
    return sorted(override for override in overrides if not override.startswith(APART))


def _check_types(config: DictConfig) -> None:
    """Raises `UsageError` for a value of the wrong kind in the settings that commands share."""
    limit = config.get("limit")
    if limit is not None and (type(limit) is not int or limit < 1):
        raise UsageError(f"limit: expected a whole number of at least 1, or null; got {limit!r}")
    seed = config.get("seed", 0)
    if type(seed) is not int or seed < 0:
        raise UsageError(f"seed: expected a whole number of at least 0, got {seed!r}")
    resume = config.get("resume", False)
    if type(resume) is not bool:
        raise UsageError(f"resume: expected true or false, got {resume!r}")
