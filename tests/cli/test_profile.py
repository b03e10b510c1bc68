import json

import pytest

from tests.cli.program import Program, refused


@pytest.fixture
def record(sweep):
    return sweep[0] / "policy-nonshared" / "trajectories.jsonl"


@pytest.fixture
def profile(small) -> Program:
    """The program on the small model, without the agents' settings: it has none here."""
    return Program(small.folder, tuple(s for s in small.settings if s.startswith("model.")))


def test_the_group_of_least_kl_is_what_the_policy_then_recomputes(small, profile, record):
    finished = profile("profile", f"source={record}", "ratio=0.5", "limit=1", "output=out")
    assert finished.code == 0, finished.stderr
    path = profile.folder / "out" / "profile.json"
    found = json.loads(path.read_text())
    assert [(group["first"], group["layers"]) for group in found["groups"]] == [(0, 1), (1, 1)]
    by_kl = {group["kl"]: group["first"] for group in found["groups"]}
    assert found["first"] == by_kl[min(by_kl)]
    assert (found["n_layers"], found["ratio"]) == (2, 0.5)
    for group in found["groups"]:
        assert f"{group['first']} to {group['first']}" in finished.stdout
    policy = ("policy=droidspeak", "policy.ratio=0.5", f"policy.profile={path}")
    replayed = small("replay", f"source={record}", *policy, "limit=1", "output=replayed")
    assert replayed.code == 0, replayed.stderr
    assert f"droidspeak-0.5-from-{found['first']}" in replayed.stdout
    [line] = (small.folder / "replayed" / "trajectories.jsonl").read_text().splitlines()
    first = found["first"]
    assert json.loads(line)["run"]["recomputed_layers"] == [first, first + 1]

    again = ("profile", f"source={record}", "ratio=0.5", "output=out")
    refused(profile(*again), "profile.jsonl", "resume=true")
    assert profile(*again, "resume=true").code == 0
    other = small("replay", f"source={record}", "policy=droidspeak", f"policy.profile={path}")
    refused(other, "measured at ratio 0.5, not 0.3")


@pytest.mark.parametrize(
    ("given", "reasons"),
    [
        (["ratio=2"], ["ratio", "from 0 to 1"]),
        (["ratio=0"], ["ratio=0", "nothing to choose"]),
        (["ratio=1.0"], ["2 of 2 layers", "nothing to choose"]),
        (["stride=0"], ["stride", "at least 1"]),
        (["source=nothing.jsonl"], ["nothing.jsonl"]),
    ],
)
def test_what_cannot_be_profiled(profile, record, given, reasons):
    refused(profile("profile", f"source={record}", *given), *reasons)
    assert profile.files() == []
