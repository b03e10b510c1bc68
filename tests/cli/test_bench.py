"""`bench` through the program, on a small model."""

import json
import signal

import pytest
import torch
from peft import load_peft_weights

from autoact_precache.commands.bench_report import three_digits
from autoact_precache.commands.failures import UsageError
from autoact_precache.commands.random_adapters import save_random_adapters
from tests.cli.program import TIMEOUT_S, Program, refused, wait_for
from tests.runtime.checkpoints import llama

TRACE = "agent,prompt_tokens,decode_tokens\nplan,40,4\naction,8,3\nplan,60,4\nreflect,8,2\n"
TOKENS = 129
NONSHARED_FEEDS = 43 + (44 + 8 + 2) + (8 + 3 + 60 + 4) + (TOKENS - 1)  # plan, action, plan, reflect
POLICIES = {
    *("fullshared", "prelrshared", "rebaseshared-lp", "rebaseshared-db"),
    *("rebaseshared-lp-on-switch", "baseshared", "nonshared"),
}
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
    assert list(measured)[-len(BASELINES) :] == list(BASELINES)
    assert measured.keys() >= POLICIES
    assert "without baselrshared: " in finished.stdout  # its adapters would have to share one A
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

    settings = ("trace=[mine.csv]", "repeats=2", "memory=false", "plots=null", "output=out")
    refused(program("bench", *settings), "out/bench.json", "resume=true")
    baselines = f"baselines=[{','.join(BASELINES)}]"
    again = program("bench", *settings, baselines, "resume=true")
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
    for result in (narrow, wide):
        for adapter in result["settings"]["adapters"].values():
            assert adapter["rank"] == result["settings"]["lora"]["rank"]
            assert adapter["targets"] == ["k_proj", "q_proj", "v_proj"]
    table = (bench.folder / "swept/bench.md").read_text()
    for text in (table, finished.stdout):
        assert text.count("mine: 14 tokens, 2 agents") == 1
        rows = text[text.index("mine: 14 tokens") :]
        assert rows.count("prelrshared") == 1
        assert rows.index("lora.rank-2") < rows.index("lora.rank-4")


@pytest.mark.parametrize(
    ("setting", "reasons"),
    [
        ("trace=nowhere", ["'nowhere'", "decode_16k", "round_robin_8"]),
        ("trace=round_robin_4", ["'agent_1'", "plan, action", "lora.rank"]),
        ("trace=[decode_2k,decode_2k]", ["two", "'decode_2k'"]),
        ("baselines=[vllm]", ["'vllm'", "peft-cache-per-adapter"]),
        ("policies=[{_target_:autoact_precache.policies.No}]", ["'autoact_precache.policies.No'"]),
        ("policies=[{_target_:no.such.module}]", ["_target_", "'no.such.module'", "No module"]),
        ("lora.targets=q_proj", ["lora.targets", "list", "'q_proj'"]),
    ],
)
def test_wrong_settings_end_in_one_line(program, setting, reasons):
    refused(program("bench", setting), *reasons)
    assert program.files() == []


@pytest.mark.parametrize("share_a", [False, True])
def test_random_adapters(make, tmp_path, share_a):
    model = str(make.model(llama()))
    lora = {"rank": 3, "targets": ["q_proj", "v_proj"], "share_a": share_a}
    saved = save_random_adapters(model, ["x", "y/z"], tmp_path, lora, seed=1)
    x, other = (load_peft_weights(saved[agent], device="cpu") for agent in ("x", "y/z"))
    assert x.keys() == other.keys()
    for name, weight in x.items():
        assert weight.any()
        assert 3 in weight.shape
        assert name.split(".")[-3] in lora["targets"]
        assert torch.equal(weight, other[name]) == (share_a and "lora_A" in name)


def test_random_adapters_of_projections_that_the_model_lacks(make, tmp_path):
    lora = {"rank": 3, "targets": ["c_attn"], "share_a": False}
    with pytest.raises(UsageError, match=r"lora\.targets=\['c_attn'\]"):
        save_random_adapters(str(make.model(llama())), ["x"], tmp_path, lora, seed=1)


def test_a_killed_bench_goes_on_with_the_next_repeat(bench):
    (bench.folder / "mine.csv").write_text(TRACE)
    settings = (
        *("trace=mine.csv", "policies=[fullshared]", "baselines=[]", "repeats=40", "memory=false"),
        *("plots=null", "output=out"),
    )
    passes = bench.folder / "out/passes.jsonl"
    with bench.started("bench", *settings) as process:
        wait_for(passes, lines=2, process=process)
        process.send_signal(signal.SIGKILL)
        process.wait(TIMEOUT_S)
    lines = passes.read_text().splitlines(keepends=True)
    kept = [json.loads(line) for line in lines if line.endswith("\n")]
    assert 2 <= len(kept) < 40
    with passes.open("a") as file:
        file.write('{"trace": "mi')
    refused(bench("bench", *settings), "out/bench.json", "resume=true")

    finished = bench("bench", *settings, "resume=true")
    assert finished.code == 0, finished.stderr
    [measured] = json.loads((bench.folder / "out/bench.json").read_text())["measurements"]
    assert len(measured["repeats"]) == 40
    for done, repeat in zip(kept, measured["repeats"], strict=False):
        calls = done["calls"]["fullshared"]
        assert repeat["ttft_s"] == pytest.approx(sum(call["ttft_s"] for call in calls))
    assert not passes.exists()


def test_a_bench_does_not_go_on_with_another_trace(bench):
    (bench.folder / "mine.csv").write_text(TRACE)
    settings = (
        *("trace=mine.csv", "policies=[fullshared]", "baselines=[]", "repeats=1", "memory=false"),
        *("plots=null", "output=out"),
    )
    assert bench("bench", *settings).code == 0
    (bench.folder / "mine.csv").write_text(TRACE.replace("60", "61"))
    refused(bench("bench", *settings, "resume=true"), "out/bench.json", "mine", "another trace")


@pytest.mark.parametrize(
    ("number", "shown"),
    [(0, "0"), (0.01234, "0.0123"), (999.4, "999"), (999.6, "1,000"), (3042.07, "3,042")],
)
def test_hours_are_no_powers_of_ten(number, shown):
    assert three_digits(number) == shown
