"""The judge: one call per answer, three axes of 0 to 5, their sum by 15 as the score.

What can't be scored is unscored, and never 0. An empty answer scores 0 without a call.
"""

import json
import math
from typing import Any

from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser, GenerateConfig, get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from .project import filled, load, without_thinking

AXES = ("accuracy", "completeness", "specificity")
ASKED_AGAIN = 2


class NoVerdict(Exception):
    """What is wrong with a judge's reply."""


def find_object(text: str) -> dict[str, Any]:
    """The first JSON object of a reply."""
    text, found, problem = without_thinking(text), -1, "the reply holds no JSON object"
    while (found := text.find("{", found + 1)) >= 0:
        try:
            return json.JSONDecoder().raw_decode(text, found)[0]
        except ValueError:
            problem = "the JSON object is cut off or invalid"
    raise NoVerdict(problem)


def verdict_of(text: str) -> dict[str, Any]:
    """The scores of a reply, each from 0 to 5, and its reasons."""
    found = find_object(text)
    verdict = {}
    for axis in AXES:
        if axis not in found:
            raise NoVerdict(f'the key "{axis}" is missing')
        value = found[axis]
        try:
            number = math.nan if isinstance(value, bool) or not isinstance(value, int | float | str) else float(value)
        except (ValueError, OverflowError):
            number = math.nan
        if not math.isfinite(number):
            raise NoVerdict(f'"{axis}" is not a number')
        if not 0 <= number <= 5:
            raise NoVerdict(f'"{axis}" is {number:g}, outside 0 to 5')
        verdict[axis] = number
    explanation = found.get("explanation")
    return verdict | {"explanation": explanation if isinstance(explanation, str) else ""}


def prompt(state: TaskState, target: Target, answer: str) -> list[ChatMessage]:
    """What the judge sees: question, gold answer, rubric and answer, and not a word on model or condition."""
    words, rubric = load("prompts.json")["judge"], state.metadata["rubric"]
    user = filled(
        words["user"] if rubric else words["user_without_rubric"],
        question=state.input_text,
        gold_answer=target.text,
        rubric="\n- ".join(rubric),
        answer=answer,
    )
    return [ChatMessageSystem(content=words["system"]), ChatMessageUser(content=user)]


@scorer(metrics=[mean(), stderr()])
def judge() -> Scorer:
    """Scores with the model of the role `judge`."""

    async def score(state: TaskState, target: Target) -> Score:
        end, answer = state.store.get("end", "stopped"), state.store.get("answer", "")
        if end != "answer":
            return Score.unscored(reason="refusal" if end == "refused" else "no_response", metadata={"end": end})
        if not answer:
            verdict = dict.fromkeys(AXES, 0.0)
            explanation = "The answer is empty."
            return Score(value=0.0, answer="", explanation=explanation, metadata={"end": end, "verdict": verdict})
        model = get_model(role="judge", required=True)
        messages = prompt(state, target, answer)

        def noted(**more: Any) -> dict[str, Any]:
            said = [{"role": each.role, "text": each.text} for each in messages]
            return {"end": end, "judging": said} | more

        def unscored(why: str, problem: str = "") -> Score:
            notes = noted(why=why, problem=problem)
            return Score.unscored(reason="grader_failed", answer=answer, explanation=problem, metadata=notes)

        config = GenerateConfig(max_tokens=load("run.json")["spec"]["limits"]["max_tokens"])
        problem = ""
        for _ in range(1 + ASKED_AGAIN):
            if problem:
                again = filled(load("prompts.json")["judge"]["again"], problem=problem)
                messages.append(ChatMessageUser(content=again))
            try:
                output = await model.generate(messages, config=config)
            except Exception as error:  # the answer is not lost with the judge
                return unscored("judge_failed", str(error))
            messages.append(output.message)
            if output.stop_reason == "content_filter":
                return unscored("judge_refused")
            try:
                verdict = verdict_of(output.message.text)
            except NoVerdict as invalid:
                problem = str(invalid)
                continue
            explanation = verdict.pop("explanation")
            value = sum(verdict.values()) / 15
            return Score(value=value, answer=answer, explanation=explanation, metadata=noted(verdict=verdict))
        return unscored("invalid_verdict", problem)

    return score
