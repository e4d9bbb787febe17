"""Nodes that look at images."""

from .scopes import ClippingWarning, Histogram
from .statistics import ImageStatistics

NODE_CLASS_MAPPINGS = {
    "LumenHistogram": Histogram,
    "LumenClippingWarning": ClippingWarning,
    "LumenImageStatistics": ImageStatistics,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "LumenHistogram": "Histogram",
    "LumenClippingWarning": "Clipping Warning",
    "LumenImageStatistics": "Image Statistics",
}
