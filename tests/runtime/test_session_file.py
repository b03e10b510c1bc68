"""What a saved session can be loaded into, and what is refused."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors import safe_open
from safetensors.torch import load_file, save_file

from autoact_precache import Runtime, SessionFileError
from autoact_precache.policies import NonShared, PreLRShared, ReBaseShared
from tests.runtime.checkpoints import llama
from tests.runtime.policies import DB, LP, ON_SWITCH, logits_of, relative


@pytest.fixture(scope="module")
def saved(loaded, tmp_path_factory):
    """A session under ReBaseShared, saved."""
    session = loaded.with_policy(LP).session()
    session.generate("plan", "some text", forced_ids=[1, 2, 3])
    session.generate("action", "more", forced_ids=[4, 5])
    path = tmp_path_factory.mktemp("sessions") / "saved"
    session.save(path)
    return path


def refusal(runtime, path) -> str:
    with pytest.raises(SessionFileError) as error:
        runtime.load_session(path)
    message = str(error.value)
    assert "\n" not in message
    assert str(path) in message
    return message


def test_another_policy_is_refused(loaded, saved):
    message = refusal(loaded.with_policy(PreLRShared()), saved)
    assert "another policy: rebaseshared, not prelrshared" in message


def test_both_schedules_read_it(loaded, saved):
    turn = ("reflect", [7, 8], [9, 10])
    lazy, double = (loaded.with_policy(p).load_session(saved) for p in (LP, DB))
    assert relative(logits_of(lazy, turn), logits_of(double, turn)) < 1e-5


def test_what_awaits_a_switch_is_saved_and_due_elsewhere(loaded, tmp_path):
    session = loaded.with_policy(ON_SWITCH).session()
    logits_of(session, ("plan", [1, 2, 3], [4, 5, 6]))
    session.save(tmp_path / "session")
    following = ("action", [7, 8], [9, 10])
    wanted = logits_of(session, following)
    for policy in (ON_SWITCH, LP, DB):
        other = loaded.with_policy(policy).load_session(tmp_path / "session")
        assert relative(logits_of(other, following), wanted) < 1e-5


def test_another_model_is_refused(make, adapters, saved):
    other = make.model(llama(), seed=99)
    message = refusal(Runtime.from_pretrained(other, adapters), saved)
    assert "another model" in message


def test_other_adapters_are_refused(make, model, adapters, saved):
    others = adapters | {"action": make.adapter(model, 50)}
    message = refusal(Runtime.from_pretrained(model, others), saved)
    assert "another adapter of 'action'" in message
    fewer = {agent: adapters[agent] for agent in ("plan", "action")}
    message = refusal(Runtime.from_pretrained(model, fewer), saved)
    assert "another adapter of 'reflect'" in message


def test_another_dtype_is_refused(model, adapters, saved):
    message = refusal(Runtime.from_pretrained(model, adapters, dtype="bfloat16"), saved)
    assert "another dtype: float32, not bfloat16" in message


@pytest.mark.parametrize(
    "policy", [NonShared(), PreLRShared(), ReBaseShared()], ids=lambda p: p.label
)
def test_the_order_of_agents_plays_no_part(loaded, model, adapters, policy, tmp_path):
    session = loaded.with_policy(policy).session()
    for agent in ("plan", "action", "reflect"):
        logits_of(session, (agent, [11, 12, 13], [14, 15]))
    session.save(tmp_path / "session")
    backwards = dict(reversed(adapters.items()))
    other = Runtime.from_pretrained(model, backwards, policy).load_session(tmp_path / "session")
    turn = ("plan", [21, 22], [23, 24])
    assert relative(logits_of(other, turn), logits_of(session, turn)) < 1e-5


def test_what_is_no_saved_session_is_refused(loaded, model, tmp_path):
    assert "no saved session" in refusal(loaded, tmp_path / "missing")
    refusal(loaded, tmp_path)  # a folder
    for content in (b"", b"hello", b"{}", bytes(100), b"\xff" * 4096):
        (tmp_path / "other").write_bytes(content)
        refusal(loaded, tmp_path / "other")
    assert "not a saved session" in refusal(loaded, model / "model.safetensors")


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_file_is_refused(loaded, saved, tmp_path, data):
    content = bytearray(saved.read_bytes())
    position = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        del content[position:]
    else:
        begin = len(content) // 2  # of the tensors, which are most of the file
        content[begin + position // 2] ^= 1 << data.draw(st.integers(0, 7))
    (tmp_path / "damaged").write_bytes(content)
    refusal(loaded, tmp_path / "damaged")


@pytest.mark.parametrize(
    "change",
    [
        {"format": 99},
        {"kv_lengths": {}},
        {"kv_lengths": {"base": 4}},
        {"kv_lengths": {"base": 400}},
        {"lr_lengths": {}},
        {"token_ids": [1, 99999]},
        {"token_ids": None},
        {"unreconstructed": 5},
        {"identity": {}},
        {"identity": None},
    ],
    ids=str,
)
def test_a_header_that_does_not_fit_is_refused(loaded, saved, tmp_path, change):
    with safe_open(saved, "pt") as file:
        header = json.loads(file.metadata()["session"])
    path = tmp_path / "changed"
    save_file(load_file(saved), path, metadata={"session": json.dumps(header | change)})
    refusal(loaded, path)


def test_a_session_that_cannot_be_written_leaves_nothing(loaded, tmp_path):
    session = loaded.session()
    session.generate("plan", "abc", max_new_tokens=2)
    with pytest.raises(SessionFileError, match="cannot write"):
        session.save(tmp_path / "no" / "such" / "folder")
    with pytest.raises(SessionFileError, match="cannot write"):
        session.save(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert list(tmp_path.parent.glob(f".{tmp_path.name}*")) == []


def test_saving_again_replaces_the_file(loaded, tmp_path):
    session = loaded.session()
    for count in (1, 2):
        session.generate("plan", "abc", forced_ids=[1])
        session.save(tmp_path / "session")
        assert len(loaded.load_session(tmp_path / "session").token_ids) == 4 * count
