"""A tone curve through five points. Images are batches of shape (batch, height, width, channels)."""

import torch

CHANNELS = ["all", "red", "green", "blue"]


class ToneCurve:
    """Bends the tones of an image through three movable points."""

    CATEGORY = "Lumen/tone"
    DESCRIPTION = "Moves shadows, middle tones and highlights up or down."
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("image",)
    FUNCTION = "apply"

    @classmethod
    def INPUT_TYPES(cls):
        offset = {"default": 0.0, "min": -0.25, "max": 0.25, "step": 0.01}
        return {
            "required": {
                "image": ("IMAGE",),
                "shadows": ("FLOAT", {**offset, "tooltip": "The point at 25 % brightness."}),
                "midtones": ("FLOAT", {**offset, "tooltip": "The point at 50 % brightness."}),
                "highlights": ("FLOAT", {**offset, "tooltip": "The point at 75 % brightness."}),
                "channel": (CHANNELS, {"default": "all", "tooltip": "The channels that the curve changes."}),
            }
        }

    def apply(self, image, shadows, midtones, highlights, channel):
        heights = torch.tensor(
            [0.0, 0.25 + shadows, 0.5 + midtones, 0.75 + highlights, 1.0],
            dtype=image.dtype,
            device=image.device,
        )
        curved = interpolate(image.clamp(0.0, 1.0), heights)
        if channel == "all":
            return (curved,)
        result = image.clone()
        index = CHANNELS.index(channel) - 1
        result[..., index] = curved[..., index]
        return (result,)


def interpolate(values, heights):
    """Looks values between 0 and 1 up on a curve of evenly spaced points."""
    position = values * (len(heights) - 1)
    left = position.floor().long().clamp(0, len(heights) - 2)
    share = position - left
    return (heights[left] * (1.0 - share) + heights[left + 1] * share).clamp(0.0, 1.0)
