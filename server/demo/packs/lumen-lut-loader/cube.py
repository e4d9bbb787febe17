"""Reads .cube files: a header, then one line of red, green and blue for each point, red changing fastest."""

from pathlib import Path

import numpy
import torch

LOOKS = Path(__file__).parent / "looks"


def read_cube(path):
    """The table as a tensor of shape (blue, green, red, 3)."""
    size = 0
    rows = []
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        if words[0] == "LUT_1D_SIZE":
            raise ValueError(f"{path}: only three-dimensional tables are supported.")
        if words[0] == "LUT_3D_SIZE":
            size = int(words[1])
        elif words[0][0].isdigit() or words[0][0] in "-.":
            rows.append([float(word) for word in words[:3]])
    if size < 2 or len(rows) != size**3:
        raise ValueError(f"{path}: expected {size**3} points, found {len(rows)}.")
    return torch.from_numpy(numpy.array(rows, dtype=numpy.float32)).reshape(size, size, size, 3)
