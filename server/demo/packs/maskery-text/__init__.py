"""Texts on images."""

from .overlay.nodes import Caption, LabelBatch, TextMask

NODE_CLASS_MAPPINGS = {
    "MaskeryCaption": Caption,
    "MaskeryLabelBatch": LabelBatch,
    "MaskeryTextMask": TextMask,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "MaskeryCaption": "Caption",
    "MaskeryLabelBatch": "Label Batch",
    "MaskeryTextMask": "Text Mask",
}
