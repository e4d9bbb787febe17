"""Lamps for finished pictures."""

from .lamps import JoinLights, Light
from .relight import LoadDepthModel, Relight

NODE_CLASS_MAPPINGS = {
    "LumenLight": Light,
    "LumenJoinLights": JoinLights,
    "LumenLoadDepthModel": LoadDepthModel,
    "LumenRelight": Relight,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "LumenLight": "Light",
    "LumenJoinLights": "Join Lights",
    "LumenLoadDepthModel": "Load Depth Model",
    "LumenRelight": "Relight",
}
