"""The policies' definitions computed independently, in float64 and without cleverness.

A *store* is plain rows by position: `base[layer][name]` holds X W0 (keys after RoPE),
`lr[agent][layer][name]` holds X A_k, name in "k", "v".
"""

import copy
import re

import torch
from torch import Tensor

from tests.runtime.reference_model import NAMES, Model

RECOMPUTING = (
    r"(?P<name>droidspeak|cacheblend|relaycaching)(-(?P<ratio>[\d.]+))?(-from-(?P<first>\d+))?"
)


class Rows:
    """Per layer and name, rows by position."""

    def __init__(self) -> None:
        self.rows: dict[tuple[int, str], Tensor] = {}

    def get(self, layer: int, name: str) -> Tensor | None:
        return self.rows.get((layer, name))

    def put(self, layer: int, name: str, start: int, new: Tensor) -> None:
        old = self.get(layer, name)
        self.rows[layer, name] = new if old is None or start == 0 else torch.cat((old[:start], new))

    def length(self) -> int:
        return max((rows.shape[0] for rows in self.rows.values()), default=0)

    def copy(self) -> "Rows":
        copied = Rows()
        copied.rows = dict(self.rows)
        return copied

    def crop(self, length: int) -> None:
        self.rows = {key: rows[:length] for key, rows in self.rows.items()}


