"""Training the role adapters: trajectories from several sources, examples per role, the trainer."""
