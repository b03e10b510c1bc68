"""The commands, a module each."""

COMMANDS = {
    "run": "questions through the plan, action and reflect agents",
    "replay": "a recorded trajectory or a controlled trace again, under any policy",
    "train": "role adapters from trajectories",
}
