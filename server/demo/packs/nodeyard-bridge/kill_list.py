"""Applies the signed kill list of the registry: versions that must not run are disabled, not deleted."""

import os
import re

from .installed import DISABLED, installed_packs
from .registry import RegistryError
from .signed import Untrusted, is_too_old, open_signed, usable_keys

KIND = "nodeyard-kill-list+jws"


def refresh(registry, settings, state):
    """Fetches and verifies the list, or returns the last good one with the reason. Both can be None."""
    part = state.of(settings.registry)
    try:
        keys = _trusted_keys(registry, settings, part)
        signed = registry.get("/kill-list")
        content = open_signed(signed, KIND, keys, part["serial"])
    except (RegistryError, Untrusted) as problem:
        return _stored(settings, part), str(problem)
    # Only a list that a trusted key has signed names new keys. Those of the settings are not replaced.
    newer = usable_keys(content) if "keys" in content and not settings.keys else keys
    part.update(keys=newer, serial=content["serial"], list=signed)
    _save(state)
    return content, None


def may_install(content):
    """Returns whether the list is recent enough to install anything."""
    return content is not None and not is_too_old(content)


def _known_keys(settings, part):
    """Keys of the settings; else those of the last list. After other keys in the settings, nothing stored counts."""
    if not settings.keys:
        return part["keys"]
    keys = usable_keys({"keys": settings.keys})
    if part["keys"] and not any(key in part["keys"] for key in keys):
        part.update(keys=[], serial=0, list=None)
    return keys


def _trusted_keys(registry, settings, part):
    """Without keys in the settings, those that the registry serves first are trusted."""
    known = _known_keys(settings, part)
    return known if known or settings.keys else usable_keys(registry.get("/kill-list/keys"))


def _stored(settings, part):
    try:
        return open_signed(part.get("list"), KIND, _known_keys(settings, part), part["serial"], even_expired=True)
    except Untrusted:
        return None


def find_killed(content, node=None, version=None, sha256=None):
    """Returns the entry that forbids a version or an archive."""
    for entry in (content or {}).get("entries", []):
        if not isinstance(entry, dict):
            continue
        by_digest = sha256 is not None and entry.get("sha256") == sha256
        by_name = node is not None and _name(entry.get("node", "")) == _name(node)
        if by_digest or (by_name and _number(entry.get("version")) == _number(version)):
            return entry
    return None


def _name(text):
    """Project files can have these spellings of the name that the registry knows."""
    return re.sub(r"[-_.]+", "-", str(text).lower())


def _number(text):
    """Returns `1.0.0` for `v1.0` too."""
    match = re.fullmatch(r"[v=\s]*(\d+(?:\.\d+){0,2})(.*)", str(text).strip(), re.ASCII | re.DOTALL | re.IGNORECASE)
    if not match:
        return str(text)
    numbers = [one.lstrip("0") or "0" for one in match[1].split(".")]
    return ".".join([*numbers, "0", "0"][:3]) + match[2].split("+")[0]


def disable_killed(content, custom_nodes, state, settings):
    """Renames the folders of killed packs, so that the tool skips them. Returns what it disabled now."""
    part = state.of(settings.registry)
    disabled = []
    for pack in installed_packs(custom_nodes):
        archive = part["installed"].get(pack["folder"], {})
        entry = find_killed(content, pack.get("id"), pack.get("version"), archive.get("sha256"))
        if entry is None:
            continue
        path = os.path.join(custom_nodes, pack["folder"])
        try:
            os.rename(path, _free_name(path + DISABLED))
        except OSError as problem:
            print(f"[Nodeyard] {pack['folder']} is on the kill list and could not be disabled: {problem}")
            continue
        about = {"folder": pack["folder"], "id": pack.get("id", ""), "version": pack.get("version", "")}
        disabled.append({**about, "advisory": str(entry.get("advisory", "")), "title": str(entry.get("title", ""))})
    if disabled:
        part["disabled"] = (part["disabled"] + disabled)[-100:]
        _save(state)
    return disabled


def _save(state):
    """A list that cannot be stored is applied all the same."""
    try:
        state.save()
    except OSError as problem:
        print(f"[Nodeyard] the kill list could not be stored: {problem}")


def _free_name(path):
    """The tool skips every folder whose name ends this way."""
    stem, number, free = path[: -len(DISABLED)], 1, path
    while os.path.lexists(free):
        number += 1
        free = f"{stem}-{number}{DISABLED}"
    return free
