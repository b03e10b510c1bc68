"""No test fails because a machine is busy; tests run side by side, a thread each."""

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before anything imports torch

from hypothesis import settings

settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")
