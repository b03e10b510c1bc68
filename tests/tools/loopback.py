"""A real HTTP server on loopback that answers, or fails, as a test tells it."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]  # names in lower case
    body: bytes
    arrived: float  # on the monotonic clock, seconds


@dataclass(frozen=True)
class Reply:
    """`fault`: say nothing, cut the connection inside the body, or send it a byte at a time."""

    body: Any = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    fault: Literal["silence", "cut", "drip"] | None = None


@dataclass
class Service:
    url: str
    answer: Callable[[Request], Reply]
    requests: list[Request] = field(default_factory=list)

    def replies(self, *replies: Reply) -> None:
        """Gives these in order, the last one for ever."""
        left = list(replies)
        self.answer = lambda _request: left.pop(0) if len(left) > 1 else left[0]


@contextmanager
def serve() -> Iterator[Service]:
    closing = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            request = Request(
                self.command,
                parts.path,
                dict(parse_qsl(parts.query, keep_blank_values=True)),
                {name.lower(): value for name, value in self.headers.items()},
                body,
                time.monotonic(),
            )
            service.requests.append(request)
            self.send(service.answer(request))

        do_POST = do_GET

        def send(self, reply: Reply) -> None:
            if reply.fault == "silence":
                closing.wait()
                return
            text = reply.body if isinstance(reply.body, str) else json.dumps(reply.body)
            body = text.encode()
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if reply.fault == "cut":
                body = body[: len(body) // 2]
            for part in [bytes([b]) for b in body] if reply.fault == "drip" else [body]:
                self.wfile.write(part)
                self.wfile.flush()
                if reply.fault == "drip" and closing.wait(0.05):
                    return

        def handle(self) -> None:
            try:
                super().handle()
            except ConnectionError:  # the client gave up, as several tests want
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = Service(f"http://127.0.0.1:{server.server_port}", lambda _request: Reply(status=404))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield service
    finally:
        closing.set()
        server.shutdown()
        thread.join()
        server.server_close()
