"""Installs one version after a person confirmed it. Runs nothing of it."""

import hmac
import os
import re
import secrets
import shutil
import sys
import threading
import time

from .archive import BadArchive, unpack
from .kill_list import find_killed
from .registry import RegistryError, plain, same_origin

NODE_ID = re.compile(r"[a-zA-Z0-9](?:[a-zA-Z0-9._-]{0,98}[a-zA-Z0-9])?")
VERSION = re.compile(r"\d{1,16}\.\d{1,16}\.\d{1,16}")
DIGEST = re.compile(r"[0-9a-f]{64}")
OFFER_SECONDS = 600
MOST_OFFERS = 20
# Hard to confuse, and they spell no words.
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 6
MOST_WRONG_CODES = 5
WORK = ".nodeyard-bridge.disabled"


class Refused(Exception):
    """The installation must not happen, with a reason for people."""


class WrongCode(Refused):
    """Another code can be entered."""


class Installer:
    def __init__(self, registry, custom_nodes, settings, state):
        self.registry = registry
        self.custom_nodes = custom_nodes
        self.settings = settings
        self.state = state
        self.kill_list = None
        self._offers = {}
        self._wrong_codes = []
        self._lock = threading.Lock()

    def offer(self, node_id, version=None):
        """Asks the registry for a version. Returns what a person has to confirm, with a token for exactly that.

        Only the tool's console shows the code of the confirmation, so that neither a page nor a program confirms it.
        """
        if not isinstance(node_id, str) or not NODE_ID.fullmatch(node_id):
            raise Refused("That is not the id of a pack.")
        if version is not None and (not isinstance(version, str) or not VERSION.fullmatch(version)):
            raise Refused("That is not a version.")
        found = self.registry.get(f"/nodes/{node_id}/install", {"version": version} if version else None)
        offer = self._checked(found, node_id, version)
        token = secrets.token_urlsafe(24)
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        with self._lock:
            self._forget_old()
            self._offers[token] = (time.monotonic(), offer, code)
        named = f"{offer['id']} {offer['version']}"
        _show(f"[Nodeyard] To install {named}, enter this code in the page: {code[:3]}-{code[3:]}")
        return {**offer, "token": token, "replaces": self._present(offer["id"]), "registry": self.registry.address}

    def _checked(self, found, node_id, version):
        found = found if isinstance(found, dict) else {}
        offer = {
            "id": found.get("node_id"),
            "version": found.get("version"),
            "url": found.get("downloadUrl"),
            "sha256": found.get("sha256"),
            "size": found.get("size"),
        }
        texts = [offer["id"], offer["version"], offer["url"], offer["sha256"]]
        if any(not isinstance(text, str) for text in texts):
            raise Refused("The registry has no archive of this version.")
        is_asked = offer["id"].lower() == node_id.lower() and NODE_ID.fullmatch(offer["id"])
        if not is_asked or (version is not None and offer["version"] != version):
            raise Refused("The registry sent another pack than the one that was asked for.")
        if not VERSION.fullmatch(offer["version"]) or not DIGEST.fullmatch(offer["sha256"]):
            raise Refused("The registry sent a malformed response.")
        if not same_origin(offer["url"], self.registry.address):
            raise Refused("The archive is not at the registry.")
        self._assert_not_killed(offer)
        return offer

    def _assert_not_killed(self, offer):
        entry = find_killed(self.kill_list, offer["id"], offer["version"], offer["sha256"])
        if entry is not None:
            raise Refused(plain(f"This version is on the kill list: {entry.get('title', '')}"))

    def install(self, offer):
        """Installs what a person confirmed. Everything stays as it was if a step fails."""
        self._assert_not_killed(offer)
        target = os.path.join(self.custom_nodes, offer["id"])
        if os.path.islink(target) or os.path.isdir(os.path.join(target, ".git")):
            raise Refused("The folder of the pack is a checkout or a link. It is not replaced.")
        os.makedirs(os.path.join(self.custom_nodes, WORK), exist_ok=True)
        work = os.path.join(self.custom_nodes, WORK, secrets.token_hex(8))
        os.mkdir(work)
        try:
            archive, fresh = os.path.join(work, "node.zip"), os.path.join(work, "files")
            self.registry.download(offer["url"], archive, offer["sha256"], offer["size"])
            unpack(archive, fresh)
            self._swap(fresh, target, os.path.join(work, "old"))
            self._remember(offer)
        except (RegistryError, BadArchive, OSError) as problem:
            raise Refused(f"Nothing was changed: {problem}") from None
        finally:
            shutil.rmtree(work, ignore_errors=True)
        return {**offer, "requirements": os.path.isfile(os.path.join(target, "requirements.txt"))}

    def confirmed(self, token, code):
        """Returns the offer of a token, once, if the code is its own. Wrong codes of all offers count together."""
        given = re.sub(r"[\s-]", "", code).upper() if isinstance(code, str) else ""
        with self._lock:
            self._forget_old()
            if len(self._wrong_codes) >= MOST_WRONG_CODES:
                raise Refused("There were too many wrong codes. Try again in ten minutes.")
            _, offer, right = self._offers.get(token, (0, None, "")) if isinstance(token, str) else (0, None, "")
            if offer is None:
                raise Refused("The confirmation has expired. Start again.")
            if not hmac.compare_digest(given.encode(), right.encode()):
                self._wrong_codes.append(time.monotonic())
                raise WrongCode("That is not the code in the tool's console.")
            del self._offers[token]
        return offer

    def _swap(self, fresh, target, old):
        was_there = os.path.lexists(target)
        if was_there:
            os.rename(target, old)
        try:
            os.rename(fresh, target)
        except OSError:
            if was_there:
                os.rename(old, target)
            raise

    def _remember(self, offer):
        installed = self.state.of(self.settings.registry)["installed"]
        installed[offer["id"]] = {"version": offer["version"], "sha256": offer["sha256"]}
        try:
            self.state.save()
        except OSError as problem:
            print(f"[Nodeyard] the digest of {offer['id']} could not be stored: {problem}")

    def _present(self, node_id):
        return os.path.lexists(os.path.join(self.custom_nodes, node_id))

    def _forget_old(self):
        oldest = time.monotonic() - OFFER_SECONDS
        fresh = [(token, one) for token, one in self._offers.items() if one[0] > oldest]
        self._offers = dict(fresh[-MOST_OFFERS + 1 :])
        self._wrong_codes = [at for at in self._wrong_codes if at > oldest]


def _show(text):
    """Writes to the console itself: what is printed otherwise can be read through the tool's server."""
    print(text, file=sys.__stderr__ or sys.stderr, flush=True)
