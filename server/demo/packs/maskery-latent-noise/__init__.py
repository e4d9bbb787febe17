"""Noise for latents."""

from .noise import AddNoise, BlendNoise, MakeNoise

NODE_CLASS_MAPPINGS = {
    "MaskeryMakeNoise": MakeNoise,
    "MaskeryBlendNoise": BlendNoise,
    "MaskeryAddNoise": AddNoise,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "MaskeryMakeNoise": "Make Noise",
    "MaskeryBlendNoise": "Blend Noise",
    "MaskeryAddNoise": "Add Noise",
}
