"""Flash-LoRA-Attention: attention over base caches plus one agent's low-rank caches.

    softmax(Q K^T) (V_base + LR B)  =  softmax(Q K^T) V_base  +  (softmax(Q K^T) LR) B

Few queries (decoding) multiply by the LR cache first, which is never expanded. Many queries
(prefill) expand the values of one layer at a time, r*d per key, and let the stock kernel run on the
result. Keys, which RoPE turns by position, are expanded in both: in prefill for one layer at a
time, in decoding once a turn, then token by token. No mask of queries x keys is built: the tokens
before the fed span are visible to all of it, the span itself is causal, and the two results are
merged by their log-sum-exp.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from autoact_precache.cache import Segment
from autoact_precache.forward import ForwardPass
from autoact_precache.low_rank import AttentionLayer, LowRankTerms, OwnRows
from autoact_precache.rotary import RotaryTable

# Its name in transformers' AttentionInterface ("flash" in it would be looked up on the hub).
IMPLEMENTATION = "low_rank_attention"

FEW_QUERIES = 4
"""Up to this many fed tokens, plain products over the caches beat expanding the values."""

BLOCK = 256
"""How many queries at a time need a mask, or all their scores."""


@dataclass
class FlashLoRAAttention:
    """The attention function of one runtime's pass, per layer and stream."""

    current: ForwardPass
    rotary: RotaryTable

    def __call__(
        self, module: AttentionLayer, query: Tensor, scaling: float, sliding_window: int | None
    ) -> Tensor:
        """Queries [streams, heads, tokens, head_dim] -> [streams, tokens, heads, head_dim].

        Of the first streams and the last tokens, or of all.
        """
        end, positions = self.current.end, self.current.positions
        start = end - query.shape[2] if positions is None else self.current.start
        few = query.shape[2] <= FEW_QUERIES
        # The oldest position that the first fed token still sees.
        oldest = max(0, start - sliding_window + 1) if sliding_window else 0
        outputs = []
        for stream, of_stream in zip(self.current.streams, query, strict=False):
            heads, tokens, head_dim = of_stream.shape
            q = of_stream.reshape(stream.kv.shape.n_kv_heads, -1, tokens, head_dim)
            terms = LowRankTerms(module, self.current, stream, self.rotary)
            layer = module.layer_idx
            if positions is not None:
                keys, values = _expanded(list(stream.kv.segments(layer, oldest, end)), terms)
                out = attend_rows(q, keys, values, oldest, positions, scaling, sliding_window)
            elif few:
                segments = list(stream.kv.segments(layer, oldest, end, whole=True))
                own = terms.own_rows(oldest)
                out = attend_few(q, segments, terms, scaling, sliding_window, own)
            elif sliding_window and end > sliding_window:
                segments = list(stream.kv.segments(layer, oldest, end))
                out = attend_window(q, segments, terms, scaling, start, sliding_window)
            else:
                before = stream.kv.segments(layer, 0, start)
                fed = stream.kv.segments(layer, start, end)
                out = attend_many(q, before, fed, terms, scaling)
            outputs.append(out.reshape(heads, tokens, head_dim).transpose(0, 1))
        return torch.stack(outputs) if len(outputs) > 1 else outputs[0][None]


def attend_few(
    q: Tensor,
    segments: list[Segment],
    terms: LowRankTerms,
    scaling: float,
    sliding_window: int | None,
    own: OwnRows | None = None,
) -> Tensor:
    """Attention of a few tokens, q [kv_heads, group, tokens, head_dim], by plain products.

    `own` rows, of tokens before the fed ones, are further keys; what they replace is hidden.
    """
    kv_heads, group, tokens, head_dim = q.shape
    folded = q.reshape(kv_heads, group * tokens, head_dim) * scaling
    parts, by_part = segments, _scores(folded, segments, terms.expanded_keys(segments))
    if own is not None:
        parts, by_part = parts + own.rows, by_part + _scores(folded, own.rows)
    if tokens > 1 or own is not None:  # to one token a window begins with the first segment
        columns = [scores.view(kv_heads, group, tokens, -1) for scores in by_part]
        _hide(columns, segments, sliding_window, own)
    scores = by_part[0] if len(by_part) == 1 else torch.cat(by_part, dim=-1)
    weights = torch.softmax(scores, dim=-1).split([part.n_rows for part in parts], dim=-1)
    low_rank = terms.values_lr()
    first, *others = zip(weights, parts, strict=True)
    out = _weighted_values(*first, low_rank)
    for part in others:
        out += _weighted_values(*part, low_rank)
    return out.view(q.shape)


