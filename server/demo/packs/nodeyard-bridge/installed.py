"""Finds the packs below a folder of custom nodes, by their project files."""

import os
import re

from .toml import loads

DISABLED = ".disabled"
MOST_BYTES = 1_048_576


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


WANTED = {("project", "name"): "id", ("project", "version"): "version", ("tool.comfy", "PublisherId"): "publisher"}


def read_project(path):
    """Reads id, version and publisher of a project file as the registry does, so that a pack cannot show it others."""
    try:
        with open(path, "rb") as file:
            text = _decoded(file.read(MOST_BYTES)).replace("\r\n", "\n")
    except OSError:
        return {}
    try:
        return _fields(loads(text))
    except (ValueError, OverflowError, RecursionError):
        return _fields_of_lines(text)


def _decoded(content):
    """Decodes UTF-8, UTF-16 and UTF-32 as the registry does. Names and versions are ASCII, so that other letters need not survive."""
    wide = next((name for mark, name in MARKS if content.startswith(mark)), None)
    if wide is None and b"\0" in content:
        wide = "utf-16-be" if content.startswith(b"\0") else "utf-16-le"
    return content.decode(wide or "utf-8-sig", errors="replace")


# The mark of UTF-32 begins with that of UTF-16.
MARKS = [
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
]


def _fields(project):
    found = {}
    for (section, key), field in WANTED.items():
        value = project
        for part in (*section.split("."), key):
            value = value.get(part) if isinstance(value, dict) else None
        if isinstance(value, str) and value:
            found[field] = value
    return found


def _fields_of_lines(text):
    """Reads what it can of a file that is no TOML: plain texts in their sections."""
    section, found = "", {}
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("["):
            section = line.split("]")[0].strip("[ ")
            continue
        match = re.match(r"""([A-Za-z_-]+)\s*=\s*["']([^"']{1,200})["']""", line)
        field = match and WANTED.get((section, match[1]))
        if field:
            found.setdefault(field, match[2])
    return found
