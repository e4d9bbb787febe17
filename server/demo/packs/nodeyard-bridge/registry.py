"""Talks to the one registry of the settings."""

import hashlib
import http.client
import json
import os
import queue
import threading
import urllib.error
import urllib.parse
import urllib.request

MOST_BYTES_OF_JSON = 32 * 1024 * 1024
MOST_BYTES_OF_ARCHIVE = 200 * 1024 * 1024
PIECE = 1024 * 1024
BROKEN = (OSError, ValueError, http.client.HTTPException)


def plain(text):
    """Returns a text of strangers without what controls a console."""
    return "".join(letter if letter.isprintable() else " " for letter in str(text))


class RegistryError(Exception):
    """The registry could not be reached, refused, or sent something that must not be used."""

    def __init__(self, reason):
        super().__init__(plain(reason))


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class _SafeRedirects(urllib.request.HTTPRedirectHandler):
    """Archives may be in an object store: what arrives is checked by its digest."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):
        if urllib.parse.urlsplit(newurl).scheme != "https" and not same_origin(newurl, req.full_url):
            return None
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def same_origin(one, other):
    one, other = urllib.parse.urlsplit(one), urllib.parse.urlsplit(other)
    try:
        return (one.scheme, one.hostname, one.port) == (other.scheme, other.hostname, other.port)
    except ValueError:
        return False


class Registry:
    def __init__(self, address, timeout=20):
        self.address = address
        self.timeout = timeout

    def get(self, path, query=None):
        return self._json(urllib.request.Request(self._url(path, query)))

    def post(self, path, body):
        data = json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        return self._json(urllib.request.Request(self._url(path), data, headers, method="POST"))

    def download(self, url, path, sha256, size=None):
        """Stores an archive that has this digest. Only the registry itself can be asked for it."""
        if not same_origin(url, self.address):
            raise RegistryError("the archive is not at the registry")
        try:
            self._store(url, path, sha256, size)
        except http.client.HTTPException as problem:
            raise RegistryError(f"the archive did not arrive: {problem}") from None

    def _store(self, url, path, sha256, size):
        digest, count = hashlib.sha256(), 0
        most = min(MOST_BYTES_OF_ARCHIVE, size) if isinstance(size, int) else MOST_BYTES_OF_ARCHIVE
        with self._open(urllib.request.Request(url), _SafeRedirects) as response, open(path, "wb") as file:
            while piece := response.read(PIECE):
                count += len(piece)
                if count > most:
                    raise RegistryError("the archive is larger than it should be")
                digest.update(piece)
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        if digest.hexdigest() != sha256:
            raise RegistryError("the archive has another digest than the registry stated")

    def _url(self, path, query=None):
        return f"{self.address}{path}" + (f"?{urllib.parse.urlencode(query)}" if query else "")

    def _json(self, request):
        text = _in_time(self.timeout, lambda: self._read(request))
        if len(text) > MOST_BYTES_OF_JSON:
            raise RegistryError("the response is too large")
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise RegistryError("the response is not JSON") from None

    def _read(self, request):
        try:
            with self._open(request, _NoRedirects) as response:
                return response.read(MOST_BYTES_OF_JSON + 1)
        except BROKEN as error:
            raise RegistryError(f"the response did not arrive: {error}") from None

    def _open(self, request, redirects):
        request.add_header("User-Agent", "nodeyard-bridge/1.0")
        try:
            return urllib.request.build_opener(redirects).open(request, timeout=self.timeout)
        except urllib.error.HTTPError as error:
            raise RegistryError(_reason(error)) from None
        except BROKEN as error:
            raise RegistryError(f"the registry cannot be reached: {error}") from None


def _reason(error):
    try:
        return str(json.loads(error.read(65536)).get("message") or error.code)[:500]
    except (*BROKEN, AttributeError, RecursionError):
        return f"the registry responded with status {error.code}"


def _in_time(seconds, read):
    """Limits the whole exchange: a server that sends byte by byte never meets the timeout of the connection."""
    outcome = queue.SimpleQueue()

    def run():
        try:
            outcome.put((read(), None))
        except RegistryError as problem:
            outcome.put((None, problem))

    threading.Thread(target=run, daemon=True).start()
    try:
        text, problem = outcome.get(timeout=seconds)
    except queue.Empty:
        raise RegistryError("the response took too long") from None
    if problem:
        raise problem
    return text
