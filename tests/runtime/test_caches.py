"""Caches against a plain list: hypothesis writes, crops and forks both, and compares."""

import itertools

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, rule

from autoact_precache.cache import STEP, GrowingRows, KVCache, KVShape, LRCache, LRShape

CPU = torch.device("cpu")
KV = KVShape(n_layers=2, n_kv_heads=2, head_dim=3, dtype=torch.float32, device=CPU)
LR = LRShape({(0, "k"): {"a": 2}, (0, "v"): {"a": 1, "b": 3}}, torch.float32, CPU)
AGENTS = ("a", "b")


def kv_rows(marks: list[int], layer: int) -> torch.Tensor:
    """[n_kv_heads, tokens, head_dim] made of one mark a token."""
    column = torch.tensor(marks, dtype=torch.float32)[None, :, None]
    heads = torch.arange(KV.n_kv_heads)[:, None, None] / 8
    return (column + heads + layer / 2).expand(-1, -1, KV.head_dim)


class KVCacheMachine(RuleBasedStateMachine):
    """Each cache beside the list of marks that it should hold."""

    caches = Bundle("caches")

    def __init__(self) -> None:
        super().__init__()
        self.held: list[tuple[KVCache, list[int]]] = []
        self.mark = 0

    def fresh(self, count: int) -> list[int]:
        self.mark += count
        return list(range(self.mark - count, self.mark))

    @initialize(target=caches)
    def empty(self):
        self.held.append((KVCache(KV), []))
        return self.held[-1]

    @rule(held=caches, count=st.integers(1, 9))
    def append(self, held, count):
        self.write(held, held[0].length, self.fresh(count))

    @rule(held=caches, count=st.integers(1, 9), back=st.integers(1, 9))
    def feed_again(self, held, count, back):
        """Tokens that are cached already are left as they are."""
        self.write(held, max(held[0].length - back, 0), self.fresh(count))

    def write(self, held, start, marks):
        cache, expected = held
        end = start + len(marks)
        cache.reserve(end)
        for layer in range(KV.n_layers):
            cache.write(layer, start, kv_rows(marks, layer), -kv_rows(marks, layer))
        cache.commit(end)
        expected += marks[len(expected) - start :]

    @rule(held=caches, count=st.integers(1, 9))
    def fail_half_way(self, held, count):
        """A pass that ends after the first layer is never committed."""
        cache, _ = held
        cache.reserve(cache.length + count)
        marks = self.fresh(count)
        cache.write(0, cache.length, kv_rows(marks, 0), -kv_rows(marks, 0))

    @rule(held=caches, share=st.floats(0, 1.2))
    def crop(self, held, share):
        cache, expected = held
        length = int(share * len(expected))
        cache.crop(length)
        del expected[length:]

    @rule(target=caches, held=caches)
    def fork(self, held):
        self.held.append((held[0].fork(), list(held[1])))
        return self.held[-1]

    @rule(target=caches, held=caches)
    def save_and_load(self, held):
        loaded = KVCache(KV)
        loaded.load_state(held[0].state(), held[0].length)
        self.held.append((loaded, list(held[1])))
        return self.held[-1]

    @rule(held=caches, start=st.integers(0, 20), count=st.integers(0, 20))
    def read_a_part(self, held, start, count):
        cache, expected = held
        end = min(start + count, len(expected))
        parts = list(cache.segments(1, start, end))
        got = torch.cat([part.keys for part in parts], dim=1) if parts else kv_rows([], 1)
        assert torch.equal(got, kv_rows(expected[start:end], 1))
        for part, following in itertools.pairwise(parts):
            assert part.stop == following.start

    @rule(held=caches, count=st.integers(1, 200))
    def read_whole_buffers(self, held, count):
        """The same tokens, and behind them rows without meaning but finite, not too many."""
        cache, expected = held
        end = min(count, len(expected))
        parts = list(cache.segments(1, 0, end, whole=True))
        assert sum(part.n_tokens for part in parts) == end
        for part in parts:
            marks = expected[part.start : part.stop]
            assert torch.equal(part.keys[:, : part.n_tokens], kv_rows(marks, 1))
            assert torch.equal(part.values[:, : part.n_tokens], -kv_rows(marks, 1))
            assert part.keys.shape == part.values.shape
            assert part.keys.isfinite().all()
            assert part.values.isfinite().all()
            assert part.keys.shape[1] <= max(2 * part.n_tokens, STEP)

    def teardown(self):
        for cache, expected in self.held:
            assert cache.length == len(expected)
            assert cache.nbytes == len(expected) * 2 * 2 * 2 * 3 * 4
            for layer in range(KV.n_layers):
                parts = list(cache.segments(layer, 0, cache.length))
                keys = [part.keys for part in parts] or [kv_rows([], layer)]
                values = [part.values for part in parts] or [kv_rows([], layer)]
                assert torch.equal(torch.cat(keys, dim=1), kv_rows(expected, layer))
                assert torch.equal(torch.cat(values, dim=1), -kv_rows(expected, layer))


