"""Tone control for images."""

from .tone import Gamma, Levels

NODE_CLASS_MAPPINGS = {
    "LumenLevels": Levels,
    "LumenGamma": Gamma,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "LumenLevels": "Levels",
    "LumenGamma": "Gamma",
}

__all__ = ["NODE_CLASS_MAPPINGS", "NODE_DISPLAY_NAME_MAPPINGS"]
