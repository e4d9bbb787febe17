"""Finds the packs below a folder of custom nodes, by their project files."""

import os
import re

DISABLED = ".disabled"
MOST_BYTES = 262_144


def installed_packs(folder):
    """Lists the packs that the tool would load, as dictionaries with folder, id, version and publisher."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    packs = []
    for name in names:
        path = os.path.join(folder, name)
        if name.endswith(DISABLED) or name.startswith(("__", ".")) or not os.path.isdir(path):
            continue
        packs.append({"folder": name, **read_project(os.path.join(path, "pyproject.toml"))})
    return packs


def read_project(path):
    """Reads id, version and publisher of a project file, which are plain texts in their sections."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read(MOST_BYTES)
    except OSError:
        return {}
    wanted = {("project", "name"): "id", ("project", "version"): "version", ("tool.comfy", "PublisherId"): "publisher"}
    section, found = "", {}
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("["):
            section = line.split("]")[0].strip("[ ")
            continue
        match = re.match(r"""([A-Za-z_-]+)\s*=\s*["']([^"']{1,200})["']""", line)
        field = match and wanted.get((section, match[1]))
        if field:
            found.setdefault(field, match[2])
    return found
