"""Starts the stand-in for the tool: `main.py FOLDER`, with `custom_nodes` and `user` in it."""

import http.server
import io
import os
import sys

import nodes

CUSTOM_NODES = os.path.join(sys.argv[1], "custom_nodes")


class Recorder(io.TextIOWrapper):
    """The tool keeps what is written this way, and serves it as its log."""

    def write(self, text):
        nodes.LOG.append({"m": text})
        return super().write(text)


sys.stderr = Recorder(sys.stderr.buffer, line_buffering=True)
nodes.run_prestartup_scripts(CUSTOM_NODES)

import server  # noqa: E402

server.PromptServer()
nodes.load_custom_nodes(CUSTOM_NODES)
listening = http.server.ThreadingHTTPServer(("127.0.0.1", 0), server.Handler)
print(f"listening on {listening.server_address[1]}", flush=True)
listening.serve_forever()
