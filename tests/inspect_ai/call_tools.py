"""What a project's own modules say, without inspect_ai's loop: `python call_tools.py PROJECT tools|verdicts`.

Reads JSON from the standard input: a list of calls, each [condition, tool, arguments], or a list of judge's replies.
Prints a line of JSON for each.
"""

import json
import sys
from pathlib import Path

project = Path(sys.argv[1])
sys.path.insert(0, str(project))

from code_qa import repository  # noqa: E402
from code_qa.judge import NoVerdict, verdict_of  # noqa: E402


def call(condition: str, tool: str, arguments: dict) -> dict:
    try:
        return {"found": getattr(repository, tool)(project / "repository" / condition, **arguments)}
    except repository.Refused as refused:
        return {"refused": str(refused)}


def judge(reply: str) -> dict:
    try:
        return verdict_of(reply)
    except NoVerdict as problem:
        return {"problem": str(problem)}


for line in json.load(sys.stdin):
    print(json.dumps(call(*line) if sys.argv[2] == "tools" else judge(line)))
