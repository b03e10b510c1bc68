"""`corpus`: an encyclopedia for the offline tools, out of a benchmark's own paragraphs."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import hydra
from omegaconf import DictConfig, ListConfig
from rich.console import Console
from rich.table import Table

from autoact_precache.agents.tasks.hotpotqa import HotpotQA, Paragraph
from autoact_precache.agents.tasks.source import ENCYCLOPEDIA
from autoact_precache.commands.failures import UsageError
from autoact_precache.commands.hydra_app import command
from autoact_precache.tools.articles import Article, merge, read_articles
from autoact_precache.tools.index_file import write_index

INDEX = "articles.sqlite"


@command
def main(config: DictConfig) -> None:
    console = Console()
    counts: Counter[str] = Counter()
    articles: list[Article] = []
    for context in _contexts(config.task):
        counts["questions"] += 1
        for title, sentences in context:
            counts["paragraphs read"] += 1
            if article := Article.from_text(title, sentences):
                articles.append(article)
            else:
                counts["paragraphs left out: no title or no text"] += 1
    for file in _files(config.articles):
        found = read_articles(file)
        counts["articles read from files"] += len(found)
        articles += found
    if not articles:
        raise UsageError(
            "no articles: give task.source=autoact, task.source=FILE (official questions with "
            "their paragraphs), or articles=[FILE,...]"
        )
    kept, different = merge(articles), len(set(articles))
    counts["repeated word for word"] = len(articles) - different
    counts["merged: one title, other sentences"] = different - len(kept)
    counts["articles kept"] = len(kept)
    path = Path(config.output) / INDEX
    write_index(kept, path)
    console.print(_table(counts))
    console.print(f"tools.articles={path}", soft_wrap=True, markup=False, highlight=False)


def _contexts(task: DictConfig) -> Iterator[list[Paragraph]]:
    """The paragraphs of each question; the shipped questions have none, only the encyclopedia."""
    if task.source != ENCYCLOPEDIA:
        benchmark = hydra.utils.instantiate(task)
        if not isinstance(benchmark, HotpotQA):
            raise UsageError(
                f"task={benchmark.name}: questions without paragraphs; hotpotqa has some"
            )
        yield from benchmark.contexts()


def _files(articles: object) -> list[str]:
    if isinstance(articles, ListConfig) and all(isinstance(path, str) for path in articles):
        return list(articles)
    raise UsageError(f"articles: expected a list of files such as [mine.jsonl], got {articles!r}")


def _table(counts: Counter[str]) -> Table:
    table = Table(title="corpus", title_justify="left")
    table.add_column("what")
    table.add_column("count", justify="right")
    for what, count in counts.items():
        table.add_row(what, f"{count:,}")
    return table
