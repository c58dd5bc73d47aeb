#!/usr/bin/env python3
"""Checks request bodies against the types of the providers' own SDKs; keys that a type does not have are errors.

Reads lines of JSON {"name", "form", "streams", "body"} and prints one line for each problem. Ends with 1 where there
are problems. Run by tests/wire_bodies.rs, with the interpreter that scripts/install-sdks.sh sets up.
"""
import functools
import json
import sys
import types
import typing
from collections.abc import Iterable, Sequence

import typing_extensions as te

# What other providers add to a message of Chat Completions, and want back: not in OpenAI's types.
OF_OTHER_PROVIDERS = {"reasoning_content", "reasoning", "reasoning_details"}
# What a Gemini body holds, and the SDK's types of it: the SDK has no type of the body as a whole.
GEMINI = {"contents", "systemInstruction", "tools", "toolConfig", "generationConfig"}

# Endings of texts that tell of another kind of JSON than the type wants.
OTHER_KINDS = ("no object", "no list", "no number", "no str", "no int", "no bool", "not null")


def problems(value, of, at):
    """What is wrong with a value that should be of a type, as SDKs write types: a list of texts."""
    origin, parts = te.get_origin(of), te.get_args(of)
    if origin in (te.Required, te.NotRequired, te.Annotated, typing.Required, typing.NotRequired):
        return problems(value, parts[0], at)
    if origin in (typing.Union, types.UnionType):
        # The branch that fits best tells most.
        return min((problems(value, part, at) for part in parts), key=weight)
    if origin in (te.Literal, typing.Literal):
        return [] if value in parts else [f"{at}: {value!r} is none of {parts}"]
    if te.is_typeddict(of):
        return fields(value, of, at)
    if of in (object, typing.Any):
        return []
    if of in (None, type(None)):
        return [] if value is None else [f"{at}: not null"]
    if origin is dict or of is dict:
        if not isinstance(value, dict):
            return [f"{at}: no object"]
        inner = parts[1] if parts else object
        return [found for key, item in value.items() for found in problems(item, inner, f"{at}.{key}")]
    if origin in (list, Iterable, Sequence) or getattr(origin, "__name__", "") == "SequenceNotStr":
        if not isinstance(value, list):
            return [f"{at}: no list"]
        return [found for i, item in enumerate(value) for found in problems(item, parts[0], f"{at}.{i}")]
    if of is float:
        return [] if type(value) in (int, float) else [f"{at}: no number"]
    if of in (str, int, bool):
        return [] if type(value) is of else [f"{at}: no {of.__name__}"]
    return [f"{at}: can't be JSON ({of})"]


@functools.cache
def hints_of(of):
    return te.get_type_hints(of, include_extras=True)


def fields(value, of, at):
    if not isinstance(value, dict):
        return [f"{at}: no object"]
    hints = hints_of(of)
    # `__required_keys__` does not see what is written as text, which all annotations of these modules are.
    required = {key for key, hint in hints.items() if te.get_origin(hint) in (te.Required, typing.Required)}
    found = [f"{at}: {key} is missing" for key in sorted(required - value.keys())]
    found += [f"{at}: {key} is no key of {of.__name__}" for key in sorted(value.keys() - hints.keys())]
    for key in sorted(value.keys() & hints.keys()):
        found += problems(value[key], hints[key], f"{at}.{key}")
    return found


def weight(found):
    """A wrong `type` or `role`, or another kind of JSON, means another branch: it counts for more than all else."""
    def means_another(text):
        return ".type: " in text or ".role: " in text or text.endswith(OTHER_KINDS)
    return sum(1000 if means_another(text) else 1 for text in found)


def chat(body, streams):
    from openai.types.chat import completion_create_params as params
    for message in body.get("messages", []):
        for key in OF_OTHER_PROVIDERS & message.keys():
            del message[key]
    of = params.CompletionCreateParamsStreaming if streams else params.CompletionCreateParamsNonStreaming
    return problems(body, of, "body")


def responses(body, streams):
    from openai.types.responses import response_create_params as params
    of = params.ResponseCreateParamsStreaming if streams else params.ResponseCreateParamsNonStreaming
    return problems(body, of, "body")


def anthropic(body, streams):
    from anthropic.types import message_create_params as params
    of = params.MessageCreateParamsStreaming if streams else params.MessageCreateParamsNonStreaming
    return problems(body, of, "body")


def gemini(body, _streams):
    import pydantic
    from google.genai import types as sdk
    kinds = {
        "contents": list[sdk.Content],
        "systemInstruction": sdk.Content,
        "tools": list[sdk.Tool],
        "toolConfig": sdk.ToolConfig,
        "generationConfig": sdk.GenerationConfig,
    }
    found = [f"body: {key} is no key of a request" for key in sorted(body.keys() - GEMINI)]
    for key in sorted(body.keys() & GEMINI):
        adapter = pydantic.TypeAdapter(kinds[key])
        try:
            read = adapter.validate_json(json.dumps(body[key]), strict=False)
        except pydantic.ValidationError as error:
            found += [f"body.{key}.{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
            continue
        if adapter.dump_python(read, mode="json", by_alias=True, exclude_unset=True) != body[key]:
            found.append(f"body.{key}: the SDK would write it in another way")
    return found


FORMS = {"chat_completions": chat, "responses": responses, "anthropic": anthropic, "gemini": gemini}


def main():
    found = []
    for line in sys.stdin:
        case = json.loads(line)
        wrong = FORMS[case["form"]](case["body"], case["streams"])
        if case["streams"] is True and case["form"] != "gemini" and case["body"].get("stream") is not True:
            wrong.append("body.stream: not true")
        found += [f"{case['form']}, {case['name']}: {text}" for text in wrong]
    print("\n".join(found))
    sys.exit(bool(found))


main()
