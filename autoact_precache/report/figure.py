"""A figure of the report: charts side by side that share a legend, a caption and a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autoact_precache.report.charts import Chart, Look, look_of
from autoact_precache.report.table import Table


@dataclass(frozen=True)
class Figure:
    """`caption` says how to read it; `table` holds what the charts show."""

    title: str
    caption: str
    charts: Sequence[Chart]
    table: Table

    @property
    def legend(self) -> dict[str, Look]:
        return {one.name: one.look for chart in self.charts for one in chart.series}


class Looks:
    """Every policy's look, the same in all figures: in the order of `names`."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_name = {name: look_of(i) for i, name in enumerate(dict.fromkeys(names))}

    def __getitem__(self, name: str) -> Look:
        return self._by_name[name]
