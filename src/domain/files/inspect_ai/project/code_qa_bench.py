"""Questions on one repository, answered from memory, from code alone, or with its documentation.

    inspect eval code_qa_bench.py -T condition=code_only \\
        --model openai/gpt-5 --model-role judge=anthropic/claude-opus-4-5
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from code_qa.agent import agent  # noqa: E402
from code_qa.judge import judge  # noqa: E402
from code_qa.project import ROOT, load  # noqa: E402
from inspect_ai import Task, task  # noqa: E402
from inspect_ai.dataset import json_dataset  # noqa: E402

CONDITIONS = ("closed_book", "code_only", "documented")


@task
def code_qa_bench(condition: str = "code_only") -> Task:
    """All questions under one condition: closed_book (no tools), code_only or documented."""
    if condition not in CONDITIONS:
        raise ValueError(f"There is no condition {condition}: choose one of {', '.join(CONDITIONS)}.")
    run = load("run.json")
    return Task(
        dataset=json_dataset(str(ROOT / "dataset.jsonl")),
        solver=agent(condition),
        scorer=judge(),
        epochs=run["spec"]["epochs"],
        fail_on_error=False,  # a sample that fails is noted, and the others go on
        metadata={"code_qa_bench": run | {"condition": condition}},
    )