class LRCacheMachine(RuleBasedStateMachine):
    """Agent a adapts k and v, agent b only v; each has rows of its own."""

    caches = Bundle("caches")

    def __init__(self) -> None:
        super().__init__()
        self.held: list[tuple[LRCache, dict[str, list[int]]]] = []
        self.mark = 0

    @initialize(target=caches)
    def empty(self):
        self.held.append((LRCache(LR, AGENTS), {"a": [], "b": []}))
        return self.held[-1]

    @rule(
        held=caches,
        agents=st.sampled_from([("a",), ("b",), ("a", "b")]),
        back=st.integers(0, 4),
        count=st.integers(1, 9),
    )
    def write(self, held, agents, back, count):
        cache, expected = held
        start = max(min(len(expected[agent]) for agent in agents) - back, 0)
        marks = list(range(self.mark, self.mark + count))
        self.mark += count
        cache.reserve(start + count)
        for (layer, projection), ranks in LR.ranks.items():
            width = sum(ranks.get(agent, 0) for agent in agents)
            rows = torch.tensor(marks, dtype=torch.float32)[:, None].expand(-1, width)
            cache.write(layer, projection, start, agents, rows)
        cache.commit(agents, start + count)
        for agent in agents:
            expected[agent][start : start + count] = marks

    @rule(held=caches, length=st.integers(0, 12))
    def crop(self, held, length):
        held[0].crop(length)
        for marks in held[1].values():
            del marks[length:]

    @rule(target=caches, held=caches)
    def fork(self, held):
        self.held.append((held[0].fork(), {a: list(marks) for a, marks in held[1].items()}))
        return self.held[-1]

    @rule(target=caches, held=caches)
    def save_and_load(self, held):
        loaded = LRCache(LR, AGENTS[::-1])  # the order of agents is the reader's own
        for agent in AGENTS:
            loaded.load_state(agent, held[0].state(agent), held[0].lengths[agent])
        self.held.append((loaded, {a: list(marks) for a, marks in held[1].items()}))
        return self.held[-1]

    def teardown(self):
        for cache, expected in self.held:
            assert cache.view(0, "k", "b", 0) is None
            assert cache.view(1, "v", "a", 0) is None
            for agent, rank in (("a", 3), ("b", 3)):
                marks = expected[agent]
                assert cache.lengths[agent] == len(marks)
                assert cache.nbytes(agent) == len(marks) * rank * 4
                rows = cache.view(0, "v", agent, len(marks))
                wanted = torch.tensor(marks, dtype=torch.float32)[:, None].expand_as(rows)
                assert torch.equal(rows, wanted)


KVCacheMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=30)
LRCacheMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=30)
TestKVCache = KVCacheMachine.TestCase
TestLRCache = LRCacheMachine.TestCase


def token_by_token(cache, tokens: int, write, where) -> int:
    """How often the buffer behind a cache is replaced while tokens come one by one."""
    moves, before = 0, None
    for position in range(tokens):
        cache.reserve(position + 1)
        write(position)
        moves += where() != before
        before = where()
    return moves


