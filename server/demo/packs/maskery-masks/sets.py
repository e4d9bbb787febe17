"""Nodes that combine and measure masks."""

import torch

OPERATIONS = {
    "union": torch.maximum,
    "intersection": torch.minimum,
    "difference": lambda first, second: (first - second).clamp(min=0.0),
    "exclusive or": lambda first, second: (first - second).abs(),
}


class CombineMasks:
    """Two masks in one."""

    CATEGORY = "Maskery/combine"
    RETURN_TYPES = ("MASK",)
    RETURN_NAMES = ("mask",)
    FUNCTION = "combine"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "first": ("MASK",),
                "second": ("MASK",),
                "operation": (["union", "intersection", "difference", "exclusive or"], {"default": "union"}),
            }
        }

    def combine(self, first, second, operation):
        if first.shape[1:] != second.shape[1:]:
            raise ValueError("Both masks need the same width and height.")
        return (OPERATIONS[operation](first, second.to(first)),)


class MaskBounds:
    """The box around a mask."""

    CATEGORY = "Maskery/measure"
    DESCRIPTION = "Position and size of the box around what is selected, in pixels, with a margin."
    RETURN_TYPES = ("INT", "INT", "INT", "INT", "BOOLEAN")
    RETURN_NAMES = ("x", "y", "width", "height", "is_empty")
    FUNCTION = "measure"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "mask": ("MASK",),
                "threshold": ("FLOAT", {"default": 0.5, "min": 0.0, "max": 1.0, "step": 0.01}),
                "margin": ("INT", {"default": 0, "min": 0, "max": 4096}),
            }
        }

    def measure(self, mask, threshold, margin):
        _, height, width = mask.shape
        selected = (mask > threshold).any(dim=0)
        if not bool(selected.any()):
            return (0, 0, width, height, True)
        rows = selected.any(dim=1).nonzero().flatten()
        columns = selected.any(dim=0).nonzero().flatten()
        left = max(int(columns[0]) - margin, 0)
        top = max(int(rows[0]) - margin, 0)
        right = min(int(columns[-1]) + margin + 1, width)
        bottom = min(int(rows[-1]) + margin + 1, height)
        return (left, top, right - left, bottom - top, False)
