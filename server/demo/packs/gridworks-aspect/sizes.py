"""Nodes that compute widths and heights."""

import math

RATIOS = ["1:1", "5:4", "4:3", "3:2", "16:9", "21:9", "4:5", "3:4", "2:3", "9:16", "9:21"]
MULTIPLES = ["8", "16", "32", "64"]


class SizeFromRatio:
    """A size with an aspect ratio and a number of pixels."""

    CATEGORY = "Gridworks/size"
    DESCRIPTION = "Width and height for an aspect ratio and a number of megapixels."
    RETURN_TYPES = ("INT", "INT")
    RETURN_NAMES = ("width", "height")
    FUNCTION = "compute"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "ratio": (RATIOS, {"default": "3:2"}),
                "megapixels": ("FLOAT", {"default": 1.0, "min": 0.05, "max": 32.0, "step": 0.05}),
                "multiple": (MULTIPLES, {"default": "8", "tooltip": "Both sides become a multiple of this."}),
            }
        }

    def compute(self, ratio, megapixels, multiple):
        return size_of(ratio, megapixels, int(multiple))


class SizeFromImage:
    """The size of an image, scaled to a longest side."""

    CATEGORY = "Gridworks/size"
    DESCRIPTION = "Keeps the aspect ratio of an image at another size."
    RETURN_TYPES = ("INT", "INT")
    RETURN_NAMES = ("width", "height")
    FUNCTION = "compute"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "image": ("IMAGE",),
                "longest": ("INT", {"default": 1024, "min": 64, "max": 16384, "step": 8}),
                "multiple": (MULTIPLES, {"default": "8"}),
            }
        }

    def compute(self, image, longest, multiple):
        _, height, width, _ = image.shape
        scale = longest / max(height, width)
        return (round_to(width * scale, int(multiple)), round_to(height * scale, int(multiple)))


class SwapOrientation:
    """Turns a size, or forces it upright or wide."""

    CATEGORY = "Gridworks/size"
    RETURN_TYPES = ("INT", "INT")
    RETURN_NAMES = ("width", "height")
    FUNCTION = "compute"

    @classmethod
    def INPUT_TYPES(cls):
        side = {"default": 1024, "min": 8, "max": 16384, "forceInput": True}
        return {
            "required": {
                "width": ("INT", side),
                "height": ("INT", side),
                "orientation": (["swap", "upright", "wide"], {"default": "swap"}),
            }
        }

    def compute(self, width, height, orientation):
        if orientation == "swap":
            return (height, width)
        short, long = sorted((width, height))
        return (short, long) if orientation == "upright" else (long, short)


def size_of(ratio, megapixels, multiple):
    """Width and height in pixels, nearest to the wanted ratio and area."""
    across, down = (int(part) for part in ratio.split(":"))
    unit = math.sqrt(megapixels * 1_000_000 / (across * down))
    return (round_to(across * unit, multiple), round_to(down * unit, multiple))


def round_to(value, multiple):
    return max(round(value / multiple), 1) * multiple
