"""The settings, and what the bridge remembers. Both are files in a folder of the user."""

import json
import os
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
SETTINGS = "nodeyard-bridge.json"
STATE = "nodeyard-bridge-state.json"


class Settings:
    def __init__(self, folder):
        given = {**read_json(os.path.join(HERE, "defaults.json")), **read_json(os.path.join(folder, SETTINGS))}
        self.registry = registry_address(given.get("registry"))
        self.keys = given["keys"] if isinstance(given.get("keys"), list) else []
        hosts = given["hosts"] if isinstance(given.get("hosts"), list) else []
        self.hosts = frozenset(one.lower() for one in hosts if isinstance(one, str) and one)
        self.apply_kill_list = given.get("apply_kill_list") is not False
        self.report_imports = given.get("report_imports") is True
        # By then the tool has loaded all packs.
        seconds = given.get("report_after_seconds")
        self.report_after_seconds = seconds if isinstance(seconds, (int, float)) and seconds >= 0 else 60


def registry_address(text):
    """Returns the address without a slash at the end. Only this computer may use HTTP without encryption."""
    parts = urllib.parse.urlsplit(str(text))
    is_local = parts.hostname in ("127.0.0.1", "localhost", "::1")
    if parts.scheme not in ("https", "http") or not parts.hostname or (parts.scheme == "http" and not is_local):
        raise ValueError("nodeyard-bridge: the registry must be an https address")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError("nodeyard-bridge: the registry must be an address without user, query and fragment")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


class State:
    """What must survive a restart: trusted keys, the last kill list, installed archives, disabled packs."""

    def __init__(self, folder):
        self.path = os.path.join(folder, STATE)
        self.values = read_json(self.path)

    def of(self, registry):
        """Returns the part about one registry. Another registry never sees it."""
        part = self.values.setdefault(registry, {})
        for name, empty in (("keys", []), ("serial", 0), ("installed", {}), ("disabled", [])):
            if type(part.get(name)) is not type(empty):
                part[name] = empty
        return part

    def save(self):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        temporary = f"{self.path}.new"
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump(self.values, file, indent=2)
        os.replace(temporary, self.path)


def read_json(path):
    try:
        with open(path, encoding="utf-8") as file:
            value = json.load(file)
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
