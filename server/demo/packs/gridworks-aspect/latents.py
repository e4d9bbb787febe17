"""The node that makes an empty latent of a computed size."""

import torch

from .sizes import MULTIPLES, RATIOS, size_of


class EmptyLatentFromRatio:
    """An empty latent, eight times smaller than the image it stands for."""

    CATEGORY = "Gridworks/size"
    DESCRIPTION = "An empty latent for an aspect ratio and a number of megapixels."
    RETURN_TYPES = ("LATENT", "INT", "INT")
    RETURN_NAMES = ("latent", "width", "height")
    FUNCTION = "make"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "ratio": (RATIOS, {"default": "1:1"}),
                "megapixels": ("FLOAT", {"default": 1.0, "min": 0.05, "max": 32.0, "step": 0.05}),
                "multiple": (MULTIPLES, {"default": "8"}),
                "batch_size": ("INT", {"default": 1, "min": 1, "max": 64}),
                "channels": (["4", "16"], {"default": "4", "tooltip": "What the model's latents have."}),
            }
        }

    def make(self, ratio, megapixels, multiple, batch_size, channels):
        width, height = size_of(ratio, megapixels, int(multiple))
        samples = torch.zeros([batch_size, int(channels), height // 8, width // 8])
        return ({"samples": samples}, width, height)
