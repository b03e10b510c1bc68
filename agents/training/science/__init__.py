"""Multiple-choice questions on the skills of school science, with one line of reasoning each."""

from autoact_precache.agents.training.science.catalogue import science_questions
from autoact_precache.agents.training.science.question import ScienceQuestion

__all__ = ["ScienceQuestion", "science_questions"]
