"""Sizes and aspect ratios."""

from .latents import EmptyLatentFromRatio
from .sizes import SizeFromImage, SizeFromRatio, SwapOrientation

NODE_CLASS_MAPPINGS = {
    "GridworksSizeFromRatio": SizeFromRatio,
    "GridworksSizeFromImage": SizeFromImage,
    "GridworksSwapOrientation": SwapOrientation,
    "GridworksEmptyLatentFromRatio": EmptyLatentFromRatio,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "GridworksSizeFromRatio": "Size from Ratio",
    "GridworksSizeFromImage": "Size from Image",
    "GridworksSwapOrientation": "Swap Orientation",
    "GridworksEmptyLatentFromRatio": "Empty Latent from Ratio",
}
