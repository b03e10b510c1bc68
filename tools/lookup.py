"""Lookup[keyword]: find in the open page."""

from autoact_precache.tools.tool import Observation, Page


class Lookup:
    """The next sentence with the keyword, whatever its case, in the last page or results."""

    name = "Lookup"

    def __call__(self, argument: str, page: Page) -> Observation:
        if not page.sentences:
            return Observation(
                "Lookup reads the last page or search results, and there are none yet.", "invalid"
            )
        keyword = argument.casefold()
        found = [sentence for sentence in page.sentences if keyword in sentence.casefold()]
        if not found:
            return Observation(f'No sentence of the last page has "{argument}".', "not_found")
        if keyword != page.keyword:
            page.keyword, page.shown = keyword, 0
        if page.shown == len(found):
            return Observation(f'No more sentences have "{argument}".', "not_found")
        sentence = found[page.shown]
        page.shown += 1
        return Observation(f"(Result {page.shown}/{len(found)}) {sentence}", "ok")
