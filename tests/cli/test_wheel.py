"""What somebody gets who installs the package without the repository."""

import email
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath

import pytest

PROJECT = Path(__file__).parents[2]
BUILD_FILES = ("pyproject.toml", "README.md", "LICENSE")
PACKAGE = "autoact_precache"
SOURCES = {  # folder -> its place in the wheel
    PACKAGE: PACKAGE,
    **{name: f"{PACKAGE}/{name}" for name in ("agents", "tools", "trajectories", "configs")},
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> zipfile.ZipFile:
    """Built from a copy, so that no build folder of the repository's has a say in it."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in BUILD_FILES:
        shutil.copy(PROJECT / name, folder)
    for name in SOURCES:
        shutil.copytree(PROJECT / name, folder / name)
    build = (sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", ".")
    subprocess.run(build, cwd=folder, check=True, capture_output=True)
    [built] = folder.glob("*.whl")
    return zipfile.ZipFile(built)


def test_it_holds_every_file_of_the_package(wheel):
    packed = set(wheel.namelist())
    for source in SOURCES:
        inside = (
            "autoact_precache" if source == "autoact_precache" else f"autoact_precache/{source}"
        )
        for path in (PROJECT / source).rglob("*"):
            if path.is_file() and path.suffix != ".pyc":
                assert f"{inside}/{path.relative_to(PROJECT / source).as_posix()}" in packed


def test_it_puts_one_name_into_site_packages(wheel):
    names = {PurePosixPath(name).parts[0] for name in wheel.namelist()}
    assert {name for name in names if not name.endswith(".dist-info")} == {PACKAGE}
    assert f"{PACKAGE}/py.typed" in wheel.namelist()


def test_its_description_is_the_readme(wheel):
    [metadata] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    described = email.message_from_bytes(wheel.read(metadata))
    assert described.get_payload(decode=True).decode() == (PROJECT / "README.md").read_text()
    assert described["License-Expression"] == "Apache-2.0"


def test_the_program_runs_from_it(wheel, tmp_path):
    """From what was unpacked, not from the repository, whatever else is installed."""
    wheel.extractall(tmp_path)
    where = (
        "import autoact_precache.agents, autoact_precache.tools as tools;"
        "from autoact_precache.cli import main;"
        "print(tools.__file__);"
        "main(['run', '--cfg', 'job', '--resolve'])"
    )
    finished = subprocess.run(
        (sys.executable, "-c", where),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert finished.returncode == 0, finished.stderr
    used, *config = finished.stdout.splitlines()
    assert Path(used).is_relative_to(tmp_path)
    [plan] = [line for line in config if line.strip().startswith("plan: /")]
    assert Path(plan.partition(": ")[2]).is_relative_to(tmp_path)
    assert (Path(plan.partition(": ")[2]) / "adapter_config.json").is_file()
