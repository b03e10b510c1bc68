"""What passes through a runtime's model, for those who look on."""

import copy
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial

from torch import Tensor, nn

from autoact_precache.forward import ModelDecoder
from autoact_precache.runtime import Runtime


def through_modules(runtime: Runtime) -> Runtime:
    """The same runtime, but its passes go through the model's own modules, which take hooks."""
    other = copy.copy(runtime)
    backbone = runtime.backbone
    other.backbone = replace(backbone, decoder=ModelDecoder(backbone.model, backbone.current))
    return other


def attention_modules(runtime: Runtime) -> dict[str, nn.Module]:
    """The attention of each layer by its path in the model, in order."""
    named = runtime.backbone.model.named_modules()
    return {path: module for path, module in named if hasattr(module, "flash_lora_attention")}


@contextmanager
def entering_layers(runtime: Runtime, see: Callable[[int, Tensor], None]) -> Iterator[None]:
    """Meanwhile `see(layer, states)` gets what enters each layer, [streams, tokens, d]."""

    def hook(layer: int, _: nn.Module, args: tuple[Tensor, ...], kwargs: dict[str, Tensor]) -> None:
        see(layer, args[0] if args else kwargs["hidden_states"])

    model = runtime.backbone.model
    with ExitStack() as hooks:
        for layer, path in enumerate(attention_modules(runtime)):
            module = model.get_submodule(path.rpartition(".")[0])
            handle = module.register_forward_pre_hook(partial(hook, layer), with_kwargs=True)
            hooks.callback(handle.remove)
        yield


@contextmanager
def leaving_the_last(runtime: Runtime, see: Callable[[Tensor], None]) -> Iterator[None]:
    """Meanwhile `see(states)` gets the last layer's output after its norm, [streams, tokens, d]."""
    handle = runtime.backbone.model.base_model.register_forward_hook(
        lambda _, inputs, output: see(output.last_hidden_state)
    )
    with handle:
        yield
