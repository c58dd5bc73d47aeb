"""llmock, a server that speaks the wire forms of model providers and misbehaves as it is told, behind CORS.

llmock sends no CORS headers, so a page could not read it; and its faults of bodies are those of streams. Both are
added here. `POST /_body {"kind": "half" | "html" | "garbage" | "empty", "times": 1}` damages the next bodies.
EXPOSED names the headers that a page may see, separated by commas; providers show few.

Run by tests/journeys/fault_server.rs with the interpreter that scripts/install-fault-servers.sh sets up.
"""
import json
import os
import sys

import uvicorn
from llmock.main import create_app
from starlette.middleware.cors import CORSMiddleware

ALLOWED = [
    "authorization",
    "content-type",
    "x-api-key",
    "x-goog-api-key",
    "anthropic-version",
    "anthropic-dangerous-direct-browser-access",
]
PAGE = b"<html><body><h1>502 Bad Gateway</h1></body></html>"


class BodyFaults:
    """Damages bodies of replies to POSTs, as many as were ordered."""

    def __init__(self, app):
        self.app = app
        self.ordered = []

    async def __call__(self, scope, receive, send):
        if scope["type"] == "http" and scope["path"] == "/_body":
            return await self.order(receive, send)
        is_call = scope["type"] == "http" and scope["method"] == "POST" and not scope["path"].startswith("/_")
        if not is_call or not self.ordered:
            return await self.app(scope, receive, send)
        kind = self.ordered.pop(0)
        state = {"is_done": False}

        async def damaged(message):
            if message["type"] == "http.response.start":
                kept = [(name, value) for name, value in message["headers"] if name.lower() != b"content-length"]
                if kind == "html":
                    kept = [(name, value) for name, value in kept if name.lower() != b"content-type"]
                    kept.append((b"content-type", b"text/html"))
                return await send({**message, "headers": message["headers"] if kind == "half" else kept})
            if state["is_done"]:
                return None
            state["is_done"] = True
            body = message.get("body", b"")
            half = body[: len(body) // 2]
            if kind == "half":  # the announced length never comes
                await send({"type": "http.response.body", "body": half, "more_body": True})
                raise RuntimeError("a body cut off as ordered")
            content = {"html": PAGE, "garbage": half + b"<oops", "empty": b""}[kind]
            await send({"type": "http.response.body", "body": content})

        return await self.app(scope, receive, damaged)

    async def order(self, receive, send):
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        order = json.loads(body)
        self.ordered.extend([order["kind"]] * order.get("times", 1))
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})


exposed = [name for name in os.environ.get("EXPOSED", "").split(",") if name]
app = CORSMiddleware(
    BodyFaults(create_app()),
    allow_origins=["*"],
    allow_methods=["*"],
    allow_headers=ALLOWED,
    expose_headers=exposed,
)

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="critical")
