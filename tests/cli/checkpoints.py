"""A small checkpoint that uses its tools: each token has one likeliest successor."""

from itertools import pairwise
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from tests.runtime.checkpoints import Maker, llama

ROUND = ": BingSearch[x]\n"
"""What follows what, byte by byte: a thought, a tool's name after `Action:`, and its argument."""


def searching_model(make: Maker) -> Path:
    """A Llama that continues `:` by ` BingSearch[x]` and a new line, whatever came before.

    Embeddings are one-hot and the head holds the successors. Attention adds a little to the logits:
    too little to change the likeliest token, enough for policies to differ.
    """
    folder = make.model(llama(hidden_size=264, num_hidden_layers=2, max_position_embeddings=4096))
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    successors = pairwise(tokenizer.encode(ROUND))
    with torch.no_grad():
        model.get_input_embeddings().weight.copy_(torch.eye(*model.lm_head.weight.shape))
        model.lm_head.weight.mul_(0.01)
        for token, successor in successors:
            model.lm_head.weight[successor, token] = 1.0
        for layer in model.model.layers:
            layer.self_attn.o_proj.weight.mul_(0.005)
            layer.mlp.down_proj.weight.zero_()
    model.save_pretrained(folder)
    return folder
