"""The commands, a module each."""

COMMANDS = {
    "run": "questions through the plan, action and reflect agents",
    "replay": "a recorded trajectory or a controlled trace again, under any policy",
    "bench": "what each cache policy costs, side by side, on controlled traces",
    "corpus": "an encyclopedia for the offline tools, out of a benchmark's paragraphs",
    "synthesize": "zero-shot trajectories by one model that plays all roles",
    "analyze": "fidelity of every policy on recorded trajectories, and why",
    "profile": "which layers policy=droidspeak should recompute, on recorded trajectories",
    "filter": "from trajectories to the demonstrations that train reads",
    "train": "role adapters from trajectories",
    "eval": "a benchmark: every level, repeats, mean and spread",
    "report": "results of the other commands, as one HTML page",
}
