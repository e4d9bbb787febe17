"""Nodes that show two images at once."""

import torch

from .match import match

PAIR = {"first": ("IMAGE",), "second": ("IMAGE",)}


class SideBySide:
    """Two images next to each other."""

    CATEGORY = "Gridworks/compare"
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("image",)
    FUNCTION = "show"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                **PAIR,
                "direction": (["horizontal", "vertical"], {"default": "horizontal"}),
                "gap": ("INT", {"default": 4, "min": 0, "max": 128, "tooltip": "Width of the line between them."}),
            }
        }

    def show(self, first, second, direction, gap):
        a, b = match(first, second)
        axis = 2 if direction == "horizontal" else 1
        shape = list(a.shape)
        shape[axis] = gap
        line = torch.ones(shape, dtype=a.dtype, device=a.device)
        return (torch.cat([a, line, b], dim=axis),)


class Slider:
    """One picture up to a line, the other behind it."""

    CATEGORY = "Gridworks/compare"
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("image",)
    FUNCTION = "show"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                **PAIR,
                "position": ("FLOAT", {"default": 0.5, "min": 0.0, "max": 1.0, "step": 0.01, "display": "slider"}),
            }
        }

    def show(self, first, second, position):
        a, b = match(first, second)
        column = round(a.shape[2] * position)
        return (torch.cat([a[:, :, :column], b[:, :, column:]], dim=2),)
