"""Nodes that show the images of a batch side by side, or one after the other."""

import math

import torch


class ContactSheet:
    """All images of a batch in one grid."""

    CATEGORY = "Gridworks/batch"
    DESCRIPTION = "Lays the images of a batch out in a grid."
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("sheet",)
    FUNCTION = "lay_out"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "images": ("IMAGE",),
                "columns": ("INT", {"default": 0, "min": 0, "max": 64, "tooltip": "0: about square."}),
                "gap": ("INT", {"default": 8, "min": 0, "max": 256, "tooltip": "Pixels between images."}),
                "background": ("FLOAT", {"default": 0.1, "min": 0.0, "max": 1.0, "step": 0.05}),
            }
        }

    def lay_out(self, images, columns, gap, background):
        count, height, width, channels = images.shape
        across = columns or math.ceil(math.sqrt(count))
        down = math.ceil(count / across)
        shape = (down * (height + gap) - gap, across * (width + gap) - gap, channels)
        sheet = torch.full(shape, background, dtype=images.dtype, device=images.device)
        for index, image in enumerate(images):
            top = index // across * (height + gap)
            left = index % across * (width + gap)
            sheet[top : top + height, left : left + width] = image
        return (sheet.unsqueeze(0),)


class BatchToList:
    """Each image of a batch by itself."""

    CATEGORY = "Gridworks/batch"
    DESCRIPTION = "Runs the nodes that follow once for each image."
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("image",)
    OUTPUT_IS_LIST = (True,)
    FUNCTION = "unpack"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"images": ("IMAGE",)}}

    def unpack(self, images):
        return ([images[index : index + 1] for index in range(len(images))],)