def _scores(q: Tensor, parts: list[Segment], expanded: Tensor | None = None) -> list[Tensor]:
    """Q K^T of each part, [kv_heads, queries, rows]; what stands behind its tokens is hidden.

    Keys `expanded` stand for those of all parts, one after the other.
    """
    if expanded is None:
        by_part = [_products(q, part.keys) for part in parts]
    else:
        sizes = [part.n_tokens for part in parts]
        visible = _products(q, expanded)[..., : sum(sizes)].split(sizes, dim=-1)
        by_part = [
            nn.functional.pad(scores, (0, part.behind))
            for scores, part in zip(visible, parts, strict=True)
        ]
    for scores, part in zip(by_part, parts, strict=True):
        if part.behind:
            scores[..., part.n_tokens :].fill_(-torch.inf)
    return by_part


def _hide(
    columns: Sequence[Tensor],
    segments: list[Segment],
    sliding_window: int | None,
    own: OwnRows | None,
) -> None:
    """Hides from the last tokens of the segments what is not theirs to see.

    `columns`, the scores [kv_heads, group, tokens, rows] of each segment, then of `own` rows.
    """
    tokens, stop = columns[0].shape[2], segments[-1].stop
    start = stop - tokens
    for part, scores in zip(segments, columns, strict=False):
        if own is not None:
            rows = [int(torch.searchsorted(own.positions, p)) for p in (part.start, part.stop)]
            scores[..., own.positions[slice(*rows)] - part.start] = -torch.inf
        # Without a window all that came before the fed tokens is visible to each of them.
        first = part.start if sliding_window else max(part.start, start)
        if tokens > 1 and first < part.stop:
            hidden = _hidden(start, stop, first, part.stop, sliding_window, scores.device)
            scores[..., first - part.start : part.n_tokens].masked_fill_(hidden, -torch.inf)
    if own is None or tokens == 1 or not sliding_window:
        return
    queries = torch.arange(start, stop)[:, None]
    positions = own.positions.split([part.n_tokens for part in own.rows])
    for part, scores, its_own in zip(own.rows, columns[len(segments) :], positions, strict=True):
        gone = (its_own <= queries - sliding_window).to(scores.device)
        scores[..., : part.n_tokens].masked_fill_(gone, -torch.inf)


def _weighted_values(
    weights: Tensor, part: Segment, low_rank: tuple[Tensor, Tensor] | None
) -> Tensor:
    """What rows give of their values V_base + LR B, weighted.

    Weights [kv_heads, queries, rows] -> [kv_heads, queries, head_dim].
    """
    out = torch.bmm(weights, part.values)
    if low_rank is not None:
        kv_heads, queries, rows = weights.shape
        (lr, b), by_query = low_rank, weights.view(-1, rows)
        if part.start > 0 or lr.shape[0] != rows:
            lr = lr[part.start : part.start + rows]
            by_query = by_query[:, : lr.shape[0]]
        # B in float32: a product of half precision would cost more to set up than to do.
        out += torch.bmm((by_query @ lr).float().view(kv_heads, queries, -1), b)
    return out


def attend_many(
    q: Tensor,
    before: Iterator[Segment],
    fed: Iterator[Segment],
    terms: LowRankTerms,
    scaling: float,
) -> Tensor:
    """Attention of a fed span over what came before it and over itself.

    q [kv_heads, group, tokens, head_dim] -> the same shape.
    """
    keys, values = _expanded(list(fed), terms)
    # The heads of a group share keys and values: as a batch of groups, without a copy.
    group = q.shape[1]
    out, lse = partial_attention(
        q.transpose(0, 1),
        keys.expand(group, -1, -1, -1),
        values.expand(group, -1, -1, -1),
        scaling,
        is_causal=True,
    )
    out, lse = out.transpose(0, 1), lse.transpose(0, 1)
    for part in before:
        folded = q.reshape(1, q.shape[0], -1, q.shape[-1])
        part_out, part_lse = partial_attention(
            folded, terms.keys(part)[None], terms.values(part)[None], scaling
        )
        out, lse = _merge(out, lse, part_out.view(q.shape), part_lse.view(q.shape[:-1]))
    return out.to(q.dtype)


def attend_window(
    q: Tensor,
    segments: list[Segment],
    terms: LowRankTerms,
    scaling: float,
    start: int,
    window: int,
) -> Tensor:
    """Sliding-window attention of a fed span.

    The largest mask is of block x (block + window).
    """
    keys, values = _expanded(segments, terms)
    positions = torch.arange(start, start + q.shape[2])
    return attend_rows(q, keys, values, segments[0].start, positions, scaling, window)


def attend_rows(
    q: Tensor,
    keys: Tensor,
    values: Tensor,
    first: int,
    positions: Tensor,
    scaling: float,
    window: int | None,
) -> Tensor:
    """Causal attention of tokens at any ascending `positions`, in blocks of queries.

    q [kv_heads, group, tokens, head_dim]; keys and values [kv_heads, ., head_dim] are those of the
    tokens from `first` on.
    """
    group = q.shape[1]
    block = max(window or 0, BLOCK)
    outputs = []
    for begin in range(0, len(positions), block):
        here = positions[begin : begin + block]
        stop = int(here[-1]) + 1
        oldest = max(int(here[0]) - window + 1, first) if window else first
        hidden = _unseen(here, oldest, stop, window).to(q.device)
        mask = torch.zeros(hidden.shape, dtype=q.dtype, device=q.device)
        outputs.append(
            nn.functional.scaled_dot_product_attention(
                q[:, :, begin : begin + block].transpose(0, 1),
                keys[:, oldest - first : stop - first].expand(group, -1, -1, -1),
                values[:, oldest - first : stop - first].expand(group, -1, -1, -1),
                attn_mask=mask.masked_fill_(hidden, -torch.inf),
                scale=scaling,
            )
        )
    return torch.cat(outputs, dim=2).transpose(0, 1)