def test_a_growing_cache_is_seldom_copied():
    kv = KVCache(KV)

    def write_kv(position):
        for layer in range(KV.n_layers):
            kv.write(layer, position, kv_rows([position], layer), kv_rows([position], layer))
        kv.commit(position + 1)

    lr = LRCache(LR, AGENTS)

    def write_lr(position):
        lr.write(0, "v", position, AGENTS, torch.zeros(1, 4))
        lr.commit(AGENTS, position + 1)

    kv_start = lambda: next(iter(kv.segments(0, 0, kv.length))).keys.data_ptr()  # noqa: E731
    lr_start = lambda: lr.view(0, "v", "a", 1).data_ptr()  # noqa: E731
    for moves in (
        token_by_token(kv, 2000, write_kv, kv_start),
        token_by_token(lr, 2000, write_lr, lr_start),
    ):
        assert moves < 40  # 15 by STEP up to 1,024 rows, then log(2) / log(GROWTH) = 11


@given(st.integers(1, 40))
def test_a_fork_shares_until_one_side_writes_over(tokens):
    parent = KVCache(KV)
    parent.reserve(tokens)
    for layer in range(KV.n_layers):
        parent.write(layer, 0, kv_rows(list(range(tokens)), layer), kv_rows([0] * tokens, layer))
    parent.commit(tokens)
    child = parent.fork()
    (ours,), (theirs,) = parent.segments(0, 0, tokens), child.segments(0, 0, tokens)
    assert ours.keys.data_ptr() == theirs.keys.data_ptr()
    # Read whole, it is the very buffer in which the other side goes on.
    parent.reserve(tokens + 1)
    [whole] = child.segments(0, 0, tokens, whole=True)
    assert whole.keys.is_contiguous()
    assert whole.values.is_contiguous()
    assert whole.n_tokens == tokens
    child.crop(tokens - 1)
    child.reserve(tokens)
    for layer in range(KV.n_layers):
        child.write(layer, tokens - 1, kv_rows([99], layer), kv_rows([99], layer))
    child.commit(tokens)
    assert torch.equal(ours.keys, kv_rows(list(range(tokens)), 0))


def test_forks_do_not_swell_a_low_rank_cache():
    """Every fork makes the next write copy, but no copy is larger than the rows need."""
    lr = LRCache(LR, AGENTS)
    for position in range(600):
        lr.fork()
        lr.reserve(position + 1)
        lr.write(0, "v", position, AGENTS, torch.zeros(1, 4))
        lr.commit(AGENTS, position + 1)
    held = lr.view(0, "v", "a", 600)
    assert held.untyped_storage().nbytes() <= 2 * 600 * 4 * held.element_size()


@given(
    st.lists(st.tuples(st.integers(0, 300), st.booleans()), min_size=1, max_size=8), st.booleans()
)
def test_rows_behind_those_in_use_are_finite(lengths, by_column):
    """New memory is filled with NaN."""
    torch.use_deterministic_algorithms(True)
    try:
        rows, held = GrowingRows(torch.empty(2, 0, 3), by_column=by_column), torch.empty(2, 0, 3)
        for length, as_a_copy in lengths:  # fed, and cropped where it is shorter
            used = min(held.shape[1], length)
            if as_a_copy:
                earlier, kept = rows.tensor, rows.tensor.clone()
                rows = rows.copied(used, length)
            else:
                rows.reserve(used, length)
            rows.tensor[:, used:length] = torch.randn(2, length - used, 3)
            held = torch.cat((held[:, :used], rows.tensor[:, used:length]), dim=1)
            assert torch.equal(rows.tensor[:, :length], held)
            assert rows.tensor.isfinite().all()
            assert rows.tensor.shape[1] % STEP == 0
            assert rows.tensor.transpose(1, 2).is_contiguous() or not by_column
            if as_a_copy:
                assert torch.equal(earlier, kept)
    finally:
        torch.use_deterministic_algorithms(False)
