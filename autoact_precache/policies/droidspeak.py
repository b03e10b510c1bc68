import json
from pathlib import Path

from autoact_precache.errors import ConfigError
from autoact_precache.policies.recomputing import RATIO, Recomputing


class DroidSpeak(Recomputing):
    """A contiguous group of layers is recomputed, for every token that the agent has not fed.

    DroidSpeak (Liu et al., NSDI 2026). The group has round(ratio n) of the n layers. What entered
    its first layer, as whoever fed the token left it, is kept for all tokens; agent j starts from
    that, and attends to its own K and V in the group. Those of the other layers are reused as they
    are. So the group's K and V are kept once for each agent that fed or recomputed the token, the
    others once for all. A group that starts at layer 0 starts from the embeddings: no hidden state
    is kept.

    `first` is the group's first layer. By default `profile` names the file in which the command
    `profile` left its choice, as the paper finds the group offline; without one, the group is in
    the middle of the model: (n - round(ratio n)) // 2. `ratio=0` is FullShared; `ratio=1`, a group
    of all layers, is NonShared.
    """

    name = "droidspeak"

    def __init__(
        self, ratio: float = RATIO, first: int | None = None, profile: str | None = None
    ) -> None:
        """Raises `ConfigError` for a bad setting, and for a profile that is not of this ratio."""
        super().__init__(ratio)
        if first is not None and profile is not None:
            raise ConfigError("droidspeak: first and profile both choose the group: give one")
        if first is not None and (type(first) is not int or first < 0):
            raise ConfigError(f"droidspeak: first must be a layer's number, not {first!r}")
        self.first = first
        self.profiled_layers: int | None = None
        if profile is not None:
            self.first, self.profiled_layers = _read_profile(Path(profile), self.ratio)

    @property
    def label(self) -> str:
        return super().label if self.first is None else f"{super().label}-from-{self.first}"

    @property
    def token_ratio(self) -> float:
        return 1.0

    def recomputed_layers(self, n_layers: int) -> range:
        size = round(self.ratio * n_layers)
        if self.profiled_layers not in (None, n_layers):
            raise ConfigError(
                f"droidspeak: the profile is of a model of {self.profiled_layers} layers, this one "
                f"has {n_layers}"
            )
        first = (n_layers - size) // 2 if self.first is None else self.first
        if first + size > n_layers:
            raise ConfigError(
                f"droidspeak: a group of {size} layers starts at layer {n_layers - size} at the "
                f"latest, not at {first}: the model has {n_layers}"
            )
        return range(first, first + size)


def _read_profile(path: Path, ratio: float) -> tuple[int, int]:
    """The first layer chosen, and how many layers the model has."""
    try:
        profile = json.loads(path.read_text())
        first, n_layers, measured_at = (profile[key] for key in ("first", "n_layers", "ratio"))
    except OSError as error:
        raise ConfigError(f"droidspeak: no profile at {path}: {error.strerror}") from error
    except (ValueError, LookupError, TypeError) as error:
        raise ConfigError(f"droidspeak: {path} is no profile of the command profile") from error
    if type(first) is not int or type(n_layers) is not int or first < 0:
        raise ConfigError(f"droidspeak: {path} is no profile: bad first or n_layers")
    if measured_at != ratio:
        raise ConfigError(f"droidspeak: {path} was measured at ratio {measured_at}, not {ratio:g}")
    return first, n_layers
