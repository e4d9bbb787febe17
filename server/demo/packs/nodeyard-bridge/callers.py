"""Decides which requests may use the bridge: those of the tool's own page, on this computer."""

import ipaddress
import urllib.parse

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
FORWARDED = ("Forwarded", "Via", "X-Real-IP", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto")


def is_from_page(headers, method="GET", hosts=()):
    """Returns whether the tool's page sent this: browsers set these headers, not the sites of strangers."""
    host = headers.get("Host", "").lower()
    if headers.get("X-Nodeyard-Bridge") != "1" or not _is_known(host, hosts):
        return False
    origin, site = headers.get("Origin"), headers.get("Sec-Fetch-Site")
    if site not in (None, "same-origin"):
        return False
    if origin is not None:
        return origin.lower() in (f"http://{host}", f"https://{host}")
    # Browsers send no origin with a GET request to the same site.
    return method == "GET" and site == "same-origin"


def is_from_this_computer(headers, peer):
    """Returns whether no other computer is involved. A proxy on this computer passes on the requests of others."""
    if any(headers.get(name) is not None for name in FORWARDED):
        return False
    try:
        address = ipaddress.ip_address(str(peer).split("%")[0])
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def is_only_local(addresses):
    """Returns whether only this computer reaches a tool that listens on these addresses, separated by commas."""
    listed = [one.strip().lower() for one in str(addresses).split(",")]
    return all(one in ("localhost", "127.0.0.1", "::1") for one in listed)


def _is_known(host, hosts):
    """Rebinding gives a stranger's page the address of the tool, but not its name."""
    if host in hosts:
        return True
    try:
        parts = urllib.parse.urlsplit(f"//{host}")
        port = parts.port
    except ValueError:
        return False
    return any(host in (name, f"{name}:{port}") for name in LOOPBACK)
