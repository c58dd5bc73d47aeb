"""An agent over HTTP that Code-QA-Bench can ask, in plain Python 3.9 or later. The protocol is told in README.md beside it.

It looks for the words of the question in the Python files of a folder, and answers with the functions and classes in
which most of them stand. Put your own agent in the place of `answer`.

    python3 example_agent.py --documented path/to/repository --code-only path/to/repository-code-only

A condition without a folder is refused. The code-only archive is made by the site: Repository, Certificate.
"""
import argparse
import hmac
import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

AGENT = "grep"
FOLDERS = {}  # by condition
KEY = ""
MOST_BYTES = 1 << 20  # of a question
COMMON = set("a an and are as at be by do does for from how in is it its of on or that the this to what when where which why with".split())


def answer(question, folder):
    """The answer, and what was done for it as messages of OpenAI's chat API. `folder` is all that may be read."""
    words = {word for word in re.findall(r"[a-z0-9]+", question.lower()) if word not in COMMON and len(word) > 2}
    found = []  # score, path, definition
    for path in sorted(folder.rglob("*.py")):
        definition = "the module"
        scores = {}
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            head = re.match(r"\s*(?:async\s+def|def|class)\s+(\w+)", line)
            if head:
                definition = head.group(1)
            low = line.lower()
            scores[definition] = scores.get(definition, 0) + sum(word in low for word in words)
        found += [(score, path.relative_to(folder).as_posix(), name) for name, score in scores.items() if score]
    found.sort(key=lambda item: (-item[0], item[1:]))
    listing = "\n".join(f"{path}: {name} ({score})" for score, path, name in found[:10])
    text = "; ".join(f"`{name}` in {path}" for _, path, name in found[:3])
    call = {"id": "1", "type": "function", "function": {"name": "grep", "arguments": json.dumps(sorted(words))}}
    transcript = [
        {"role": "user", "content": question},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "1", "content": listing or "nothing"},
    ]
    return (f"It is in {text}." if text else "Nothing in the code names it."), transcript


class Agent(BaseHTTPRequestHandler):
    """Speaks the protocol."""

    def do_OPTIONS(self):
        self.reply(204)

    def do_GET(self):
        if self.is_allowed():
            conditions = sorted(FOLDERS)
            self.reply(200, {"format": "code-qa-bench/agent", "version": 1, "agents": [AGENT], "conditions": conditions})

    def do_POST(self):
        if not self.is_allowed():
            return
        try:
            size = int(self.headers.get("content-length", ""))
            if not 0 <= size <= MOST_BYTES:
                raise ValueError("too long")
            asked = json.loads(self.rfile.read(size))
            question, condition, agent = str(asked["question"]), asked["condition"], asked["agent"]
            if asked["format"] != "code-qa-bench/agent-question" or asked["version"] != 1:
                raise ValueError("not of this version")
        except (ValueError, KeyError, TypeError) as problem:
            return self.refuse(400, f"This is no question: {problem!r}.")
        if agent != AGENT:
            return self.refuse(404, f"There is no agent {agent!r} here, but {AGENT!r}.")
        if condition not in FOLDERS:
            return self.refuse(400, f"This agent serves {', '.join(sorted(FOLDERS))}, and not {condition}.")
        text, transcript = answer(question, FOLDERS[condition])
        # No model was called, so no token was used.
        usage = {"input_tokens": 0, "output_tokens": 0}
        self.reply(200, {"answer": text, "transcript": transcript, "usage": usage})

    def is_allowed(self):
        given = self.headers.get("authorization", "")
        if KEY and not hmac.compare_digest(given.encode(), f"Bearer {KEY}".encode()):
            self.refuse(401, "The key is missing or wrong.")
            return False
        return True

    def refuse(self, status, message):
        self.reply(status, {"error": {"message": message}})

    def reply(self, status, value=None):
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("access-control-allow-origin", "*")
        self.send_header("access-control-allow-headers", "authorization, content-type")
        self.send_header("access-control-expose-headers", "retry-after")
        self.send_header("access-control-allow-private-network", "true")
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def main():
    global KEY
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--documented", type=Path, help="folder of the repository as it is")
    parser.add_argument("--code-only", type=Path, help="folder of the unpacked code-only archive")
    parser.add_argument("--port", type=int, default=8765, help="0 for any that is free")
    parser.add_argument("--key", default="", help="key to ask for; none by default")
    options = parser.parse_args()
    KEY = options.key
    for condition, folder in [("documented", options.documented), ("code_only", options.code_only)]:
        if folder is not None:
            if not folder.is_dir():
                sys.exit(f"{folder} is no folder: unpack the archive first.")
            FOLDERS[condition] = folder
    if not FOLDERS:
        parser.error("give a folder for one condition at least")
    server = ThreadingHTTPServer(("127.0.0.1", options.port), Agent)
    print(f"http://127.0.0.1:{server.server_port}/ serves {', '.join(sorted(FOLDERS))}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
