"""`bench` through the program, on a small model."""

import json

import pytest

from tests.cli.program import Program

TRACE = "agent,prompt_tokens,decode_tokens\nplan,40,4\naction,8,3\nplan,60,4\nreflect,8,2\n"
TOKENS = 129
NONSHARED_FEEDS = 43 + (44 + 8 + 2) + (8 + 3 + 60 + 4) + (TOKENS - 1)  # plan, action, plan, reflect
BASELINES = ("peft-cache-per-adapter", "peft-no-cache", "generate-static-cache")


@pytest.fixture
def bench(tmp_path, settings) -> Program:
    """The program on the small model, without the agents' settings: it has none here."""
    return Program(tmp_path, tuple(s for s in settings if s.startswith("model.")))


@pytest.fixture
def benched(bench):
    (bench.folder / "mine.csv").write_text(TRACE)
    finished = bench(
        *("bench", "trace=mine.csv", "repeats=2", "memory=false", "plots=svg", "output=out"),
        f"baselines=[{','.join(BASELINES)}]",
    )
    assert finished.code == 0, finished.stderr
    return bench, finished


def test_every_subject_is_measured_on_the_same_trace(benched):
    program, finished = benched
    result = json.loads((program.folder / "out/bench.json").read_text())
    measured = {m["subject"]: m for m in result["measurements"]}
    assert list(measured) == [
        *("fullshared", "prelrshared", "rebaseshared-lp", "rebaseshared-db"),
        *("rebaseshared-lp-on-switch", "baseshared", "nonshared", *BASELINES),
    ]
    for m in measured.values():
        assert (m["trajectory_tokens"], m["agents"]) == (TOKENS, 3)
        assert [call["decode_tokens"] for call in m["calls"]] == [4, 3, 4, 2]
        assert len(m["repeats"]) == result["settings"]["repeats"] == 2
        assert m["throughput"] == pytest.approx(TOKENS / m["total_s"])
    fed = {name: m["tokens_fed"] for name, m in measured.items()}
    assert fed["fullshared"] == fed["prelrshared"] == TOKENS - 1
    assert fed["rebaseshared-lp"] == fed["rebaseshared-db"] == 2 * (TOKENS - 1)
    assert fed["nonshared"] == fed["peft-cache-per-adapter"] == NONSHARED_FEEDS
    cache = {name: m["cache_bytes"]["total"] for name, m in measured.items()}
    assert cache["nonshared"] == cache["peft-cache-per-adapter"]
    assert cache["fullshared"] < cache["prelrshared"] == cache["rebaseshared-db"]

    table = (program.folder / "out/bench.md").read_text()
    assert all(f"| {subject} |" in table for subject in measured)
    assert "129 tokens, 3 agents" in table
    assert "129 tokens, 3 agents" in finished.stdout
    assert (program.folder / "out/bench.svg").exists()

    again = program(
        *("bench", "trace=[mine.csv]", "repeats=2", "memory=false", "plots=null"),
        *("output=out", "resume=true"),
        f"baselines=[{','.join(BASELINES)}]",
    )
    assert again.code == 0, again.stderr
    assert json.loads((program.folder / "out/bench.json").read_text()) == result


def test_a_sweep_over_ranks_of_random_adapters(bench):
    (bench.folder / "mine.csv").write_text("agent,prompt_tokens,decode_tokens\ncritic,9,2\nb,1,2\n")
    finished = bench(
        *("bench", "-m", "trace=mine.csv", "lora.rank=2,4", "lora.targets=[q_proj,k_proj,v_proj]"),
        *("policies=[prelrshared]", "baselines=[]", "repeats=1", "plots=null"),
        "output=swept",
    )
    assert finished.code == 0, finished.stderr
    narrow, wide = (
        json.loads((bench.folder / f"swept/lora.rank-{rank}/bench.json").read_text())
        for rank in (2, 4)
    )
    for result in (narrow, wide):
        memory = result["measurements"][0]["memory"]
        assert memory["peak_bytes"] >= memory["before_bytes"] > 0
    lr = [result["measurements"][0]["cache_bytes"]["lr"] for result in (narrow, wide)]
    assert lr[0].keys() == {"critic", "b"}
    assert {agent: 2 * size for agent, size in lr[0].items()} == lr[1]
    assert "lora.rank-2, mine" in finished.stdout
    assert "lora.rank-4, mine" in (bench.folder / "swept/bench.md").read_text()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["trace=nowhere"], "trace 'nowhere' is neither a file nor one of decode_16k,"),
        (["trace=round_robin_4"], "calls of 'agent_1'; the model's adapters are plan, action"),
        (["baselines=[vllm]"], "unknown baseline 'vllm'; known: peft-cache-per-adapter"),
        (["policies=[fastest]"], "unknown policy 'fastest'"),
    ],
)
def test_wrong_settings_end_in_one_line(program, settings, message):
    finished = program("bench", *settings)
    assert finished.code == 2
    assert message in finished.stderr
    assert len(finished.stderr.splitlines()) == 1
    assert program.files() == []
