"""What the bridge does, without the tool's server: requests and responses are plain dictionaries."""

from .installer import Installer, Refused, WrongCode
from .kill_list import may_install, refresh
from .registry import Registry, RegistryError
from .settings import Settings, State

MOST_NAMES = 500
LONGEST_TEXT = 500


class Bridge:
    def __init__(self, custom_nodes, user_folder, timeout=20, is_shared=False):
        self.is_shared = is_shared
        self.settings = Settings(user_folder)
        self.state = State(user_folder)
        self.registry = Registry(self.settings.registry, timeout)
        self.installer = Installer(self.registry, custom_nodes, self.settings, self.state)

    def handle(self, name, body):
        """Answers one request of the page. Returns the status and the response."""
        try:
            return 200, getattr(self, f"_{name}")(body if isinstance(body, dict) else {})
        except WrongCode as refusal:
            return 401, {"error": str(refusal)}
        except Refused as refusal:
            return 409, {"error": str(refusal)}
        except RegistryError as problem:
            return 502, {"error": str(problem)}

    def _status(self, _):
        part = self.state.of(self.settings.registry)
        return {
            "registry": self.settings.registry,
            "disabled": part["disabled"],
            "reports_imports": self.settings.report_imports,
        }

    def _resolve(self, body):
        """Asks which packs provide missing nodes, by their names alone."""
        names = body.get("comfy_nodes")
        asked = [
            {key: value[:LONGEST_TEXT] for key, value in one.items() if key in SENT and isinstance(value, str)}
            for one in (names if isinstance(names, list) else [])[:MOST_NAMES]
            if isinstance(one, dict) and isinstance(one.get("comfy_node_name"), str) and one["comfy_node_name"]
        ]
        if not asked:
            return {"comfy_nodes": []}
        return self.registry.post("/bulk/comfy-nodes/providers", {"comfy_nodes": asked})

    def _offer(self, body):
        if self.is_shared and not self.settings.hosts:
            raise Refused("Other computers can reach this tool, so nothing is installed. See hosts in the settings.")
        self._refresh_kill_list()
        return self.installer.offer(body.get("node_id"), body.get("version"))

    def _install(self, body):
        offer = self.installer.confirmed(body.get("token"), body.get("code"))
        # A version can be put on the list while a person looks for the code.
        self._refresh_kill_list()
        return self.installer.install(offer)

    def _refresh_kill_list(self):
        self.installer.kill_list, problem = refresh(self.registry, self.settings, self.state)
        if not may_install(self.installer.kill_list):
            raise Refused(f"The kill list of the registry could not be verified: {problem}")


SENT = ("comfy_node_name", "node_id", "version", "repository")
