"""Masks: make, combine, change, measure."""

from .edges import FeatherMask, GrowMask
from .make import MaskFromColour, ShapeMask
from .sets import CombineMasks, MaskBounds

NODE_CLASS_MAPPINGS = {
    "MaskeryShapeMask": ShapeMask,
    "MaskeryMaskFromColour": MaskFromColour,
    "MaskeryCombineMasks": CombineMasks,
    "MaskeryGrowMask": GrowMask,
    "MaskeryFeatherMask": FeatherMask,
    "MaskeryMaskBounds": MaskBounds,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "MaskeryShapeMask": "Shape Mask",
    "MaskeryMaskFromColour": "Mask from Colour",
    "MaskeryCombineMasks": "Combine Masks",
    "MaskeryGrowMask": "Grow Mask",
    "MaskeryFeatherMask": "Feather Mask",
    "MaskeryMaskBounds": "Mask Bounds",
}
