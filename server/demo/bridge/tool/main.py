"""Starts the stand-in for the tool: `main.py FOLDER`, with `custom_nodes` and `user` in it."""

import http.server
import os
import sys

import nodes

CUSTOM_NODES = os.path.join(sys.argv[1], "custom_nodes")

nodes.run_prestartup_scripts(CUSTOM_NODES)

import server  # noqa: E402

server.PromptServer()
nodes.load_custom_nodes(CUSTOM_NODES)
listening = http.server.ThreadingHTTPServer(("127.0.0.1", 0), server.Handler)
print(f"listening on {listening.server_address[1]}", flush=True)
listening.serve_forever()
