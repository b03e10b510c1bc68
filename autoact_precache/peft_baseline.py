"""Several adapters on one model without this project: transformers and peft, as they come.

One adapter is active at a time. Either each keeps a cache of its own, which is NonShared in other
words, or nothing is kept between calls and the whole transcript is fed each time.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import torch
from peft import PeftModel
from torch import Tensor
from transformers import AutoModelForCausalLM, DynamicCache, PreTrainedModel
from transformers.cache_utils import DynamicLayer
from transformers.generation.streamers import BaseStreamer

from autoact_precache.metrics import CacheBytes, CallMetrics
from autoact_precache.session import Generation
from autoact_precache.stopwatch import Stopwatch


class PeftBaseline:
    """The model with all adapters loaded by peft; sessions run on it."""

    def __init__(
        self,
        checkpoint: Path,
        folders: Mapping[str, Path | None],
        dtype: torch.dtype,
        device: torch.device,
    ) -> None:
        """`folders`: agent -> adapter, None for an agent that is the frozen model itself."""
        base: PreTrainedModel = AutoModelForCausalLM.from_pretrained(checkpoint, dtype=dtype)
        torch.nn.Module.to(base, device)
        self.model = base.eval()
        self._names = {agent: f"agent{number}" for number, agent in enumerate(folders)}
        self._peft: PeftModel | None = None
        for agent, folder in folders.items():
            if folder is None:
                del self._names[agent]
            elif self._peft is None:
                self._peft = PeftModel.from_pretrained(
                    base, str(folder), adapter_name=self._names[agent], autocast_adapter_dtype=False
                )
            else:
                self._peft.load_adapter(
                    str(folder), adapter_name=self._names[agent], autocast_adapter_dtype=False
                )
        self.model.requires_grad_(False)

    @contextmanager
    def as_agent(self, agent: str) -> Iterator[PreTrainedModel]:
        """The model with the adapter of `agent` active, or with none."""
        name = self._names.get(agent)
        if self._peft is not None and name is not None:
            self._peft.set_adapter(name, inference_mode=True)
        off = nullcontext() if self._peft is None or name else self._peft.disable_adapter()
        with off:
            yield self.model


@dataclass
class _Transcript(ABC):
    """Speaks what of `Session` takes forced ids."""

    baseline: PeftBaseline
    token_ids: list[int] = field(default_factory=list)

    @torch.inference_mode()
    def generate(
        self,
        agent: str,
        prompt: Sequence[int],
        /,
        *,
        max_new_tokens: int,
        forced_ids: Sequence[int],
        return_logits: bool,
    ) -> Generation:
        """As `Session.generate`; logits where the subclass has them."""
        stopwatch = Stopwatch(self.baseline.model.device)
        self.token_ids += prompt
        kept: list[Tensor] | None = [] if return_logits else None
        with self.baseline.as_agent(agent) as model:
            metrics = self._decode(model, agent, forced_ids, stopwatch, kept)
        metrics.generated_tokens = len(forced_ids)
        metrics.decode_s = stopwatch.read() - metrics.ttft_s
        metrics.trajectory_tokens = len(self.token_ids)
        logits = torch.stack(kept) if kept else None
        return Generation(list(forced_ids), "", "forced", list(prompt), metrics, logits)

    @abstractmethod
    def _decode(
        self,
        model: PreTrainedModel,
        agent: str,
        forced_ids: Sequence[int],
        stopwatch: Stopwatch,
        kept: list[Tensor] | None,
    ) -> CallMetrics:
        """Feeds what is to be fed, appends `forced_ids`; the metrics up to the first token."""

    def wait(self) -> None:  # noqa: B027 - no subclass has anything to wait for
        """Nothing is ever pending."""


@dataclass
class CachePerAdapter(_Transcript):
    """A transcript over which each agent feeds all that its own cache lacks."""

    _caches: dict[str, DynamicCache] = field(default_factory=dict)

    def cache(self, agent: str) -> DynamicCache:
        """The one that `agent` goes on with."""
        return self._caches.setdefault(agent, DynamicCache(config=self.baseline.model.config))

    def _decode(
        self,
        model: PreTrainedModel,
        agent: str,
        forced_ids: Sequence[int],
        stopwatch: Stopwatch,
        kept: list[Tensor] | None,
    ) -> CallMetrics:
        cache = self.cache(agent)
        held = cache.get_seq_length()
        metrics = CallMetrics(len(self.token_ids), held, len(self.token_ids) - held)
        for token in forced_ids:
            logits = _feed(model, self.token_ids[cache.get_seq_length() :], cache)
            if kept is not None:
                kept.append(logits)
            if not metrics.ttft_s:
                metrics.ttft_s = stopwatch.read()
            self.token_ids.append(token)
        metrics.cache_bytes = self.cache_bytes()
        return metrics

    def cache_bytes(self) -> CacheBytes:
        full = {agent: _nbytes(cache) for agent, cache in self._caches.items()}
        return {"base": 0, "lr": {}, "full": full, "total": sum(full.values())}


@dataclass
class NoCacheKept(CachePerAdapter):
    """A transcript that every call feeds from its first token."""

    def cache(self, agent: str) -> DynamicCache:
        self._caches.clear()
        return super().cache(agent)


@dataclass
class StaticCacheGenerate(_Transcript):
    """transformers' `generate` with its static cache, every call from the first token.

    It draws its own tokens; the transcript goes on with the forced ones, so lengths are the same.
    """

    def _decode(
        self,
        model: PreTrainedModel,
        agent: str,
        forced_ids: Sequence[int],
        stopwatch: Stopwatch,
        kept: list[Tensor] | None,
    ) -> CallMetrics:
        length = len(self.token_ids)
        metrics = CallMetrics(length, 0, length)
        model.generate(  # type: ignore[operator]
            torch.tensor([self.token_ids], device=model.device),
            attention_mask=torch.ones(1, length, dtype=torch.long, device=model.device),
            max_new_tokens=len(forced_ids),
            min_new_tokens=len(forced_ids),
            do_sample=False,
            cache_implementation="static",
            disable_compile=True,
            pad_token_id=0,
            streamer=_FirstToken(stopwatch, metrics),
        )
        self.token_ids += forced_ids
        return metrics


class _FirstToken(BaseStreamer):
    """Notes when the first token comes: `generate` puts the prompt first."""

    def __init__(self, stopwatch: Stopwatch, metrics: CallMetrics) -> None:
        self._stopwatch = stopwatch
        self._metrics = metrics
        self._puts = 0

    def put(self, value: Tensor) -> None:
        self._puts += 1
        if self._puts == 2:
            self._metrics.ttft_s = self._stopwatch.read()

    def end(self) -> None:
        return


def _feed(model: PreTrainedModel, ids: Sequence[int], cache: DynamicCache) -> Tensor:
    """Logits [vocab], float32, after the last of `ids`."""
    logits: Tensor = model(
        input_ids=torch.tensor([ids], device=model.device),
        cache=cache,
        use_cache=True,
        logits_to_keep=1,
    ).logits
    return logits[0, -1].float()


def _nbytes(cache: DynamicCache) -> int:
    layers = cast(list[DynamicLayer], cache.layers)
    filled = [layer for layer in layers if layer.is_initialized]
    return sum(
        tensor.nbytes
        for layer in filled
        for tensor in (layer.keys, layer.values)
        if tensor is not None
    )
