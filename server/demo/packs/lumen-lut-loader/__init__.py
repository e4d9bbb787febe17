"""Colour grading with look-up tables."""

from .nodes.apply import ApplyLut
from .nodes.make import BlendLuts, IdentityLut, LoadLut

NODE_CLASS_MAPPINGS = {
    "LumenLoadLut": LoadLut,
    "LumenIdentityLut": IdentityLut,
    "LumenBlendLuts": BlendLuts,
    "LumenApplyLut": ApplyLut,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "LumenLoadLut": "Load LUT",
    "LumenIdentityLut": "Identity LUT",
    "LumenBlendLuts": "Blend LUTs",
    "LumenApplyLut": "Apply LUT",
}

__all__ = ["NODE_CLASS_MAPPINGS", "NODE_DISPLAY_NAME_MAPPINGS"]
