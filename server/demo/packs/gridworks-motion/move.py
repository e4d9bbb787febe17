"""Nodes that move a picture under the camera."""

import cv2
import numpy as np
import torch

BORDERS = {"mirror": cv2.BORDER_REFLECT_101, "repeat": cv2.BORDER_REPLICATE, "black": cv2.BORDER_CONSTANT}


class MotionPath:
    """Where the camera goes."""

    CATEGORY = "Gridworks/motion"
    DESCRIPTION = "A path of the camera: how far it pans and zooms in how many frames."
    RETURN_TYPES = ("GRIDWORKS_PATH",)
    RETURN_NAMES = ("path",)
    FUNCTION = "make"

    @classmethod
    def INPUT_TYPES(cls):
        pan = {"default": 0.0, "min": -1.0, "max": 1.0, "step": 0.01}
        return {
            "required": {
                "frames": ("INT", {"default": 48, "min": 2, "max": 480}),
                "pan_x": ("FLOAT", {**pan, "tooltip": "In widths of the picture."}),
                "pan_y": ("FLOAT", {**pan, "tooltip": "In heights of the picture."}),
                "zoom": ("FLOAT", {"default": 1.1, "min": 0.5, "max": 4.0, "step": 0.01}),
                "ease": (["in and out", "linear", "out"], {"default": "in and out"}),
            }
        }

    def make(self, frames, pan_x, pan_y, zoom, ease):
        along = np.linspace(0.0, 1.0, frames)
        if ease == "in and out":
            along = along * along * (3.0 - 2.0 * along)
        elif ease == "out":
            along = 1.0 - (1.0 - along) ** 2
        return ([(pan_x * t, pan_y * t, 1.0 + (zoom - 1.0) * t) for t in along],)


class MoveImage:
    """One frame for each step of a path."""

    CATEGORY = "Gridworks/motion"
    RETURN_TYPES = ("IMAGE", "INT")
    RETURN_NAMES = ("frames", "count")
    FUNCTION = "move"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "image": ("IMAGE",),
                "path": ("GRIDWORKS_PATH",),
                "edge": (["mirror", "repeat", "black"], {"default": "mirror"}),
            }
        }

    def move(self, image, path, edge):
        picture = image[0].cpu().numpy()
        height, width, _ = picture.shape
        frames = []
        for pan_x, pan_y, zoom in path:
            shift = np.float32([[zoom, 0, (1 - zoom) * width / 2 - pan_x * width], [0, zoom, (1 - zoom) * height / 2 - pan_y * height]])
            frames.append(cv2.warpAffine(picture, shift, (width, height), flags=cv2.INTER_CUBIC, borderMode=BORDERS[edge]))
        return (torch.from_numpy(np.stack(frames)).clamp(0.0, 1.0), len(frames))


class MotionTrail:
    """Each frame with a little of those before it."""

    CATEGORY = "Gridworks/motion"
    DESCRIPTION = "Adds fading copies of the frames before, as a slow shutter does."
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("frames",)
    FUNCTION = "trail"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "frames": ("IMAGE",),
                "length": ("INT", {"default": 4, "min": 1, "max": 32}),
                "fade": ("FLOAT", {"default": 0.6, "min": 0.0, "max": 1.0, "step": 0.05}),
            }
        }

    def trail(self, frames, length, fade):
        shown = []
        for place in range(frames.shape[0]):
            before = frames[max(0, place - length + 1) : place + 1]
            weights = torch.tensor([fade ** (before.shape[0] - 1 - n) for n in range(before.shape[0])])
            shown.append((before * weights.view(-1, 1, 1, 1)).sum(dim=0) / weights.sum())
        return (torch.stack(shown),)
