"""A stand-in for the tool's options."""

import os


class args:
    listen = os.environ.get("LISTEN", "127.0.0.1")
