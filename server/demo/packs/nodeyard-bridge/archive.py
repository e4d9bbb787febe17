"""Unpacks an archive below one folder, or refuses it as a whole."""

import os
import re
import stat
import unicodedata
import zipfile
import zlib

MOST_ENTRIES = 65_536
MOST_BYTES = 1024 * 1024 * 1024
MOST_RATIO = 250
LARGE = 8 * 1024 * 1024
DEEPEST = 64
PIECE = 1024 * 1024
UTF8 = 0x800
# Windows reads superscript digits like digits, and ignores spaces before the ending.
DEVICE = re.compile(r"(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[1-9\u00b9\u00b2\u00b3]) *(?:\.|$)", re.IGNORECASE)
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class BadArchive(Exception):
    """The archive has an entry that must not be written, or is too large."""


def unpack(path, folder):
    """Writes all files into a folder that does not exist yet."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = [(_name(entry), entry) for entry in archive.infolist()]
            _check(entries)
            os.makedirs(folder)
            for name, entry in entries:
                _write(archive, name, entry, folder)
    except (zipfile.BadZipFile, zlib.error, ValueError, RuntimeError, EOFError, OSError) as problem:
        raise BadArchive(f"it cannot be unpacked: {problem}") from None


def _name(entry):
    """Reads the path as UTF-8, like the registry, where Python reads unmarked ones as code page 437."""
    path = entry.orig_filename
    return path if entry.flag_bits & UTF8 else path.encode("cp437").decode("utf-8")


def _check(entries):
    if len(entries) > MOST_ENTRIES or sum(entry.file_size for _, entry in entries) > MOST_BYTES:
        raise BadArchive("it is too large")
    names = set()
    for path, entry in entries:
        name = path.rstrip("/")
        parts = name.split("/")
        if not name or len(parts) > DEEPEST or any(not _is_safe(part) for part in parts):
            raise BadArchive(f"it has an unsafe path: {entry.filename!r}")
        key = _key(name)
        if key in names:
            raise BadArchive(f"it has a path twice: {entry.filename!r}")
        names.add(key)
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR) or entry.flag_bits & 1:
            raise BadArchive(f"it has a link, a special file or an encrypted file: {entry.filename!r}")
        if entry.file_size > LARGE and entry.file_size > MOST_RATIO * max(1, entry.compress_size):
            raise BadArchive(f"it has a file that is packed too tightly: {entry.filename!r}")


def _is_safe(part):
    if part in ("", ".", "..") or part[-1] in ". " or DEVICE.match(part):
        return False
    return not CONTROL.search(part) and not any(letter in '<>:"|?*\\' for letter in part)


def _key(name):
    """Equal for names that some file system treats as one: it ignores case and the composition of accents."""
    folded = unicodedata.normalize("NFC", name).lower().upper().lower()
    return unicodedata.normalize("NFC", folded)


def _write(archive, path, entry, folder):
    target = os.path.join(folder, *path.rstrip("/").split("/"))
    if path.endswith("/"):
        os.makedirs(target, exist_ok=True)
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    left = entry.file_size
    with archive.open(entry) as source, open(target, "xb") as file:
        while piece := source.read(PIECE):
            left -= len(piece)
            if left < 0:
                raise BadArchive(f"a file is larger than stated: {entry.filename!r}")
            file.write(piece)
