"""A stand-in for the tool's server: routes that packs add, their scripts, and a page that loads those."""

import asyncio
import http.server
import json
import mimetypes
import os

import nodes

HERE = os.path.dirname(os.path.abspath(__file__))


class Routes:
    def __init__(self):
        self.handlers = {}

    def get(self, path):
        return self._adder("GET", path)

    def post(self, path):
        return self._adder("POST", path)

    def _adder(self, method, path):
        def add(handler):
            self.handlers[method, path] = handler
            return handler

        return add


class PromptServer:
    instance = None

    def __init__(self):
        PromptServer.instance = self
        self.routes = Routes()


class Request:
    def __init__(self, method, headers, body, remote):
        self.method = method
        self.headers = headers
        self.remote = remote
        self.content_type = (headers.get("Content-Type") or "application/octet-stream").split(";")[0]
        self.content_length = len(body)
        self._body = body

    async def json(self):
        return json.loads(self._body)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self._respond("GET", b"")

    def do_POST(self):
        self._respond("POST", self.rfile.read(int(self.headers.get("Content-Length") or 0)))

    def _respond(self, method, body):
        path = self.path.split("?")[0]
        route = path[4:] if path.startswith("/api/") else path
        handler = PromptServer.instance.routes.handlers.get((method, route))
        if handler:
            response = asyncio.run(handler(Request(method, self.headers, body, self.client_address[0])))
            return self._send(response.status, "application/json", response.text.encode())
        if path == "/internal/logs":
            return self._send(200, "application/json", json.dumps(nodes.LOG).encode())
        if path == "/extensions":
            names = nodes.EXTENSION_WEB_DIRS.items()
            scripts = [f"/extensions/{name}/{file}" for name, folder in names for file in os.listdir(folder)]
            return self._send(200, "application/json", json.dumps(scripts).encode())
        return self._send_file(path)

    def _send_file(self, path):
        parts = [part for part in path.split("/") if part not in ("", ".", "..")]
        if parts[:1] == ["extensions"] and len(parts) == 3 and parts[1] in nodes.EXTENSION_WEB_DIRS:
            file = os.path.join(nodes.EXTENSION_WEB_DIRS[parts[1]], parts[2])
        else:
            file = os.path.join(HERE, "page", *(parts or ["index.html"]))
        if not os.path.isfile(file):
            return self._send(404, "text/plain", b"not found")
        with open(file, "rb") as opened:
            self._send(200, mimetypes.guess_type(file)[0] or "text/plain", opened.read())

    def _send(self, status, kind, content):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass
