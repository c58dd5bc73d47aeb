"""The agent under test: a loop of model calls and tool calls, within the limits of the run."""

import json
import sys
from collections import Counter
from pathlib import Path

from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    GenerateConfig,
    execute_tools,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolCallError, ToolDef, ToolError, ToolParams
from inspect_ai.util import subprocess

from . import repository
from .project import ROOT, filled, load, without_thinking

IDENTICAL_CALLS = 4
UNREADABLE_TURNS = 3
SEARCH_SECONDS = 60


def tools_over(root: Path) -> list[ToolDef]:
    """The three tools over one folder, with the names and words that the run gives them."""

    async def read_file(path: str, start_line: int | None = None, end_line: int | None = None) -> str:
        try:
            return repository.read_file(root, path, start_line, end_line)
        except repository.Refused as refused:
            raise ToolError(str(refused)) from refused

    async def list_directory(path: str = "") -> str:
        try:
            return repository.list_directory(root, path)
        except repository.Refused as refused:
            raise ToolError(str(refused)) from refused

    async def search_code(pattern: str, path: str | None = None) -> str:
        command = [sys.executable, repository.__file__, str(root), pattern, path or ""]
        try:
            found = await subprocess(command, timeout=SEARCH_SECONDS, output_limit=None)
        except TimeoutError as error:
            advice = "Use a simpler one: no nested repetition such as (a+)+, fewer look-arounds, or a path to search in."
            raise ToolError(f"The pattern needs too much backtracking and was stopped. {advice}") from error
        if found.returncode != 0:
            raise ToolError(found.stdout or found.stderr)
        return found.stdout

    functions = {"read_file": read_file, "list_directory": list_directory, "search_code": search_code}
    return [
        ToolDef(
            functions[tool["name"]],
            name=tool["name"],
            description=tool["description"],
            parameters=ToolParams.model_validate(tool["parameters"]),
            max_output=0,  # bounded already
        )
        for tool in load("prompts.json")["tools"]
    ]


def within_budget(messages: list[ChatMessage], budget: int, note: str) -> list[ChatMessage]:
    """What is sent: everything, but with the oldest tool results left out where the whole is over the budget."""
    sent = [each for each in messages if each.role != "assistant" or each.tool_calls or each.text.strip()]
    total = sum(len(each.text) + len(json.dumps(calls_of(each))) for each in sent)
    unseen = max((at for at, each in enumerate(sent) if each.role == "assistant"), default=0)
    for at, each in enumerate(sent[:unseen]):
        if total <= budget:
            break
        short = filled(note, name=getattr(each, "function", None) or "the tool")
        if each.role == "tool" and len(short) < len(each.text):
            total -= len(each.text) - len(short)
            sent[at] = each.model_copy(update={"content": short})
    return sent


def calls_of(message: ChatMessage) -> list[tuple[str, str]]:
    """The calls of a turn, each as its name and its arguments."""
    calls = getattr(message, "tool_calls", None) or []
    return [(call.function, json.dumps(call.arguments, sort_keys=True)) for call in calls]


@solver
def agent(condition: str) -> Solver:
    """Answers a question under a condition; leaves in the store how it ended, and the answer."""
    words, limits = load("prompts.json"), load("run.json")["spec"]["limits"]

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        get_model(role="judge", required=True)  # told before anything is paid for
        asked, said = words["answer"][condition], words["agent"]
        tools = [] if condition == "closed_book" else tools_over(ROOT / "repository" / condition)
        question = filled(asked["user"], question=state.input_text, repository=state.metadata["repository"])
        state.messages = [ChatMessageSystem(content=asked["system"]), ChatMessageUser(content=question)]
        messages = state.messages
        turns = unreadable = 0
        was_raised = was_nudged = False
        is_last = not tools or limits["max_turns"] <= 1

        def ended(how: str, answer: str = "") -> TaskState:
            state.store.set("end", how)
            state.store.set("answer", answer)
            state.completed = True
            return state

        while True:
            config = GenerateConfig(max_tokens=limits["max_tokens"] * (2 if was_raised else 1))
            sent = within_budget(messages, limits["context_budget_chars"], said["left_out"])
            state.output = await get_model().generate(sent, tools=[] if is_last else tools, config=config)
            turns += 1
            message, stop = state.output.message, state.output.stop_reason
            if is_last:
                message.tool_calls = None  # it was told that the tools are gone
            messages.append(message)
            if stop == "content_filter":
                return ended("refused")
            text = without_thinking(message.text).strip()
            was_cut = stop in ("max_tokens", "model_length")
            if message.tool_calls:
                if was_cut:  # a call of a cut turn may be half a call: none is run, all are answered
                    messages += [not_run(call, said["cut"]) for call in message.tool_calls]
                    unreadable += 1
                else:
                    results = (await execute_tools(messages, tools)).messages
                    messages += results
                    parsed = [each for each in results if not (each.error and each.error.type == "parsing")]
                    unreadable = 0 if parsed else unreadable + 1
                repeats = max(Counter(call for each in messages for call in calls_of(each)).values())
                if turns + 1 >= limits["max_turns"] or repeats >= IDENTICAL_CALLS or unreadable >= UNREADABLE_TURNS:
                    is_last = True
                    messages.append(ChatMessageUser(content=said["withdrawn"]))
            elif text:
                return ended("answer", text)
            elif was_cut and was_raised:
                return ended("cut_off")
            elif was_cut:
                was_raised = True
            elif was_nudged:
                return ended("answer")
            else:
                was_nudged = True
                is_last = is_last or turns + 1 >= limits["max_turns"]
                messages.append(ChatMessageUser(content=said["nudge"]))

    return solve


def not_run(call, words: str) -> ChatMessageTool:
    """The answer to a call that was not run."""
    error = ToolCallError("unknown", words)
    return ChatMessageTool(content=words, tool_call_id=call.id, function=call.function, error=error)
