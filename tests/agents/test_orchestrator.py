from dataclasses import replace

import pytest

from autoact_precache.agents.errors import TaskError
from autoact_precache.agents.orchestrator import Orchestrator, question_seed
from autoact_precache.agents.tasks.task import Question
from autoact_precache.agents.transcript import Step, lay_out
from autoact_precache.tools import Toolbox
from autoact_precache.trajectories.record import Trajectory

from .scripted import ScriptedBackend, Turn, decode

QUESTION = Question(id="q1", text="Who did Ada meet?", gold="Charles Babbage")


def step(thought: str, tool: str, argument: str) -> list[Turn]:
    return [("plan", f" {thought}\n"), ("plan", f" {tool}["), ("action", f"{argument}]")]


def judgement(verdict: str) -> list[Turn]:
    return [("reflect", " I check it.\n"), ("reflect", f" Reflect[{verdict}]")]


FINISHED = [*step("I know.", "Finish", "Charles Babbage"), *judgement("right")]


@pytest.fixture
def answer(hotpotqa, toolbox, settings):
    """Answer QUESTION by a script; the backend is left in `answer.backend`."""

    def run(turns: list[Turn], **changes) -> Trajectory:
        run.backend = changes.pop("backend", None) or ScriptedBackend(list(turns))
        run.said = []
        parts = {"task": hotpotqa, "toolbox": toolbox, "settings": settings, "seed": 0} | changes
        return Orchestrator(run.backend, **parts).answer(QUESTION, run.said.append)

    return run


def transcript(run) -> str:
    return decode(run.backend.sessions[-1].token_ids)


def test_a_run_lays_its_transcript_out_as_training_does(answer, hotpotqa):
    trajectory = answer(
        [
            *step("I open Ada.", "Retrieve", "Ada Lovelace"),
            *step("I look for who.", "Lookup", "met"),
            *step("It was him.", "Finish", "Charles Babbage"),
            *judgement("right"),
        ]
    )
    expected = lay_out(
        hotpotqa.prompt.instructions,
        QUESTION.text,
        [
            Step(
                "I open Ada.",
                "Retrieve",
                "Ada Lovelace",
                "Ada Lovelace was a mathematician. She met Babbage.",
            ),
            Step("I look for who.", "Lookup", "met", "(Result 1/1) She met Babbage."),
            Step("It was him.", "Finish", "Charles Babbage", "Please reflect on your answer."),
            Step("I check it.", "Reflect", "right"),
        ],
    )
    segments = list(expected)
    assert transcript(answer) == "".join(segment.text for segment in segments)
    written = [(s.author, s.kind, s.text) for s in segments if s.author != "context"]
    assert [(c.agent, c.kind, c.text) for c in trajectory.calls] == written
    contexts = [segment.text for segment in segments if segment.author == "context"]
    assert [decode(c.prompt_ids) for c in trajectory.calls if c.prompt_ids] == contexts


def test_the_record_of_a_finished_run(answer):
    trajectory = answer([*step("I open Ada.", "Retrieve", "Ada Lovelace"), *FINISHED], seed=5)
    assert trajectory.ended == "finished"
    assert trajectory.error is None
    assert (trajectory.prediction, trajectory.em, trajectory.f1) == ("Charles Babbage", 1.0, 1.0)
    assert (trajectory.id, trajectory.task) == ("q1", "hotpotqa")
    assert trajectory.gold == "Charles Babbage"
    assert [type(event).__name__ for event in trajectory.events] == [
        *("Call", "Call", "Call", "ToolCall"),
        *("Call", "Call", "Call", "Call", "Call"),
    ]
    tool = trajectory.tool_calls[0]
    assert (tool.name, tool.argument, tool.outcome) == ("Retrieve", "Ada Lovelace", "ok")
    session = answer.backend.sessions[-1]
    assert trajectory.totals.trajectory_tokens == len(session.token_ids)
    assert trajectory.totals.tool_outcomes == {"ok": 1}
    assert session.waited
    assert trajectory.run["model"] == "scripted"
    assert trajectory.run["seed"] == 5
    assert trajectory.run["prompt_version"] == "hotpotqa-1"
    assert trajectory.run["sampling"]["argument"]["stop"] == ["]", "\n"]
    first = question_seed(5, "q1")
    assert [call["seed"] for call in session.asked] == list(range(first, first + 8))
    assert Trajectory.from_json(trajectory.to_json()) == trajectory


