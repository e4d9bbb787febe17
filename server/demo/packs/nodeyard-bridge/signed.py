"""Opens documents that a registry signed: a JWS in its general JSON form, with Ed25519 signatures."""

import base64
import datetime
import json
import re

from . import ed25519

TOLERANCE = datetime.timedelta(minutes=5)
GRACE = datetime.timedelta(days=3)
FARTHEST = datetime.timedelta(days=30)
MOST_KEYS = 8


class Untrusted(Exception):
    """The document is malformed, or no trusted key signed it, or it is out of date."""


def open_signed(signed, kind, keys, last_serial, now=None, even_expired=False):
    """Returns the verified content. Its `keys` replace the trusted ones. `even_expired` accepts a stored list."""
    now = now or _now()
    if not isinstance(signed, dict) or not isinstance(signed.get("payload"), str):
        raise Untrusted("malformed")
    if not _has_good_signature(signed, kind, keys):
        raise Untrusted("bad signature")
    content = _json(signed["payload"])
    serial = content.get("serial") if isinstance(content, dict) else None
    if type(serial) is not int or not isinstance(content.get("entries"), list):
        raise Untrusted("malformed")
    if "keys" in content:
        _check_named_keys(signed, kind, content)
    if not even_expired and _time(content.get("expires")) <= now:
        raise Untrusted("expired")
    if _time(content.get("issued")) > now + TOLERANCE:
        raise Untrusted("not yet issued")
    if serial < last_serial:
        raise Untrusted("rolled back")
    # Numbers are times in milliseconds, unless the registry's clock was set back.
    if serial > max(last_serial + 1, (now + FARTHEST).timestamp() * 1000):
        raise Untrusted("number too high")
    return content


def is_too_old(content):
    """Returns whether a stored list expired so long ago that nothing should be installed by it."""
    return _time(content["expires"]) + GRACE <= _now()


def _check_named_keys(signed, kind, content):
    """Refuses keys that would leave this program without a way to verify the document again."""
    keys = usable_keys(content)
    named = content["keys"]
    if not isinstance(named, list) or len(keys) != len(named) or not 1 <= len(keys) <= MOST_KEYS:
        raise Untrusted("malformed")
    if not _has_good_signature(signed, kind, keys):
        raise Untrusted("bad signature")


def _has_good_signature(signed, kind, keys):
    signatures = signed.get("signatures")
    for one in signatures[:MOST_KEYS] if isinstance(signatures, list) else []:
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
        and len(_bytes(key.get("x")) or b"") == 32
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
    except (ValueError, RecursionError):
        return None


def _time(text):
    try:
        time = datetime.datetime.fromisoformat(str(text).replace("Z", "+00:00"))
    except ValueError:
        raise Untrusted("malformed") from None
    if time.tzinfo is None:
        raise Untrusted("malformed")
    return time


def _now():
    return datetime.datetime.now(datetime.timezone.utc)
