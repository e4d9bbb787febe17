"""Reports to the registry which packs the tool could import, if the user opted in: counts, no identifier."""

import os
import platform
import re
import sys

from .installed import installed_packs
from .registry import RegistryError

MOST_REPORTS = 200
FAILED = re.compile(r"Cannot import (.{1,1000}?) module for custom nodes: (.{0,1000})")
SYNTAX = ("invalid syntax", "unexpected indent", "was never closed", "expected an indented block", "unterminated")
IMPORT = ("No module named", "cannot import name", "DLL load failed", "cannot open shared object file")


def outcomes(custom_nodes, loaded, log_lines):
    """Lists published packs with the outcome of their import. `loaded` has the names of imported modules."""
    messages = {}
    for line in log_lines:
        match = FAILED.search(line)
        if match:
            messages[os.path.basename(match[1].rstrip("/\\"))] = match[2]
    reports = []
    for pack in installed_packs(custom_nodes):
        # Without a publisher, the pack may be private, and its name is nobody's business.
        if not pack.get("publisher") or not pack.get("id") or not pack.get("version"):
            continue
        # A checkout can differ from the version that it names.
        if os.path.isdir(os.path.join(custom_nodes, pack["folder"], ".git")):
            continue
        outcome = "imported" if pack["folder"] in loaded else kind_of(messages.get(pack["folder"], ""))
        reports.append({"node_id": pack["id"], "version": pack["version"], "outcome": outcome})
    return reports[:MOST_REPORTS]


def kind_of(message):
    if any(text in message for text in IMPORT):
        return "import_error"
    return "syntax_error" if any(text in message for text in SYNTAX) else "other_error"


def machine(tool_version, device):
    """Describes this machine as coarsely as the registry accepts it."""
    number = re.match(r"v?(\d{1,3}\.\d{1,3})", str(tool_version))
    return {
        "tool_version": number[1] if number else "0.0",
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "os": {"Windows": "windows", "Linux": "linux", "Darwin": "macos"}.get(platform.system(), "other"),
        "accelerator": {"cuda": "cuda", "hip": "rocm", "mps": "metal", "xpu": "xpu", "cpu": "cpu"}.get(device, "other"),
    }


def send(registry, about, reports):
    """Sends the reports. Returns how many the registry counted; a failure only leaves a line in the log."""
    if not reports:
        return 0
    try:
        return registry.post("/import-reports", {**about, "reports": reports}).get("counted", 0)
    except (RegistryError, AttributeError) as problem:
        print(f"[Nodeyard] import reports were not sent: {problem}")
        return 0
