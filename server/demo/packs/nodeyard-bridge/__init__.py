"""Connects the tool to a Nodeyard registry. It has no nodes: everything is in the page and at startup."""

from . import tool

WEB_DIRECTORY = "web"
NODE_CLASS_MAPPINGS = {}

try:
    tool.start()
except ValueError as problem:
    print(f"[Nodeyard] {problem}")
