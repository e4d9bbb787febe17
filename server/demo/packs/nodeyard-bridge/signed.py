"""Opens documents that a registry signed: a JWS in its general JSON form, with Ed25519 signatures."""

import base64
import datetime
import json
import re

from . import ed25519

TOLERANCE = datetime.timedelta(minutes=5)
MOST_SIGNATURES = 8


class Untrusted(Exception):
    """The document is malformed, or no trusted key signed it, or it is out of date."""


def open_signed(signed, kind, keys, last_serial, now=None, even_expired=False):
    """Returns the verified content. `even_expired` accepts a stored list whose registry cannot be reached."""
    now = now or datetime.datetime.now(datetime.timezone.utc)
    if not isinstance(signed, dict) or not isinstance(signed.get("payload"), str):
        raise Untrusted("malformed")
    if not _has_good_signature(signed, kind, keys):
        raise Untrusted("bad signature")
    content = _json(signed["payload"])
    serial = content.get("serial") if isinstance(content, dict) else None
    if not isinstance(serial, int) or not isinstance(content.get("entries"), list):
        raise Untrusted("malformed")
    if not even_expired and _time(content.get("expires")) <= now:
        raise Untrusted("expired")
    if _time(content.get("issued")) > now + TOLERANCE:
        raise Untrusted("not yet issued")
    if serial < last_serial:
        raise Untrusted("rolled back")
    return content


def _has_good_signature(signed, kind, keys):
    signatures = signed.get("signatures")
    for one in signatures[:MOST_SIGNATURES] if isinstance(signatures, list) else []:
        protected = one.get("protected") if isinstance(one, dict) else None
        header = _json(protected)
        if not isinstance(header, dict) or header.get("alg") != "EdDSA" or header.get("typ") != kind:
            continue
        signature = _bytes(one.get("signature"))
        key = next((key for key in keys if key.get("kid") == header.get("kid")), None)
        if "crit" in header or key is None or signature is None:
            continue
        public_key = _bytes(key.get("x")) or b""
        if ed25519.verify(public_key, f"{protected}.{signed['payload']}".encode(), signature):
            return True
    return False


def usable_keys(found):
    """Returns the Ed25519 keys of a JSON Web Key Set."""
    keys = found.get("keys") if isinstance(found, dict) else None
    return [
        {"kid": key["kid"], "x": key["x"]}
        for key in (keys if isinstance(keys, list) else [])
        if isinstance(key, dict) and key.get("crv") == "Ed25519" and isinstance(key.get("kid"), str)
        and isinstance(key.get("x"), str)
    ]


def _bytes(text):
    if not isinstance(text, str) or not re.fullmatch(r"[\w-]*", text, re.ASCII):
        return None
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return None


def _json(encoded):
    try:
        return json.loads((_bytes(encoded) or b"").decode())
    except ValueError:
        return None


def _time(text):
    try:
        return datetime.datetime.fromisoformat(str(text).replace("Z", "+00:00"))
    except ValueError:
        raise Untrusted("malformed") from None
