"""The time that work takes, on any device."""

import time

import torch


class Stopwatch:
    """Seconds since it was made, until `device` has done all that it was given.

    A kernel is launched, not waited for.
    """

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self._start = time.perf_counter()

    def read(self) -> float:
        if self._device.type != "cpu":
            torch.accelerator.synchronize(self._device)
        return time.perf_counter() - self._start
