"""Tone and colour control for images."""

from .colour import WhiteBalance
from .curves import ToneCurve
from .tone import Gamma, Levels

NODE_CLASS_MAPPINGS = {
    "LumenLevels": Levels,
    "LumenGamma": Gamma,
    "LumenToneCurve": ToneCurve,
    "LumenWhiteBalance": WhiteBalance,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "LumenLevels": "Levels",
    "LumenGamma": "Gamma",
    "LumenToneCurve": "Tone Curve",
    "LumenWhiteBalance": "White Balance",
}

__all__ = ["NODE_CLASS_MAPPINGS", "NODE_DISPLAY_NAME_MAPPINGS"]