def test_no_two_questions_or_runs_draw_alike():
    drawn = [
        question_seed(seed, id) + call
        for seed in range(3)
        for id in ("q1", "q2")
        for call in range(60)
    ]
    assert len(set(drawn)) == len(drawn)


def test_what_happens_is_told_as_it_happens(answer):
    answer([*step("I open Ada.", "Retrieve", "Ada Lovelace"), *FINISHED])
    assert [(said.kind, said.author, said.text) for said in answer.said] == [
        ("thought", "plan", "I open Ada."),
        ("action", "plan", "Retrieve[Ada Lovelace]"),
        ("observation", "context", "Ada Lovelace was a mathematician. She met Babbage."),
        ("thought", "plan", "I know."),
        ("action", "plan", "Finish[Charles Babbage]"),
        ("observation", "context", "Please reflect on your answer."),
        ("thought", "reflect", "I check it."),
        ("action", "reflect", "Reflect[right]"),
    ]


@pytest.mark.parametrize(
    ("turns", "observation"),
    [
        (step("Odd.", "Reflect", "right"), "Reflect comes after Finish"),
        ([("plan", " Odd.\n"), ("plan", " Sing[")], "There is no tool Sing."),
        ([("plan", " Odd.\n"), ("plan", " Sing[]")], "There is no tool Sing."),
        ([("plan", " Odd.\n"), ("plan", " I am done.\n")], "An action is written Tool[argument]."),
        ([("plan", " Odd.\n"), ("plan", " Retrieve[]")], "Retrieve needs an argument"),
        (step("Odd.", "Retrieve", ""), "Retrieve needs an argument"),
        (step("Odd.", "Lookup", "  "), "Lookup needs an argument"),
        (step("Odd.", "Finish", ""), "Finish needs the answer"),
        (step("Odd.", "Lookup", "met"), "there are none yet"),
        (step("Odd.", "Image2Text", "image"), "This question has no image."),
        (step("Odd.", "Retrieve", "Ada Lovelac"), "Ada Lovelace"),
        (
            [("plan", " Odd.\n"), ("plan", " Finish["), ("action", "Ada\n")],
            "The argument of Finish must end with a closing bracket.",
        ),
    ],
)
def test_an_action_that_leads_nowhere_gets_told_and_the_run_goes_on(answer, turns, observation):
    trajectory = answer([*turns, *FINISHED])
    assert trajectory.ended == "finished"
    assert trajectory.prediction == "Charles Babbage"
    (tool,) = trajectory.tool_calls
    assert observation in tool.observation
    assert tool.outcome in ("invalid", "not_found")
    assert f"\nObservation: {tool.observation}\nThought: I know.\n" in transcript(answer)


@pytest.mark.parametrize("name", ["bing search", "Bing_Search", "BINGSEARCH", "I use BingSearch"])
def test_tool_names_in_other_spellings_are_called(answer, name):
    trajectory = answer([*step("I search.", name, "engine"), *FINISHED])
    assert trajectory.tool_calls[0].name == "BingSearch"
    assert "Charles Babbage" in trajectory.tool_calls[0].observation


def test_an_argument_may_begin_in_the_token_that_opens_it(answer):
    turns = [("plan", " I open.\n"), ("plan", ' Retrieve["Ada'), ("action", ' Lovelace"].')]
    trajectory = answer([*turns, *FINISHED])
    assert trajectory.tool_calls[0].argument == "Ada Lovelace"
    assert trajectory.tool_calls[0].outcome == "ok"


