"""The policies' definitions computed independently, in float64 and without cleverness.

Weights come straight from the checkpoint's and the adapters' files. A *store* is plain rows by
position: `base[layer][name]` holds X W0 (keys after RoPE), `lr[agent][layer][name]` holds X A_k,
name in "k", "v".
"""

import copy
import json
import math
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor

NAMES = ("k", "v")


class Model:
    def __init__(self, checkpoint: Path, adapters: dict[str, Path | None]) -> None:
        self.config = json.loads((checkpoint / "config.json").read_text())
        self.w = {k: v.double() for k, v in load_file(checkpoint / "model.safetensors").items()}
        self.n_layers = self.config["num_hidden_layers"]
        self.n_heads = self.config["num_attention_heads"]
        self.n_kv = self.config["num_key_value_heads"]
        self.head_dim = self.config.get("head_dim") or self.config["hidden_size"] // self.n_heads
        self.window = self.config.get("sliding_window")
        if self.config["model_type"] == "qwen2" and not self.config.get("use_sliding_window"):
            self.window = None
        self.agents = tuple(adapters)
        self.adapters = {
            agent: self._adapter(folder) if folder else {} for agent, folder in adapters.items()
        }

    def _adapter(self, folder: Path) -> dict[str, tuple[Tensor, Tensor]]:
        config = json.loads((folder / "adapter_config.json").read_text())
        raw = load_file(folder / "adapter_model.safetensors")
        found = {}
        for key, a in raw.items():
            if not key.endswith(".lora_A.weight"):
                continue
            path = key.removeprefix("base_model.model.").removesuffix(".lora_A.weight")
            b = raw[key.replace("lora_A", "lora_B")]
            rank = a.shape[0]
            alpha = config["lora_alpha"]
            for pattern, value in (config.get("alpha_pattern") or {}).items():
                if path.endswith(pattern):
                    alpha = value
            scale = alpha / (math.sqrt(rank) if config["use_rslora"] else rank)
            found[path] = (a.double(), b.double() * scale)
        return found

    def a(self, agent: str, layer: int, name: str) -> Tensor | None:
        pair = self.adapters[agent].get(f"model.layers.{layer}.self_attn.{name}_proj")
        return None if pair is None else pair[0]

    def b(self, agent: str, layer: int, name: str) -> Tensor | None:
        pair = self.adapters[agent].get(f"model.layers.{layer}.self_attn.{name}_proj")
        return None if pair is None else pair[1]

    def linear(self, path: str, x: Tensor, agent: str | None) -> Tensor:
        y = x @ self.w[f"{path}.weight"].T
        if f"{path}.bias" in self.w:
            y = y + self.w[f"{path}.bias"]
        if agent is not None and path in self.adapters[agent]:
            a, b = self.adapters[agent][path]
            y = y + x @ a.T @ b.T
        return y

    def norm(self, path: str, x: Tensor) -> Tensor:
        scaled = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.config["rms_norm_eps"])
        return scaled * self.w[f"{path}.weight"]

    def rope(self, x: Tensor, positions: Tensor) -> Tensor:
        """[tokens, heads * head_dim] turned by position, back in the same shape."""
        theta = self.config["rope_parameters"]["rope_theta"]
        half = self.head_dim // 2
        angles = positions.double()[:, None] * theta ** (-torch.arange(half).double() / half)
        heads = x.view(x.shape[0], -1, self.head_dim)
        first, second = heads[..., :half], heads[..., half:]
        cos, sin = angles.cos()[:, None], angles.sin()[:, None]
        turned = torch.cat((first * cos - second * sin, second * cos + first * sin), dim=-1)
        return turned.reshape(x.shape)

    def attention(self, q: Tensor, k: Tensor, v: Tensor, start: int) -> Tensor:
        """q [fed tokens, ...] at positions start.. over k, v [all tokens, ...]."""
        fed, total = q.shape[0], k.shape[0]
        group = self.n_heads // self.n_kv
        qh = q.view(fed, self.n_heads, self.head_dim).transpose(0, 1)
        kh = k.view(total, self.n_kv, self.head_dim).transpose(0, 1).repeat_interleave(group, 0)
        vh = v.view(total, self.n_kv, self.head_dim).transpose(0, 1).repeat_interleave(group, 0)
        scores = qh @ kh.transpose(1, 2) / math.sqrt(self.head_dim)
        i = torch.arange(start, start + fed)[:, None]
        j = torch.arange(total)[None]
        visible = j <= i
        if self.window is not None:
            visible &= j > i - self.window
        weights = scores.masked_fill(~visible, -math.inf).softmax(-1)
        return (weights @ vh).transpose(0, 1).reshape(fed, -1)

    def run(self, ids, start: int, agent: str | None, keys_values) -> tuple[Tensor, list[dict]]:
        """Feeds `ids` at `start..` with `agent` active in q, o, MLP.

        `keys_values(layer, inputs)` gives what is attended to, [all tokens, width] each. Returns
        the logits [tokens, vocab] and the inputs of the projections by layer.
        """
        x = self.w["model.embed_tokens.weight"][torch.tensor(ids)]
        positions = torch.arange(start, start + len(ids))
        inputs = []
        for layer in range(self.n_layers):
            path = f"model.layers.{layer}"
            h = self.norm(f"{path}.input_layernorm", x)
            inputs.append(h)
            q = self.rope(self.linear(f"{path}.self_attn.q_proj", h, agent), positions)
            k, v = keys_values(layer, h, positions)
            attended = self.attention(q, k, v, start)
            x = x + self.linear(f"{path}.self_attn.o_proj", attended, agent)
            h = self.norm(f"{path}.post_attention_layernorm", x)
            gate = self.linear(f"{path}.mlp.gate_proj", h, agent)
            up = self.linear(f"{path}.mlp.up_proj", h, agent)
            hidden = torch.nn.functional.silu(gate) * up
            x = x + self.linear(f"{path}.mlp.down_proj", hidden, agent)
        x = self.norm("model.norm", x)
        head = self.w.get("lm_head.weight", self.w["model.embed_tokens.weight"])
        return x @ head.T, inputs

    def project(self, layer: int, name: str, h: Tensor, positions: Tensor, agent: str | None):
        y = self.linear(f"model.layers.{layer}.self_attn.{name}_proj", h, agent)
        return self.rope(y, positions) if name == "k" else y

    def lr_term(self, layer: int, name: str, rows: Tensor, agent: str) -> Tensor:
        """LR B of all positions, keys turned."""
        y = rows @ self.b(agent, layer, name).T
        return self.rope(y, torch.arange(rows.shape[0])) if name == "k" else y


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

    def fork(self) -> "Transcript":
        other = copy.copy(self)
        other.ids = list(self.ids)
        other.full = {owner: rows.copy() for owner, rows in self.full.items()}
        other.lr = {agent: rows.copy() for agent, rows in self.lr.items()}
        other.lr_length = dict(self.lr_length)
        other.base, other.adapted = self.base.copy(), self.adapted.copy()
        other.one_lr = self.one_lr.copy()
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
