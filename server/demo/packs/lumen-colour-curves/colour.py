"""Nodes that change the colour of an image."""

import torch


class WhiteBalance:
    """Shifts the colours of an image and keeps its brightness."""

    CATEGORY = "Lumen/colour"
    DESCRIPTION = "Makes an image warmer or colder, greener or more magenta."
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("image",)
    FUNCTION = "apply"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "image": ("IMAGE",),
                "temperature": (
                    "FLOAT",
                    {"default": 0.0, "min": -1.0, "max": 1.0, "step": 0.01, "tooltip": "Below 0 colder, above 0 warmer."},
                ),
                "tint": (
                    "FLOAT",
                    {"default": 0.0, "min": -1.0, "max": 1.0, "step": 0.01, "tooltip": "Below 0 greener, above 0 more magenta."},
                ),
            }
        }

    def apply(self, image, temperature, tint):
        gains = torch.tensor(
            [1.0 + 0.3 * temperature, 1.0 - 0.3 * tint, 1.0 - 0.3 * temperature],
            dtype=image.dtype,
            device=image.device,
        )
        balanced = image[..., :3] * gains
        before = image[..., :3].mean(dim=-1, keepdim=True)
        after = balanced.mean(dim=-1, keepdim=True).clamp(min=1e-6)
        result = image.clone()
        result[..., :3] = (balanced * before / after).clamp(0.0, 1.0)
        return (result,)
