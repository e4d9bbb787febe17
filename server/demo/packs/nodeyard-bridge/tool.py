"""The only module that knows the tool: its folders, its server, and what it imported."""

import asyncio
import os
import threading

from . import import_reports
from .bridge import Bridge

MOST_BYTES = 262_144


def folders():
    """Returns the folder of custom nodes that contains this pack, and the user's folder."""
    import folder_paths

    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return here, folder_paths.get_user_directory()


def start():
    """Adds the routes to the tool's server, and reports imports once it has started."""
    import server

    bridge = Bridge(*folders())
    add_routes(server.PromptServer.instance.routes, bridge)
    if bridge.settings.report_imports:
        timer = threading.Timer(bridge.settings.report_after_seconds, report, [bridge])
        timer.daemon = True
        timer.start()
    return bridge


def add_routes(routes, bridge):
    routes.get("/nodeyard/status")(_handler(bridge, "status"))
    routes.post("/nodeyard/resolve")(_handler(bridge, "resolve"))
    routes.post("/nodeyard/offer")(_handler(bridge, "offer"))
    routes.post("/nodeyard/install")(_handler(bridge, "install"))


def _handler(bridge, name):
    from aiohttp import web

    async def handle(request):
        if not is_from_page(request.headers):
            return web.json_response({"error": "Only the tool's own page may ask."}, status=403)
        if (request.content_length or 0) > MOST_BYTES:
            return web.json_response({"error": "The request is too large."}, status=413)
        try:
            body = await request.json() if request.method == "POST" else {}
        except ValueError:
            return web.json_response({"error": "The request is not JSON."}, status=400)
        status, answer = await asyncio.get_running_loop().run_in_executor(None, bridge.handle, name, body)
        return web.json_response(answer, status=status)

    return handle


def is_from_page(headers):
    """Other sites cannot send this header without permission, and browsers name the site of each request."""
    site = headers.get("Sec-Fetch-Site", "same-origin")
    return headers.get("X-Nodeyard-Bridge") == "1" and site == "same-origin"


def report(bridge):
    import nodes

    custom_nodes, _ = folders()
    loaded = {os.path.basename(path) for path in getattr(nodes, "LOADED_MODULE_DIRS", {}).values()}
    about = import_reports.machine(_tool_version(), _device())
    import_reports.send(bridge.registry, about, import_reports.outcomes(custom_nodes, loaded, _log_lines()))


def _tool_version():
    try:
        from comfyui_version import __version__
    except ImportError:
        return "0.0"
    return __version__


def _device():
    try:
        import torch
        from comfy import model_management

        kind = model_management.get_torch_device().type
        return "hip" if kind == "cuda" and torch.version.hip else kind
    except (ImportError, AttributeError):
        return "other"


def _log_lines():
    """The tool keeps its last log entries; without them, a failed import has no class."""
    try:
        from app.logger import get_logs
    except ImportError:
        return []
    return [str(entry.get("m", "")) for entry in get_logs() or []]
