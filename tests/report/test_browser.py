"""The page in a real browser, as somebody sees it who opens the file."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from autoact_precache.report.page import report_page
from autoact_precache.report.sources import read_sources
from tests.report.records import record, run, trajectory

LEGIBLE = (Path(__file__).parent / "legible.js").read_text()
DETAILS = "document.querySelectorAll('details').forEach((d) => (d.open = arguments[0]))"
NARROW, WIDE = 360, 1280


def opened(browser, page, width=WIDE, **media):
    browser.get("about:blank")
    browser.get_log("browser"), browser.get_log("performance")  # what came before is another's
    screen = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    features = [{"name": name.replace("_", "-"), "value": value} for name, value in media.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    browser.get(page.as_uri())


def transcripts(browser):
    return browser.find_elements(By.CSS_SELECTOR, "article.transcript")


def test_it_opens_from_disk_and_asks_for_nothing(browser, report):
    opened(browser, report)
    assert browser.get_log("browser") == []
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    asked = [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]
    assert set(asked) <= {report.as_uri()}
    assert len(transcripts(browser)) == 2


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_the_page_itself_never_scrolls_sideways(browser, report, width):
    opened(browser, report, width)
    for is_open in (False, True):
        browser.execute_script(DETAILS, is_open)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out(browser, report, scheme):
    opened(browser, report, prefers_color_scheme=scheme)
    back = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    brightness = [int(channel) for channel in back.strip("rgb()").split(",")]
    assert all(channel < 60 if scheme == "dark" else channel > 200 for channel in brightness)
    browser.execute_script(DETAILS, True)
    assert browser.execute_script(LEGIBLE) == []


def test_the_keyboard_alone_works_the_viewer(browser, report):
    opened(browser, report)

    def press(*keys):
        ActionChains(browser).send_keys(*keys).perform()

    def focused():
        return browser.switch_to.active_element

    press(Keys.TAB)
    assert focused().text == "Skip to the results"
    for _ in range(200):
        press(Keys.TAB)
        if focused().get_attribute("id") == "question":
            break
    assert focused().accessible_name == "Question"
    outline = browser.execute_script("return getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    press(Keys.ARROW_DOWN)
    assert browser.find_element(By.CLASS_NAME, "asked").text == "What is q1?"
    press(Keys.TAB, Keys.ARROW_DOWN)  # the first policy, then is the second's too
    assert focused().accessible_name == "Policy"
    assert [t.find_element(By.TAG_NAME, "h4").text for t in transcripts(browser)] == ["prelrshared"]
    press(Keys.TAB, Keys.HOME)
    assert focused().accessible_name == "Beside it"
    press(Keys.TAB, Keys.TAB, Keys.ENTER)
    assert browser.find_element(By.CLASS_NAME, "asked").text == "What is q2?"
    said = browser.find_element(By.CSS_SELECTOR, "[role=status]").get_property("textContent")
    assert said == "Shown: q2 under prelrshared"
    assert not browser.find_element(By.ID, "next").is_enabled()


def test_a_screen_reader_finds_its_way(browser, report):
    opened(browser, report)
    browser.execute_script(DETAILS, True)
    levels = [
        int(heading.tag_name[1])
        for heading in browser.find_elements(By.CSS_SELECTOR, "h1, h2, h3, h4")
    ]
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    for landmark in ("header", "nav", "main", "footer"):
        assert len(browser.find_elements(By.TAG_NAME, landmark)) == 1
    named = browser.find_elements(
        By.CSS_SELECTOR, "section, select, button, svg[role], figure, [role=group], article"
    )
    assert [e.get_attribute("outerHTML")[:200] for e in named if not e.accessible_name] == []
    for scrolling in browser.find_elements(By.CLASS_NAME, "scroll"):
        assert scrolling.get_attribute("tabindex") == "0"


def test_a_call_says_what_its_colours_say(browser, report):
    opened(browser, report)
    first = transcripts(browser)[0].text.splitlines()
    for line in (
        "✓ right. Answer: Oslo",
        "plan: action",
        "60 reused, 40 fed, 5 generated",
        "first token after 2.00 s, then 1.00 s decoding",
        "tool: Retrieve",
        "ok after 0.25 s",
    ):
        assert line in first


def test_text_of_a_record_is_shown_as_text(browser, tmp_path):
    hostile = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    asked = trajectory("q1", run(hostile), question=hostile, gold=hostile, prediction=hostile)
    record(tmp_path, asked, trajectory("q2", run(hostile), task="hotpotqa"))
    page = tmp_path / "report.html"
    page.write_text(report_page(read_sources([tmp_path]), 20), encoding="utf-8")
    opened(browser, page)
    assert browser.get_log("browser") == []  # and a dialog would have stopped us before
    assert browser.find_element(By.CLASS_NAME, "asked").text == hostile
    assert hostile in transcripts(browser)[0].find_element(By.CLASS_NAME, "verdict").text
    chosen = Select(browser.find_element(By.ID, "first")).first_selected_option
    assert chosen.text == hostile
    assert browser.find_elements(By.TAG_NAME, "img") == []
