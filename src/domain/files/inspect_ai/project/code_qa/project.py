"""The files of this project, and the slots of its prompts."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


@cache
def load(name: str) -> Any:
    """A JSON file of the project."""
    return json.loads((ROOT / name).read_text(encoding="utf-8"))


def filled(template: str, **values: str) -> str:
    """The template with each `{name}` replaced; what stands in the values is left alone."""
    return re.sub(r"\{(\w+)\}", lambda slot: values.get(slot[1], slot[0]), template)


def without_thinking(text: str) -> str:
    """The text behind reasoning in think tags; nothing where the tag never ends."""
    if "</think>" in text:
        return text.rpartition("</think>")[2]
    return "" if text.lstrip().startswith("<think>") else text