def attention_paid(
    q: Tensor, keys: Tensor, positions: Tensor, scaling: float, window: int | None
) -> Tensor:
    """What tokens at `positions` pay to each key, summed over them and over all heads: [keys].

    q [heads, tokens, head_dim]; keys [kv_heads, ., head_dim] are those of the tokens 0...
    """
    kv_heads, n_keys = keys.shape[:2]
    scores = _products(q.reshape(kv_heads, -1, q.shape[-1]) * scaling, keys).float()
    hidden = _unseen(positions, 0, n_keys, window).to(q.device)
    scores = scores.view(-1, len(positions), n_keys).masked_fill(hidden, -torch.inf)
    return scores.softmax(dim=-1).sum(dim=(0, 1))


def partial_attention(
    q: Tensor, k: Tensor, v: Tensor, scaling: float, *, is_causal: bool = False
) -> tuple[Tensor, Tensor]:
    """Attention over a part of the keys, with the log-sum-exp that merges it with other parts.

    q, k, v [batch, heads, tokens, head_dim] -> out [batch, heads, queries, head_dim] and lse
    [batch, heads, queries]. With `is_causal` there are as many keys as queries, and query i sees
    the keys up to i.
    """
    if q.device.type == "cpu":
        kernel = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu
        out, lse = kernel(q, k, v, is_causal=is_causal, scale=scaling)
        return out, lse
    return partial_attention_by_products(q, k, v, scaling, is_causal=is_causal)


def partial_attention_by_products(
    q: Tensor, k: Tensor, v: Tensor, scaling: float, *, is_causal: bool = False
) -> tuple[Tensor, Tensor]:
    """The same, in blocks of queries, where no kernel returns the log-sum-exp in every dtype."""
    outputs, sums = [], []
    for begin in range(0, q.shape[2], BLOCK):
        part = q[:, :, begin : begin + BLOCK] * scaling
        visible = begin + part.shape[2] if is_causal else k.shape[2]
        scores = (part @ k[:, :, :visible].transpose(-1, -2)).float()
        if is_causal:
            hidden = _hidden(begin, visible, 0, visible, None, q.device)
            scores.masked_fill_(hidden, -torch.inf)
        lse = scores.logsumexp(dim=-1)
        outputs.append((scores - lse[..., None]).exp().to(v.dtype) @ v[:, :, :visible])
        sums.append(lse)
    return torch.cat(outputs, dim=2), torch.cat(sums, dim=2)


def _merge(out: Tensor, lse: Tensor, other: Tensor, other_lse: Tensor) -> tuple[Tensor, Tensor]:
    """Attention over two parts of the keys from the attention over each, in float32."""
    weight = torch.sigmoid(other_lse - lse)[..., None]
    return out.float().lerp(other.float(), weight), torch.logaddexp(lse, other_lse)


def _expanded(segments: list[Segment], terms: LowRankTerms) -> tuple[Tensor, Tensor]:
    """Keys and values of neighbouring segments, the agent's terms added.

    Both [n_kv_heads, tokens, head_dim].
    """
    keys = [terms.keys(part) for part in segments]
    values = [terms.values(part) for part in segments]
    if len(segments) == 1:
        return keys[0], values[0]
    return torch.cat(keys, dim=1), torch.cat(values, dim=1)


def _products(q: Tensor, keys: Tensor) -> Tensor:
    """Q K^T: [heads, queries, head_dim], [heads, keys, head_dim] -> [heads, queries, keys]."""
    if q.dtype != torch.float32 and q.device.type == "cpu":
        # The product would copy them transposed, which takes several times as long.
        keys = keys.contiguous()
    return torch.bmm(q, keys.transpose(1, 2))


def _hidden(
    q_start: int, q_stop: int, k_start: int, k_stop: int, window: int | None, device: torch.device
) -> Tensor:
    """Whether query position i may not see key position j: [queries, keys]."""
    return _unseen(torch.arange(q_start, q_stop, device=device), k_start, k_stop, window)


def _unseen(positions: Tensor, k_start: int, k_stop: int, window: int | None) -> Tensor:
    """The same of queries at any `positions`."""
    i = positions[:, None]
    j = torch.arange(k_start, k_stop, device=positions.device)[None, :]
    hidden = j > i
    return hidden if window is None else hidden | (j <= i - window)
