"""A backend that writes what a script says, one character a token."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Turn = tuple[str, str]  # the agent that has to be asked, and what it writes


@dataclass(frozen=True)
class ScriptedMetrics:
    prompt_tokens: int
    reused_tokens: int
    prefilled_tokens: int
    generated_tokens: int
    ttft_s: float
    waited_s: float
    decode_s: float
    reconstruct_s: float
    reconstructed_tokens: int
    trajectory_tokens: int
    cache_bytes: dict[str, Any]


@dataclass
class ScriptedGeneration:
    prompt_ids: list[int]
    token_ids: list[int]
    finish_reason: str
    metrics: ScriptedMetrics

    @property
    def text(self) -> str:
        return decode(self.token_ids)


@dataclass
class ScriptedSession:
    turns: list[Turn]
    token_ids: list[int] = field(default_factory=list)
    waited: bool = False
    asked: list[dict[str, Any]] = field(default_factory=list)

    def generate(
        self,
        agent: str,
        text_or_ids: str | Sequence[int],
        /,
        *,
        max_new_tokens: int,
        stop: Sequence[str],
        temperature: float,
        top_p: float,
        seed: int,
    ) -> ScriptedGeneration:
        prompt = encode(text_or_ids) if isinstance(text_or_ids, str) else list(text_or_ids)
        if not self.turns:
            raise RuntimeError("the script has\nended")
        expected, text = self.turns.pop(0)
        assert agent == expected
        self.asked.append({"max_new_tokens": max_new_tokens, "stop": stop, "seed": seed})
        written = encode(text)[:max_new_tokens]
        stopped = any(string in decode(written) for string in stop)
        reused = len(self.token_ids)
        self.token_ids += prompt + written
        metrics = ScriptedMetrics(
            prompt_tokens=reused + len(prompt),
            reused_tokens=reused,
            prefilled_tokens=len(prompt),
            generated_tokens=len(written),
            ttft_s=0.5,
            waited_s=0.0,
            decode_s=0.25,
            reconstruct_s=0.0,
            reconstructed_tokens=0,
            trajectory_tokens=len(self.token_ids),
            cache_bytes={"base": len(self.token_ids), "lr": {}, "full": {}, "total": reused},
        )
        reason = "stop" if stopped else "length"
        return ScriptedGeneration(prompt, written, reason, metrics)

    def wait(self) -> None:
        self.waited = True


@dataclass
class ScriptedBackend:
    turns: list[Turn]
    context_length: int = 100_000
    agents: tuple[str, ...] = ("plan", "action", "reflect")
    sessions: list[ScriptedSession] = field(default_factory=list)

    def session(self) -> ScriptedSession:
        self.sessions.append(ScriptedSession(self.turns))
        return self.sessions[-1]

    def encode(self, text: str, *, starts: bool = False) -> list[int]:
        return encode(text)

    def decode(self, ids: Sequence[int]) -> str:
        return decode(ids)

    def identity(self) -> dict[str, Any]:
        return {"model": "scripted"}


def encode(text: str) -> list[int]:
    return [ord(character) for character in text]


def decode(ids: Sequence[int]) -> str:
    return "".join(map(chr, ids))