def test_pieces_that_ran_out_of_tokens_are_closed_in_the_next_context(answer):
    long = "x" * 200
    trajectory = answer([("plan", long), ("plan", " Retrieve["), ("action", long), *FINISHED])
    assert trajectory.ended == "finished"
    assert trajectory.calls[2].finish_reason == "length"
    assert trajectory.tool_calls[0].outcome == "invalid"
    cut = "x" * 100
    assert (
        f"Thought:{cut}\nAction: Retrieve[{cut}]\n"
        "Observation: The argument of Retrieve must end with a closing bracket.\n"
        "Thought:" in transcript(answer)
    )


def test_the_same_result_again_is_told_instead_of_shown(answer):
    first = step("I open Ada.", "Retrieve", "Ada Lovelace")
    again = step("I open Ada.", "Retrieve", "Ada Lovelace")
    trajectory = answer([*first, *again, *step("Next.", "Retrieve", "Charles Babbage"), *FINISHED])
    shown, told, other = (tool.observation for tool in trajectory.tool_calls)
    assert shown.startswith("Ada Lovelace was")
    assert told.startswith("This action gave the same result before.")
    assert other.startswith("Charles Babbage designed")


def test_the_same_action_over_and_over_leaves_time_for_an_answer_alone(answer, settings):
    stuck = step("I open Ada.", "Retrieve", "Ada Lovelace")
    trajectory = answer([*stuck, *stuck, *stuck, *FINISHED])
    first, second, third = (tool.observation for tool in trajectory.tool_calls)
    assert "No more steps" not in first + second
    assert third.endswith("No more steps are left. Give the best answer with Finish now.")
    assert trajectory.ended == "finished"
    trajectory = answer(5 * stuck)
    assert settings.limits.steps > len(trajectory.tool_calls) == 5
    assert trajectory.ended == "step_limit"


def test_other_actions_in_between_are_no_loop(answer):
    turns = []
    for title in ("Ada Lovelace", "Charles Babbage", "Ada Lovelace", "Ada Lovelace"):
        turns += step("I open.", "Retrieve", title)
    trajectory = answer([*turns, *FINISHED])
    assert not any("No more steps" in tool.observation for tool in trajectory.tool_calls)


def test_a_lookup_that_goes_on_to_the_next_sentence_is_no_repetition(answer):
    turns = step("I open Ada.", "Retrieve", "Ada Lovelace")
    for _ in range(3):
        turns += step("I look.", "Lookup", "a")
    trajectory = answer([*turns, *FINISHED])
    _, first, second, third = (tool.observation for tool in trajectory.tool_calls)
    assert first.startswith("(Result 1/2)")
    assert second.startswith("(Result 2/2)")
    assert third != first


def test_reflect_wrong_starts_another_cycle(answer):
    trajectory = answer([*step("Ada!", "Finish", "Ada"), *judgement("wrong"), *FINISHED])
    assert trajectory.ended == "finished"
    assert trajectory.prediction == "Charles Babbage"
    assert "Reflect[wrong]\nObservation: The answer was judged wrong." in transcript(answer)
    assert trajectory.tool_calls == []


@pytest.mark.parametrize("verdict", [" Reflect[maybe]", " Finish[right]", " It is right.\n"])
def test_an_unclear_verdict_is_asked_for_again(answer, verdict):
    turns = [*step("I know.", "Finish", "Ada"), ("reflect", " Hm.\n"), ("reflect", verdict)]
    trajectory = answer([*turns, *judgement("right")])
    assert trajectory.ended == "finished"
    assert trajectory.prediction == "Ada"
    assert "Reflect[right] or Reflect[wrong]" in trajectory.tool_calls[0].observation


class BrokenTool:
    name = "Retrieve"

    def __call__(self, argument, page):
        raise OSError("secret detail")


def test_a_tool_that_breaks_is_an_observation(answer):
    turns = [*step("I open.", "Retrieve", "Ada"), *FINISHED]
    trajectory = answer(turns, toolbox=Toolbox([BrokenTool()]))
    assert trajectory.ended == "finished"
    (tool,) = trajectory.tool_calls
    assert tool.outcome == "unavailable"
    assert tool.observation == "Retrieve failed. Try something else."


