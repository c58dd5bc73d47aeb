"""Evaluates a project with inspect_ai's mock model, which says what a script tells it to.

    python evaluate.py PROJECT SCRIPT LOGS

SCRIPT is JSON: `evaluations`, each with condition, model, epochs and format; and `tasks`, by question: the agent's
turns, and the judge's replies to each epoch's answer. Prints, a line for each sample, what inspect_ai itself reads from
the logs afterwards. An evaluation that has `keep` is also written under that name, without what it says of the machine.
"""

import json
import math
import sys
from collections import Counter
from pathlib import Path

from inspect_ai import eval as evaluate
from inspect_ai.dataset import json_dataset
from inspect_ai.log import EvalLog, read_eval_log, write_eval_log
from inspect_ai.model import ChatCompletionChoice, ChatMessageAssistant, ModelOutput, ModelUsage, get_model
from inspect_ai.tool import ToolCall

project, script, logs = Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text()), Path(sys.argv[3])
sys.path.insert(0, str(project))

from code_qa_bench import code_qa_bench  # noqa: E402

USAGE = {"input_tokens": 100, "output_tokens": 7, "total_tokens": 107, "input_tokens_cache_read": 20}


def output(said: dict) -> ModelOutput:
    """A scripted turn: text, calls, a reason to stop, or an error."""
    if "error" in said:
        raise RuntimeError(said["error"])
    calls = [
        ToolCall(id=f"call-{at}", function=call["name"], arguments=call["arguments"])
        for at, call in enumerate(said.get("calls", []))
    ]
    message = ChatMessageAssistant(content=said.get("text", ""), tool_calls=calls or None)
    choice = ChatCompletionChoice(message=message, stop_reason=said.get("stop", "stop"))
    return ModelOutput(model="mockllm", choices=[choice], usage=ModelUsage(**USAGE))


def in_turn(of):
    """Says what a task's script has, one thing after the other and then again, as samples are evaluated one by one."""
    calls: Counter[str] = Counter()

    def turn(messages, tools, tool_choice, config):
        question = next(question for question in script["tasks"] if question in messages[1].text)
        said = of(script["tasks"][question])
        calls[question] += 1
        return output(said[(calls[question] - 1) % len(said)])

    return turn


def agent_of(condition: str):
    """The agent's turns; those with calls are left out where there are no tools."""
    has_tools = condition != "closed_book"
    return in_turn(lambda task: [turn for turn in task["turns"] if has_tools or "calls" not in turn])


def keep(log: EvalLog, name: str) -> None:
    """Writes a log under a name, without paths, revision and tracebacks."""
    log.eval.revision = None
    log.eval.dataset.location = "dataset.jsonl"
    log.eval.task_file = "code_qa_bench.py"
    for sample in log.samples or []:
        for event in sample.events:
            if event.event == "error":
                event.error.traceback = event.error.traceback_ansi = ""
        if sample.error:
            sample.error.traceback = sample.error.traceback_ansi = ""
    write_eval_log(log, str(logs / name))


def evaluations():
    for each in script["evaluations"]:
        log = evaluate(
            code_qa_bench(each["condition"]),
            model=get_model(each["model"], custom_outputs=agent_of(each["condition"]), memoize=False),
            model_roles={"judge": get_model("mockllm/judge", custom_outputs=in_turn(lambda task: task["judge"]), memoize=False)},
            epochs=each["epochs"],
            limit=each.get("limit"),
            log_dir=str(logs),
            log_format=each["format"],
            max_samples=1,
            display="none",
        )[0]
        log = read_eval_log(log.location)
        if "keep" in each:
            keep(log, each["keep"])
        yield log


for sample in json_dataset(str(project / "dataset.jsonl")):
    read = {"dataset": sample.id, "input": sample.input, "target": sample.target, "metadata": sample.metadata}
    print(json.dumps(read))
for log in evaluations():
    for sample in log.samples or []:
        score = (sample.scores or {}).get("judge")
        value = score.value if score else None
        seen = {
            "condition": log.eval.task_args["condition"],
            "model": log.eval.model,
            "status": log.status,
            "id": sample.id,
            "epoch": sample.epoch,
            "value": None if value is None or math.isnan(value) else value,
            "answer": score.answer if score else None,
            "explanation": score.explanation if score else None,
            "error": sample.error.message if sample.error else None,
            "roles": [message.role for message in sample.messages],
            "texts": [message.text for message in sample.messages],
            "input_tokens": sum(u.input_tokens + (u.input_tokens_cache_read or 0) for u in sample.model_usage.values()),
            "judge_output_tokens": sum(u.output_tokens for r, u in sample.role_usage.items() if r == "judge"),
        }
        print(json.dumps(seen))
