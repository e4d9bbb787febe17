"""Nodes that choose and order the images of a batch."""

import torch


class SliceBatch:
    """A part of a batch."""

    CATEGORY = "Gridworks/batch"
    DESCRIPTION = "Takes every n-th image between two places."
    RETURN_TYPES = ("IMAGE", "INT")
    RETURN_NAMES = ("images", "count")
    FUNCTION = "cut"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "images": ("IMAGE",),
                "start": ("INT", {"default": 0, "min": -4096, "max": 4096, "tooltip": "Below 0 counts from the end."}),
                "stop": ("INT", {"default": 0, "min": -4096, "max": 4096, "tooltip": "0 means: to the end."}),
                "step": ("INT", {"default": 1, "min": 1, "max": 256}),
            }
        }

    def cut(self, images, start, stop, step):
        part = images[start : stop or None : step]
        if len(part) == 0:
            raise ValueError(f"No image of {len(images)} lies between {start} and {stop}.")
        return (part, len(part))


class RepeatBatch:
    """A batch several times."""

    CATEGORY = "Gridworks/batch"
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("images",)
    FUNCTION = "repeat"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "images": ("IMAGE",),
                "times": ("INT", {"default": 2, "min": 1, "max": 64}),
                "each": ("BOOLEAN", {"default": False, "tooltip": "On: 1 1 2 2. Off: 1 2 1 2."}),
            }
        }

    def repeat(self, images, times, each):
        if each:
            return (images.repeat_interleave(times, dim=0),)
        return (images.repeat(times, 1, 1, 1),)


class ReverseBatch:
    """A batch from its end to its start."""

    CATEGORY = "Gridworks/batch"
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("images",)
    FUNCTION = "reverse"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"images": ("IMAGE",)}}

    def reverse(self, images):
        return (images.flip(0),)


class InterleaveBatches:
    """Images of two batches in turn."""

    CATEGORY = "Gridworks/batch"
    DESCRIPTION = "One of the first, one of the second; what is left over comes at the end."
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("images",)
    FUNCTION = "interleave"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"first": ("IMAGE",), "second": ("IMAGE",)}}

    def interleave(self, first, second):
        if first.shape[1:] != second.shape[1:]:
            raise ValueError("Both batches need images of the same size.")
        pairs = min(len(first), len(second))
        woven = torch.stack([first[:pairs], second[:pairs]], dim=1).flatten(0, 1)
        return (torch.cat([woven, first[pairs:], second[pairs:]]),)