class TalkativeTool:
    name = "Retrieve"

    def __call__(self, argument, page):
        class Answer:
            text = "one\ntwo <|im_end|>\r\n" + "y" * 1000
            outcome = "ok"

        return Answer()


def test_an_observation_is_one_line_of_limited_length(answer, settings):
    turns = [*step("I open.", "Retrieve", "Ada"), *FINISHED]
    trajectory = answer(turns, toolbox=Toolbox([TalkativeTool()]))
    shown = trajectory.tool_calls[0].observation
    assert shown.startswith("one two <|im_end|> yyy")
    assert len(shown) == settings.limits.observation_tokens
    assert f"\nObservation: {shown}\nThought:" in transcript(answer)


def limited(settings, **limits):
    return replace(settings, limits=replace(settings.limits, **limits))


def test_an_agent_that_runs_out_of_steps_is_told_to_answer(answer, settings):
    first, second = (step("Hm.", "BingSearch", word) for word in ("engine", "mathematician"))
    trajectory = answer([*first, *second, *FINISHED], settings=limited(settings, steps=4))
    assert trajectory.ended == "finished"
    first, last = (tool.observation for tool in trajectory.tool_calls)
    assert "with Finish now" not in first
    assert last.endswith("Give the best answer with Finish now.")
    assert f"\nObservation: {last}\nThought: I know." in transcript(answer)


def test_the_step_limit_halts(answer, settings):
    turns = [*step("I open.", "Retrieve", "Ada Lovelace"), *step("I know.", "Finish", "Babbage")]
    trajectory = answer(turns, settings=limited(settings, steps=2))
    assert trajectory.ended == "step_limit"
    assert trajectory.error is None
    assert trajectory.prediction == "Babbage"
    assert trajectory.em == 0
    assert trajectory.f1 == pytest.approx(2 / 3)


def test_the_time_limit_halts(answer, settings):
    trajectory = answer([], settings=limited(settings, seconds=0.0))
    assert trajectory.ended == "time_limit"
    assert trajectory.events == []
    assert (trajectory.prediction, trajectory.em, trajectory.f1) == (None, 0, 0)


def test_the_context_limit_halts_before_the_call_that_would_not_fit(answer):
    turns = [*step("I open.", "Retrieve", "Ada Lovelace"), *FINISHED]
    needed = max(
        call.metrics["prompt_tokens"] + 100  # the call's own max_new_tokens
        for call in answer(turns).calls
    )
    fits = ScriptedBackend(list(turns), context_length=needed)
    assert answer(turns, backend=fits).ended == "finished"
    short = ScriptedBackend(list(turns), context_length=needed - 1)
    trajectory = answer(turns, backend=short)
    assert trajectory.ended == "context_limit"
    assert trajectory.prediction == "Charles Babbage"
    assert len(short.sessions[0].token_ids) < needed
    assert short.sessions[0].waited


def test_a_backend_that_fails_ends_the_question_with_an_error(answer):
    trajectory = answer(step("I open.", "Retrieve", "Ada Lovelace"))
    assert trajectory.ended == "error"
    assert trajectory.error == "RuntimeError: the script has ended"
    assert len(trajectory.events) == 4
    assert Trajectory.from_json(trajectory.to_json()) == trajectory


def test_one_adapter_may_play_every_role(answer, settings):
    roles = replace(settings.roles, plan="all", action="all", reflect="all")
    turns = [("all", text) for _, text in FINISHED]
    backend = ScriptedBackend(turns, agents=("all",))
    trajectory = answer([], backend=backend, settings=replace(settings, roles=roles))
    assert trajectory.ended == "finished"
    assert {call.agent for call in trajectory.calls} == {"all"}


def test_a_role_without_its_adapter_is_refused(answer):
    backend = ScriptedBackend([], agents=("plan", "action"))
    with pytest.raises(TaskError, match=r"agents\.roles\.reflect.*'reflect'.*plan, action"):
        answer([], backend=backend)