class Transcript:
    """One transcript under one policy, named by its label.

    `turn` gives the logits that each forced token was drawn from.
    """

    def __init__(self, model: Model, policy: str) -> None:
        self.model = model
        self.policy = policy.removesuffix("-lp").removesuffix("-db").replace("-", "_")
        self.ids: list[int] = []
        owners = model.agents if self.policy == "nonshared" else ("shared",)
        self.full = {owner: Rows() for owner in owners}
        self.base = Rows()
        self.lr = {agent: Rows() for agent in model.agents}
        self.one_lr = Rows()  # BaseLRShared's
        self.lr_length = dict.fromkeys(model.agents, 0)
        self.cached = 0
        self.adapted = Rows()  # on_switch: the base that the unreconstructed tokens were fed over
        self.unreconstructed: tuple[str, int] | None = None  # on_switch: whose, from where on
        # Of the policies that recompute: own[agent][layer, name][position], and what entered each
        # layer of the tokens that are cached.
        self.own: dict[str, dict] = {agent: {} for agent in model.agents}
        self.met = dict.fromkeys(model.agents, 0)
        self.choices: dict[str, list[tuple[int, int]]] = {agent: [] for agent in model.agents}
        self.entered = [torch.zeros(0, 0).double()] * model.n_layers
        self.picked: list[list[int]] = []  # by recomputation that chose tokens, which ones
        if recomputing := re.fullmatch(RECOMPUTING, policy):
            self.policy = recomputing["name"]
            self.ratio = float(recomputing["ratio"] or 0.3)
            self.first = recomputing["first"] and int(recomputing["first"])

    def fork(self) -> "Transcript":
        other = copy.copy(self)
        other.ids = list(self.ids)
        other.full = {owner: rows.copy() for owner, rows in self.full.items()}
        other.lr = {agent: rows.copy() for agent, rows in self.lr.items()}
        other.lr_length = dict(self.lr_length)
        other.base, other.adapted = self.base.copy(), self.adapted.copy()
        other.one_lr = self.one_lr.copy()
        other.own = copy.deepcopy(self.own)
        other.met, other.entered = dict(self.met), list(self.entered)
        other.choices = copy.deepcopy(self.choices)
        other.picked = list(self.picked)
        return other

    def truncate(self, length: int) -> None:
        del self.ids[length:]
        held = max(length - 1, 0)
        for rows in (*self.full.values(), *self.lr.values(), self.one_lr, self.base, self.adapted):
            rows.crop(held)
        self.cached = min(self.cached, held)
        self.lr_length = {agent: min(had, held) for agent, had in self.lr_length.items()}
        if self.unreconstructed is not None and self.unreconstructed[1] >= held:
            self.unreconstructed = None
        self.entered = [states[:held] for states in self.entered]
        for agent, by_layer in self.own.items():
            undone = [choice for choice in self.choices[agent] if choice[1] >= held]
            self.choices[agent] = self.choices[agent][: -len(undone) or None]
            met = min([self.met[agent], held, *(start for start, _ in undone)])
            self.met[agent] = met
            for key, rows in by_layer.items():
                by_layer[key] = {place: row for place, row in rows.items() if place < met}

    def turn(self, agent: str, prompt: list[int], forced: list[int]) -> Tensor:
        self.ids += prompt
        first = len(self.ids) - 1
        self.ids += forced
        end = len(self.ids) - 1
        logits, start = getattr(self, f"_{self.policy}")(agent, end)
        self.cached = end
        return logits[first - start :]

    def _full(self, agent: str, rows: Rows, end: int):
        model, start = self.model, rows.length()

        def keys_values(layer, h, positions):
            for name in NAMES:
                rows.put(layer, name, start, model.project(layer, name, h, positions, agent))
            return rows.get(layer, "k"), rows.get(layer, "v")

        return model.run(self.ids[start:end], start, agent, keys_values)[0], start

    def _nonshared(self, agent: str, end: int):
        return self._full(agent, self.full[agent], end)

    def _fullshared(self, agent: str, end: int):
        return self._full(agent, self.full["shared"], end)

    def _split(self, agent: str | None, start: int, end: int, base: Rows, writes) -> Tensor:
        """Feeds start..end, attending to base + the agent's LR.

        Base rows that are there stay; LR rows of `writes` are written.
        """
        model = self.model

        def keys_values(layer, h, positions):
            effective = []
            for name in NAMES:
                held = base.get(layer, name)
                known = 0 if held is None else held.shape[0]
                new = model.project(layer, name, h, positions, None)
                if known < end:
                    base.put(layer, name, max(known, start), new[max(known - start, 0) :])
                for other in writes:
                    if model.a(other, layer, name) is not None:
                        rows = h @ model.a(other, layer, name).T
                        self.lr[other].put(layer, name, start, rows)
                total = base.get(layer, name)[:end]
                if agent is not None and model.a(agent, layer, name) is not None:
                    total = total + model.lr_term(
                        layer, name, self.lr[agent].get(layer, name)[:end], agent
                    )
                effective.append(total)
            return effective

        return model.run(self.ids[start:end], start, agent, keys_values)[0]

    def _baseshared(self, agent: str, end: int):
        start = self.lr_length[agent]
        self.lr_length[agent] = end
        return self._split(agent, start, end, self.base, (agent,)), start

    def _prelrshared(self, agent: str, end: int):
        return self._split(agent, self.cached, end, self.base, self.model.agents), self.cached

    def _baselrshared(self, agent: str, end: int):
        """Whoever feeds a token writes `X_i A` for all; k adds `LR B_k` where it has a B."""
        model, start = self.model, self.cached

        def keys_values(layer, h, positions):
            effective = []
            for name in NAMES:
                self.base.put(layer, name, start, model.project(layer, name, h, positions, None))
                total = self.base.get(layer, name)
                given = [model.a(other, layer, name) for other in model.agents]
                one = next((a for a in given if a is not None), None)
                if one is not None:
                    self.one_lr.put(layer, name, start, h @ one.T)
                if model.b(agent, layer, name) is not None:
                    rows = self.one_lr.get(layer, name)
                    total = total + model.lr_term(layer, name, rows, agent)
                effective.append(total)
            return effective

        return model.run(self.ids[start:end], start, agent, keys_values)[0], start

    def _rebaseshared(self, agent: str, end: int):
        start = self.cached
        logits = self._split(agent, start, end, self.base.copy(), (agent,))
        others = tuple(other for other in self.model.agents if other != agent)
        self._split(None, start, end, self.base, others)
        return logits, start

    def _rebaseshared_lp_on_switch(self, agent: str, end: int):
        if self.unreconstructed is not None and self.unreconstructed[0] != agent:
            before, start = self.unreconstructed
            others = tuple(other for other in self.model.agents if other != before)
            self._split(None, start, self.cached, self.base, others)
            self.unreconstructed = None
        if self.unreconstructed is None:
            self.adapted = self.base.copy()
            self.unreconstructed = (agent, self.cached)
        return self._split(agent, self.cached, end, self.adapted, (agent,)), self.cached

    def attended(self, agent: str) -> Rows | None:
        """What the agent attends to; None where that is base and LR caches."""
        if self.policy == "nonshared":
            return self.full[agent]
        shared, attended = self.full["shared"], Rows()
        for layer, name in shared.rows:
            attended.put(layer, name, 0, self._blended(self.own[agent], layer, name))
        return attended if shared.rows else None

    def _blended(self, own: dict, layer: int, name: str) -> Tensor:
        rows = self.full["shared"].get(layer, name).clone()
        for place, row in own.get((layer, name), {}).items():
            if place < len(rows):
                rows[place] = row
        return rows

    def _again(self, agent: str, own: dict, x: Tensor, places: list[int], layers) -> Tensor:
        """Some tokens through some layers, their keys and values to `own`: what leaves the last."""
        positions = torch.tensor(places)

        def keys_values(layer, h, positions):
            for name in NAMES:
                rows = self.model.project(layer, name, h, positions, agent)
                own.setdefault((layer, name), {}).update(zip(places, rows, strict=True))
            return [self._blended(own, layer, name) for name in NAMES]

        for layer in layers:
            x = self.model.layer(layer, x, positions, agent, keys_values)
        return x

    def _recomputing(self, agent: str, end: int, layers: range, ratio: float, weigh: bool):
        """FullShared, after `layers` are recomputed for a share of what `agent` has not met."""
        model, own, cached = self.model, self.own[agent], self.cached
        places = list(range(self.met[agent], cached))
        if places:
            self.choices[agent].append((places[0], cached))
        count = round(ratio * len(places))
        if layers and count:
            entered = self.entered[layers[0]] if layers[0] else model.embed(self.ids[:cached])
            x = entered[places]
            if count < len(places):
                trial = copy.deepcopy(own)
                one_layer = len(layers) == 1
                second = layers[0] if one_layer else layers[1]
                if not one_layer:
                    x = self._again(agent, trial, x, places, layers[:1])
                entering = x
                self._again(agent, trial, x, places, [second])
                squares = sum(
                    (self._blended(trial, second, name) - self.full["shared"].get(second, name))
                    .square()
                    .sum(-1)
                    for name in NAMES
                )
                influence = squares.sqrt()[places]
                if weigh:
                    last = torch.tensor(places[-32:])
                    q = model.queries(second, entering[-32:], last, agent)
                    paid = model.weights(q, self._blended(trial, second, "k"), last)
                    influence = influence * paid.sum((0, 1))[places]
                order = sorted(range(len(places)), key=lambda i: (-float(influence[i]), i))
                kept = sorted(order[:count])
                places, x = [places[i] for i in kept], x[kept]
                self.picked.append(places)
                if not one_layer:
                    for name in NAMES:
                        rows = trial[layers[0], name]
                        own.setdefault((layers[0], name), {}).update((p, rows[p]) for p in places)
                    layers = layers[1:]
            self._again(agent, own, x, places, layers)

        def keys_values(layer, h, positions):
            for name in NAMES:
                rows = model.project(layer, name, h, positions, agent)
                self.full["shared"].put(layer, name, cached, rows)
            return [self._blended(own, layer, name) for name in NAMES]

        logits, entering = model.run(self.ids[cached:end], cached, agent, keys_values)
        for layer, states in enumerate(entering):
            old = self.entered[layer]
            self.entered[layer] = torch.cat((old, states)) if len(old) else states
        self.met[agent] = end
        return logits, cached

    def _droidspeak(self, agent: str, end: int):
        n = self.model.n_layers
        size = round(self.ratio * n)
        first = (n - size) // 2 if self.first is None else self.first
        return self._recomputing(agent, end, range(first, first + size), 1.0, False)

    def _cacheblend(self, agent: str, end: int):
        return self._recomputing(agent, end, range(self.model.n_layers), self.ratio, False)

    def _relaycaching(self, agent: str, end: int):
        n = self.model.n_layers
        return self._recomputing(agent, end, range(n // 4, 3 * n // 4), self.ratio, True)
