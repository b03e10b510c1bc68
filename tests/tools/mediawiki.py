"""The answers of MediaWiki's api.php (action=query, format=json, version 1) for a few pages."""

from dataclasses import dataclass, field
from typing import Any

from loopback import Reply, Request


@dataclass
class MediaWiki:
    """Texts by title; `redirects` and `disambiguations` by title too; `found` is each search's."""

    pages: dict[str, str] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    disambiguations: dict[str, list[str]] = field(default_factory=dict)
    found: list[str] = field(default_factory=list)

    def __call__(self, request: Request) -> Reply:
        asked = request.query
        assert asked["action"] == "query"
        assert asked["format"] == "json"
        if asked.get("list") == "search":
            return Reply({"batchcomplete": "", "query": self._search(asked)})
        return Reply({"batchcomplete": "", "query": self._page(asked)})

    def _search(self, asked: dict[str, str]) -> dict[str, Any]:
        titles = self.found[: int(asked["srlimit"])]
        query: dict[str, Any] = {
            "search": [
                {"ns": 0, "title": title, "pageid": 90 + i} for i, title in enumerate(titles)
            ]
        }
        if asked.get("srinfo") == "suggestion" and titles:
            query["searchinfo"] = {"suggestion": titles[0], "suggestionsnippet": titles[0]}
        return query

    def _page(self, asked: dict[str, str]) -> dict[str, Any]:
        title = asked["titles"].split("|")[0]
        query: dict[str, Any] = {}
        if title[:1].islower():
            upper = title[0].upper() + title[1:]
            query["normalized"] = [{"from": title, "to": upper}]
            title = upper
        while title in self.redirects and "redirects" in asked:
            query.setdefault("redirects", []).append({"from": title, "to": self.redirects[title]})
            title = self.redirects[title]
        known = [*self.pages, *self.disambiguations]
        if title not in known:
            missing = {"ns": 0, "title": title, "missing": "", "fullurl": f"https://wiki/{title}"}
            return query | {"pages": {"-1": missing}}
        number = known.index(title) + 1
        page: dict[str, Any] = {"pageid": number, "ns": 0, "title": title}
        properties = asked["prop"].split("|")
        if "info" in properties:
            page["fullurl"] = f"https://wiki/{title}"
            if title in self.disambiguations:
                page["pageprops"] = {"disambiguation": ""}
        if "extracts" in properties:
            page["extract"] = self.pages[title]
        if "revisions" in properties:
            page["revisions"] = [{"revid": 7, "parentid": 6}]
            if "rvparse" in asked:
                items = "".join(
                    f'<li><a href="/wiki/{option}">{option}</a>, one of them</li>'
                    for option in self.disambiguations[title]
                )
                page["revisions"] = [{"contentformat": "text/x-wiki", "*": f"<ul>{items}</ul>"}]
        return query | {"pages": {str(number): page}}
