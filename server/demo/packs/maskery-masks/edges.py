"""Nodes that change the edge of a mask."""

import torch
import torch.nn.functional as functional


class GrowMask:
    """Moves the edge of a mask."""

    CATEGORY = "Maskery/edge"
    DESCRIPTION = "Above 0 the selection grows, below 0 it shrinks."
    RETURN_TYPES = ("MASK",)
    RETURN_NAMES = ("mask",)
    FUNCTION = "grow"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "mask": ("MASK",),
                "pixels": ("INT", {"default": 8, "min": -512, "max": 512}),
            }
        }

    def grow(self, mask, pixels):
        if pixels == 0:
            return (mask,)
        side = 2 * abs(pixels) + 1
        turned = mask if pixels > 0 else 1.0 - mask
        grown = functional.max_pool2d(turned.unsqueeze(1), side, stride=1, padding=abs(pixels)).squeeze(1)
        return (grown if pixels > 0 else 1.0 - grown,)


class FeatherMask:
    """Makes the edge of a mask soft."""

    CATEGORY = "Maskery/edge"
    RETURN_TYPES = ("MASK",)
    RETURN_NAMES = ("mask",)
    FUNCTION = "feather"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "mask": ("MASK",),
                "radius": ("INT", {"default": 12, "min": 0, "max": 256, "tooltip": "Pixels over which the edge fades."}),
            }
        }

    def feather(self, mask, radius):
        if radius == 0:
            return (mask,)
        places = torch.arange(-radius, radius + 1, dtype=torch.float32, device=mask.device)
        weights = torch.exp(-((places / (radius / 2.0)) ** 2) / 2.0)
        weights = (weights / weights.sum()).to(mask.dtype)
        blurred = functional.pad(mask.unsqueeze(1), (radius, radius, radius, radius), mode="replicate")
        blurred = functional.conv2d(blurred, weights.view(1, 1, 1, -1))
        blurred = functional.conv2d(blurred, weights.view(1, 1, -1, 1))
        return (blurred.squeeze(1).clamp(0.0, 1.0),)
