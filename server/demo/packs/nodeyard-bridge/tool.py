"""The only module that knows the tool: its folders, its server, and what it imported."""

import asyncio
import os
import threading

from . import import_reports
from .bridge import Bridge
from .callers import is_from_page, is_from_this_computer, is_only_local

MOST_BYTES = 262_144


def folders():
    """Returns the folder of custom nodes that contains this pack, and the user's folder."""
    import folder_paths

    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return here, folder_paths.get_user_directory()


def start():
    """Adds the routes to the tool's server, and reports imports once it has started."""
    import server

    bridge = Bridge(*folders(), is_shared=not is_only_local(_listen_addresses()))
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
        hosts = bridge.settings.hosts
        if not is_from_page(request.headers, request.method, hosts):
            return web.json_response({"error": "Only the tool's own page may ask."}, status=403)
        if not hosts and not is_from_this_computer(request.headers, request.remote):
            return web.json_response({"error": "Only this computer may ask. See hosts in the settings."}, status=403)
        if request.method == "POST" and request.content_type != "application/json":
            return web.json_response({"error": "The request is not JSON."}, status=415)
        length = request.content_length if request.method == "POST" else 0
        if length is None or length > MOST_BYTES:
            return web.json_response({"error": "The request is too large."}, status=413)
        try:
            body = await request.json() if request.method == "POST" else {}
        except (ValueError, RecursionError):
            return web.json_response({"error": "The request is not JSON."}, status=400)
        status, answer = await asyncio.get_running_loop().run_in_executor(None, bridge.handle, name, body)
        return web.json_response(answer, status=status)

    return handle


def report(bridge):
    import nodes

    custom_nodes, _ = folders()
    loaded = {os.path.basename(path) for path in getattr(nodes, "LOADED_MODULE_DIRS", {}).values()}
    about = import_reports.machine(_tool_version(), _device())
    import_reports.send(bridge.registry, about, import_reports.outcomes(custom_nodes, loaded, _log_lines()))


def _listen_addresses():
    """Without the tool's options, the bridge cannot know, and assumes that others reach the tool."""
    try:
        from comfy.cli_args import args
    except ImportError:
        return ""
    return getattr(args, "listen", "")


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
