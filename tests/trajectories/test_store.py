import resource
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from autoact_precache.trajectories.record import LINE_START
from autoact_precache.trajectories.schema import RecordError
from autoact_precache.trajectories.store import TrajectoryStore, read_trajectories
from tests.trajectories.examples import RUN, a_trajectory


def write(path: Path, *ids: str) -> bytes:
    with TrajectoryStore(path, RUN) as store:
        for id in ids:
            store.append(a_trajectory(id))
    return path.read_bytes()


def ids_in(path: Path) -> list[str]:
    return [trajectory.id for trajectory in read_trajectories(path)]


def test_what_is_appended_is_read_in_order(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "trajectories.jsonl"
    write(path, "b", "a")
    assert list(read_trajectories(path)) == [a_trajectory("b"), a_trajectory("a")]


def test_resume_goes_on_after_what_is_done(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    write(path, "a", "b")
    with TrajectoryStore(path, RUN, resume=True) as store:
        assert store.ids == {"a", "b"}
        store.append(a_trajectory("c"))
        with pytest.raises(RecordError, match="'b' is already there"):
            store.append(a_trajectory("b"))
    assert ids_in(path) == ["a", "b", "c"]


def test_resume_of_nothing_is_a_fresh_start(tmp_path: Path) -> None:
    with TrajectoryStore(tmp_path / "run.jsonl", RUN, resume=True) as store:
        assert store.ids == set()


def test_a_file_with_trajectories_is_not_written_without_resume(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    before = write(path, "a")
    with pytest.raises(RecordError, match=r"run\.jsonl: holds 1 .*resume=true"):
        TrajectoryStore(path, RUN)
    assert path.read_bytes() == before


@pytest.mark.parametrize("ids", [["a"], ["a", "b"]])
def test_a_line_torn_at_any_byte_is_cut_off(tmp_path: Path, ids: list[str]) -> None:
    path = tmp_path / "run.jsonl"
    complete = write(path, *ids)
    whole = complete[: complete.rfind(b"\n", 0, -1) + 1]
    for size in range(len(whole), len(complete)):
        lost_its_newline_only = size == len(complete) - 1
        done, left = (ids, complete) if lost_its_newline_only else (ids[:-1], whole)
        path.write_bytes(complete[:size])
        assert ids_in(path) == done
        assert path.read_bytes() == complete[:size]  # a reader changes nothing
        with TrajectoryStore(path, RUN, resume=True) as store:
            assert store.ids == set(done)
        assert path.read_bytes() == left


def test_a_run_goes_on_behind_a_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    complete = write(path, "a", "b")
    path.write_bytes(complete[:-100])
    with TrajectoryStore(path, RUN, resume=True) as store:
        store.append(a_trajectory("b"))
    assert path.read_bytes() == complete


def test_what_is_not_ours_is_not_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(b"my notes, without a newline")
    for resume in (True, False):
        with pytest.raises(RecordError, match=r"notes\.txt:1: not JSON"):
            TrajectoryStore(path, RUN, resume=resume)
    assert path.read_bytes() == b"my notes, without a newline"


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (LINE_START + b"1, \n", "2: not JSON"),
        (b"\n", "2: not JSON"),
        (b"\xff\xfe\n", "2: "),
        (LINE_START + b'1, "id": 5}\n', "2: id: expected a string|2: task: missing"),
        (LINE_START + b"2}\n", "2: schema_version: 2 is not known"),
    ],
)
def test_a_corrupt_line_is_named_and_kept(tmp_path: Path, broken: bytes, message: str) -> None:
    path = tmp_path / "run.jsonl"
    line = write(path, "a")
    path.write_bytes(line + broken + line.replace(b'"a"', b'"c"'))
    before = path.read_bytes()
    with pytest.raises(RecordError, match=rf"run\.jsonl:({message})"):
        ids_in(path)
    with pytest.raises(RecordError, match=rf"run\.jsonl:({message})"):
        TrajectoryStore(path, RUN, resume=True)
    assert path.read_bytes() == before


def test_an_id_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(write(path, "a") * 2)
    with pytest.raises(RecordError, match=r"run\.jsonl:2: id: trajectory 'a' is on line 1"):
        ids_in(path)


def test_a_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"none\.jsonl: No such file"):
        ids_in(tmp_path / "none.jsonl")


def test_another_policy_s_trajectories_are_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    write(path, "a")
    other = RUN | {"policy": "nonshared"}
    with pytest.raises(RecordError, match=r"policy='prelrshared', this run has 'nonshared'"):
        TrajectoryStore(path, other, resume=True)
    with (
        TrajectoryStore(path, RUN, resume=True) as store,
        pytest.raises(RecordError, match=r"policy='nonshared'"),
    ):
        store.append(replace(a_trajectory("b"), run=other))


def test_a_refused_record_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    before = write(path, "a")
    with TrajectoryStore(path, RUN, resume=True) as store:
        with pytest.raises(RecordError):
            store.append(replace(a_trajectory("b"), em=float("nan")))
        assert path.read_bytes() == before
        store.append(a_trajectory("b"))
    assert ids_in(path) == ["a", "b"]


def test_a_line_that_does_not_fit_the_disk_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    before = write(path, "a")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with TrajectoryStore(path, RUN, resume=True) as store:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, limits[1]))
        try:
            with pytest.raises(OSError, match="File too large"):
                store.append(a_trajectory("b"))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert path.read_bytes() == before
        store.append(a_trajectory("b"))
    assert ids_in(path) == ["a", "b"]


WRITER = """
import sys
from autoact_precache.trajectories.store import TrajectoryStore
from tests.trajectories.examples import RUN, a_trajectory

with TrajectoryStore(sys.argv[1], RUN) as store:
    for number in range(1_000_000):
        store.append(a_trajectory(str(number)))
        print(number, flush=True)
"""


def test_kill_9_loses_nothing_and_the_file_is_one_writer_s(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert writer.stdout is not None
    finished = [writer.stdout.readline().strip() for _ in range(5)]
    with pytest.raises(RecordError, match="another run is writing"):
        TrajectoryStore(path, RUN, resume=True)
    writer.kill()
    finished += writer.stdout.read().split()
    writer.wait()
    with TrajectoryStore(path, RUN, resume=True) as store:
        # One more may have reached the disk without being reported.
        assert set(finished) <= store.ids <= {*finished, str(len(finished))}
        wanted = [str(number) for number in range(len(finished) + 3)]
        for id in wanted:
            if id not in store.ids:
                store.append(a_trajectory(id))
    assert ids_in(path) == wanted
