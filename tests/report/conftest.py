import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from autoact_precache.report.page import report_page
from autoact_precache.report.sources import read_sources
from tests.report.records import everything

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def browser() -> Iterator[webdriver.Chrome]:
    """A Chromium of the machine's own: none is downloaded."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if found is None or driver is None:
        pytest.skip("no Chromium with chromedriver on this machine")
    options = webdriver.ChromeOptions()
    options.binary_location = found
    options.add_argument("--headless=new")
    options.add_argument("--disable-dev-shm-usage")  # it is small in a container
    if os.geteuid() == 0:  # as in a container, where Chromium's sandbox does not start
        options.add_argument("--no-sandbox")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    with webdriver.Chrome(options=options, service=Service(driver)) as opened:
        yield opened


@pytest.fixture(scope="session")
def report(tmp_path_factory) -> Path:
    """The page of everything that a report can hold."""
    folder = tmp_path_factory.mktemp("report")
    path = folder / "report.html"
    path.write_text(report_page(read_sources([everything(folder)]), 20), encoding="utf-8")
    return path
