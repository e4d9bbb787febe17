"""Where the tiles of an image lie."""

from typing import NamedTuple


class Layout(NamedTuple):
    """The size of the whole image, of a tile, and the top left corners of the tiles, all in pixels."""

    height: int
    width: int
    tile: int
    overlap: int
    corners: tuple


def plan(height, width, tile, overlap):
    """Covers an image with tiles of one size; the last of each row and column is moved inwards."""
    side = min(tile, height, width)
    rows = starts(height, side, overlap)
    columns = starts(width, side, overlap)
    corners = tuple((top, left) for top in rows for left in columns)
    return Layout(height, width, side, min(overlap, side - 1), corners)


def starts(length, side, overlap):
    """Where tiles start along one axis."""
    step = max(side - overlap, 1)
    positions = list(range(0, max(length - side, 0), step))
    return [*positions, max(length - side, 0)]
