"""Nodes that measure how much two images differ."""

import math

import torch

from .match import match


class DifferenceMap:
    """Colours each pixel by how much it changed."""

    CATEGORY = "Gridworks/compare"
    DESCRIPTION = "Blue where little changed, red where much did."
    RETURN_TYPES = ("IMAGE", "MASK")
    RETURN_NAMES = ("map", "difference")
    FUNCTION = "draw"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "first": ("IMAGE",),
                "second": ("IMAGE",),
                "gain": ("FLOAT", {"default": 4.0, "min": 1.0, "max": 64.0, "step": 0.5, "tooltip": "Makes small changes visible."}),
            }
        }

    def draw(self, first, second, gain):
        a, b = match(first, second)
        amount = ((a - b).abs().mean(dim=-1) * gain).clamp(0.0, 1.0)
        red = (amount * 2.0 - 1.0).clamp(min=0.0)
        green = 1.0 - (amount * 2.0 - 1.0).abs()
        blue = (1.0 - amount * 2.0).clamp(min=0.0) * (amount > 0)
        return (torch.stack([red, green, blue], dim=-1), amount)


class Similarity:
    """How alike two images are, as numbers."""

    CATEGORY = "Gridworks/compare"
    DESCRIPTION = "Mean absolute difference, and the peak signal-to-noise ratio in decibels (100 when equal)."
    RETURN_TYPES = ("FLOAT", "FLOAT")
    RETURN_NAMES = ("difference", "psnr")
    FUNCTION = "measure"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"first": ("IMAGE",), "second": ("IMAGE",)}}

    def measure(self, first, second):
        a, b = match(first, second)
        error = a.float() - b.float()
        squared = float(error.pow(2).mean())
        psnr = 100.0 if squared < 1e-10 else -10.0 * math.log10(squared)
        return (float(error.abs().mean()), psnr)
