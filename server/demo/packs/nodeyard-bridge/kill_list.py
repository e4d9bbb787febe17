"""Applies the signed kill list of the registry: versions that must not run are disabled, not deleted."""

import os

from .installed import DISABLED, installed_packs
from .registry import RegistryError
from .signed import Untrusted, open_signed, usable_keys

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
    part.update(keys=_newer_keys(registry, settings, keys), serial=content["serial"], list=signed)
    state.save()
    return content, None


def _newer_keys(registry, settings, keys):
    """Follows a rotation: the registry's keys replace the known ones while they have one in common."""
    if settings.keys:
        return keys
    try:
        newer = usable_keys(registry.get("/kill-list/keys"))
    except RegistryError:
        return keys
    return newer if any(key in keys for key in newer) else keys


def _trusted_keys(registry, settings, part):
    """Keys of the settings; else those that the registry served first."""
    known = usable_keys({"keys": settings.keys}) if settings.keys else part["keys"]
    if known:
        return known
    return usable_keys(registry.get("/kill-list/keys"))


def _stored(settings, part):
    keys = usable_keys({"keys": settings.keys}) if settings.keys else part["keys"]
    try:
        return open_signed(part.get("list"), KIND, keys, part["serial"], even_expired=True)
    except Untrusted:
        return None


def find_killed(content, node=None, version=None, sha256=None):
    """Returns the entry that forbids a version or an archive."""
    for entry in (content or {}).get("entries", []):
        if not isinstance(entry, dict):
            continue
        by_digest = sha256 is not None and entry.get("sha256") == sha256
        by_name = node is not None and str(entry.get("node", "")).lower() == node.lower()
        if by_digest or (by_name and entry.get("version") == version):
            return entry
    return None


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
        state.save()
    return disabled


def _free_name(path):
    """The tool skips every folder whose name ends this way."""
    stem, number, free = path[: -len(DISABLED)], 1, path
    while os.path.lexists(free):
        number += 1
        free = f"{stem}-{number}{DISABLED}"
    return free
