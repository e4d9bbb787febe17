"""Numbers from a text."""

from .nodes import Calculate, Remap

NODE_CLASS_MAPPINGS = {
    "QuietCalculate": Calculate,
    "QuietRemap": Remap,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "QuietCalculate": "Calculate",
    "QuietRemap": "Remap",
}
