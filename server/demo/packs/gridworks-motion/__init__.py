"""Camera moves over still pictures."""

from .move import MotionPath, MotionTrail, MoveImage

NODE_CLASS_MAPPINGS = {
    "GridworksMotionPath": MotionPath,
    "GridworksMoveImage": MoveImage,
    "GridworksMotionTrail": MotionTrail,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "GridworksMotionPath": "Motion Path",
    "GridworksMoveImage": "Move Image",
    "GridworksMotionTrail": "Motion Trail",
}
