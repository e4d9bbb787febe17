"""Unpacks an archive below one folder, or refuses it as a whole."""

import os
import re
import stat
import zipfile
import zlib

MOST_ENTRIES = 65_536
MOST_BYTES = 1024 * 1024 * 1024
MOST_RATIO = 250
LARGE = 8 * 1024 * 1024
DEEPEST = 64
PIECE = 1024 * 1024
DEVICE = re.compile(r"(?:CON|PRN|AUX|NUL|COM[1-9]|LPT[1-9])(?:\.|$)", re.IGNORECASE)


class BadArchive(Exception):
    """The archive has an entry that must not be written, or is too large."""


def unpack(path, folder):
    """Writes all files into a folder that does not exist yet."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            _check(entries)
            os.makedirs(folder)
            for entry in entries:
                _write(archive, entry, folder)
    except (zipfile.BadZipFile, zlib.error, ValueError, RuntimeError, EOFError, OSError) as problem:
        raise BadArchive(f"it cannot be unpacked: {problem}") from None


def _check(entries):
    if len(entries) > MOST_ENTRIES or sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise BadArchive("it is too large")
    names = set()
    for entry in entries:
        name = entry.filename.rstrip("/")
        parts = name.split("/")
        if not name or len(parts) > DEEPEST or any(not _is_safe(part) for part in parts):
            raise BadArchive(f"it has an unsafe path: {entry.filename!r}")
        if name.lower() in names:
            raise BadArchive(f"it has a path twice: {entry.filename!r}")
        names.add(name.lower())
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR) or entry.flag_bits & 1:
            raise BadArchive(f"it has a link, a special file or an encrypted file: {entry.filename!r}")
        if entry.file_size > LARGE and entry.file_size > MOST_RATIO * max(1, entry.compress_size):
            raise BadArchive(f"it has a file that is packed too tightly: {entry.filename!r}")


def _is_safe(part):
    if part in ("", ".", "..") or part[-1] in ". " or DEVICE.match(part):
        return False
    return not any(letter in '<>:"|?*\\' or ord(letter) < 32 for letter in part)


def _write(archive, entry, folder):
    target = os.path.join(folder, *entry.filename.rstrip("/").split("/"))
    if entry.is_dir():
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
