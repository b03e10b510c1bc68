"""Invented little encyclopedias, with questions that only reading their pages can answer."""

from autoact_precache.agents.training.worlds.world import World, make_world

__all__ = ["World", "make_world"]
