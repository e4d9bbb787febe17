"""Nodes that make look-up tables."""

import torch

from ..cube import LOOKS, read_cube


class LoadLut:
    """Reads one of the tables in the pack's folder."""

    CATEGORY = "Lumen/LUT"
    DESCRIPTION = "Reads a .cube file from the pack's folder `looks`."
    RETURN_TYPES = ("LUMEN_LUT",)
    RETURN_NAMES = ("lut",)
    FUNCTION = "load"

    @classmethod
    def INPUT_TYPES(cls):
        names = sorted(path.name for path in LOOKS.glob("*.cube"))
        return {"required": {"look": (names, {"tooltip": "Files in the folder `looks`."})}}

    def load(self, look):
        return (read_cube(LOOKS / look),)


class IdentityLut:
    """Makes a table that leaves every colour as it is."""

    CATEGORY = "Lumen/LUT"
    RETURN_TYPES = ("LUMEN_LUT",)
    RETURN_NAMES = ("lut",)
    FUNCTION = "make"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"size": ("INT", {"default": 17, "min": 2, "max": 65, "tooltip": "Points a side."})}}

    def make(self, size):
        steps = torch.linspace(0.0, 1.0, size)
        blue, green, red = torch.meshgrid(steps, steps, steps, indexing="ij")
        return (torch.stack([red, green, blue], dim=-1),)


class BlendLuts:
    """Mixes two tables of the same size."""

    CATEGORY = "Lumen/LUT"
    RETURN_TYPES = ("LUMEN_LUT",)
    RETURN_NAMES = ("lut",)
    FUNCTION = "blend"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "first": ("LUMEN_LUT",),
                "second": ("LUMEN_LUT",),
                "share": (
                    "FLOAT",
                    {"default": 0.5, "min": 0.0, "max": 1.0, "step": 0.01, "tooltip": "0 is the first, 1 the second."},
                ),
            }
        }

    def blend(self, first, second, share):
        if first.shape != second.shape:
            raise ValueError(f"The tables have {first.shape[0]} and {second.shape[0]} points a side.")
        return (torch.lerp(first, second, share),)
