"""A Llama-like model and its adapters in float64, straight from the checkpoints' files."""

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

    def weights(self, q: Tensor, k: Tensor, positions: Tensor) -> Tensor:
        """[heads, fed tokens, all tokens] of q [fed tokens, ...] at `positions`."""
        fed, total = q.shape[0], k.shape[0]
        group = self.n_heads // self.n_kv
        qh = q.view(fed, self.n_heads, self.head_dim).transpose(0, 1)
        kh = k.view(total, self.n_kv, self.head_dim).transpose(0, 1).repeat_interleave(group, 0)
        scores = qh @ kh.transpose(1, 2) / math.sqrt(self.head_dim)
        i = positions[:, None]
        j = torch.arange(total)[None]
        visible = j <= i
        if self.window is not None:
            visible &= j > i - self.window
        return scores.masked_fill(~visible, -math.inf).softmax(-1)

    def attention(self, q: Tensor, k: Tensor, v: Tensor, positions: Tensor) -> Tensor:
        """q [fed tokens, ...] at `positions` over k, v [all tokens, ...]."""
        group = self.n_heads // self.n_kv
        vh = v.view(-1, self.n_kv, self.head_dim).transpose(0, 1).repeat_interleave(group, 0)
        return (self.weights(q, k, positions) @ vh).transpose(0, 1).reshape(q.shape[0], -1)

    def queries(self, layer: int, x: Tensor, positions: Tensor, agent: str | None) -> Tensor:
        path = f"model.layers.{layer}"
        h = self.norm(f"{path}.input_layernorm", x)
        return self.rope(self.linear(f"{path}.self_attn.q_proj", h, agent), positions)

    def layer(self, layer: int, x: Tensor, positions: Tensor, agent: str | None, keys_values):
        """What leaves a layer, of what enters it [fed tokens, ...] at `positions`."""
        path = f"model.layers.{layer}"
        h = self.norm(f"{path}.input_layernorm", x)
        q = self.queries(layer, x, positions, agent)
        k, v = keys_values(layer, h, positions)
        attended = self.attention(q, k, v, positions)
        x = x + self.linear(f"{path}.self_attn.o_proj", attended, agent)
        h = self.norm(f"{path}.post_attention_layernorm", x)
        gate = self.linear(f"{path}.mlp.gate_proj", h, agent)
        up = self.linear(f"{path}.mlp.up_proj", h, agent)
        hidden = torch.nn.functional.silu(gate) * up
        return x + self.linear(f"{path}.mlp.down_proj", hidden, agent)

    def embed(self, ids) -> Tensor:
        return self.w["model.embed_tokens.weight"][torch.tensor(ids)]

    def run(self, ids, start: int, agent: str | None, keys_values) -> tuple[Tensor, list[dict]]:
        """Feeds `ids` at `start..` with `agent` active in q, o, MLP.

        `keys_values(layer, inputs)` gives what is attended to, [all tokens, width] each. Returns
        the logits [tokens, vocab] and what enters each layer.
        """
        x = self.embed(ids)
        positions = torch.arange(start, start + len(ids))
        entering = []
        for layer in range(self.n_layers):
            entering.append(x)
            x = self.layer(layer, x, positions, agent, keys_values)
        x = self.norm("model.norm", x)
        head = self.w.get("lm_head.weight", self.w["model.embed_tokens.weight"])
        return x @ head.T, entering

    def project(self, layer: int, name: str, h: Tensor, positions: Tensor, agent: str | None):
        y = self.linear(f"model.layers.{layer}.self_attn.{name}_proj", h, agent)
        return self.rope(y, positions) if name == "k" else y

    def lr_term(self, layer: int, name: str, rows: Tensor, agent: str) -> Tensor:
        """LR B of all positions, keys turned."""
        y = rows @ self.b(agent, layer, name).T
        return self.rope(y, torch.arange(rows.shape[0])) if name == "k" else y
