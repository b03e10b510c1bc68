"""`report`: what other commands left in folders, as one HTML page."""

from pathlib import Path

from omegaconf import DictConfig, ListConfig
from rich.console import Console

from autoact_precache.commands.failures import UsageError
from autoact_precache.commands.hydra_app import command
from autoact_precache.trajectories.whole_file import whole_file

PAGE = "report.html"


@command
def main(config: DictConfig) -> None:
    _check(config)
    from autoact_precache.report.page import report_page
    from autoact_precache.report.sources import read_sources

    sources = read_sources([Path(source) for source in config.sources])
    page = report_page(sources, config.trajectories)
    path = Path(config.output) / PAGE
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write(page)
    console = Console()
    console.print(f"report: {path}", soft_wrap=True, markup=False)
    console.print(f"open {path.resolve().as_uri()}", soft_wrap=True, markup=False)


def _check(config: DictConfig) -> None:
    """Raises UsageError for a setting of the wrong kind."""
    given = config.sources
    if not isinstance(given, ListConfig) or not given or not all(isinstance(s, str) for s in given):
        raise UsageError(f"sources: expected a list such as 'sources=[FOLDER,FOLDER]', got {given}")
    limit = config.trajectories
    if limit is not None and (type(limit) is not int or limit < 0):
        raise UsageError(
            f"trajectories: expected a whole number of at least 0, or null; got {limit!r}"
        )
