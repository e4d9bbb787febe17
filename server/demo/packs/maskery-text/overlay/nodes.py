"""The nodes that write on images."""

import torch
from PIL import Image

from .drawing import PLACES, draw_text, load_font, to_picture, to_tensor

COLOURS = {"white": (255, 255, 255), "black": (0, 0, 0), "yellow": (255, 220, 60), "red": (230, 60, 50)}

FONT_INPUTS = {
    "size": ("INT", {"default": 32, "min": 6, "max": 1024}),
    "place": (PLACES, {"default": "bottom"}),
    "margin": ("INT", {"default": 16, "min": 0, "max": 1024, "tooltip": "Pixels between the text and the edge."}),
}
FONT_PATH = ("STRING", {"default": "", "tooltip": "A .ttf or .otf file; empty is the built-in font."})


class Caption:
    """A text on every image of a batch."""

    CATEGORY = "Maskery/text"
    DESCRIPTION = "Writes a text on an image, with an optional bar behind it."
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("image",)
    FUNCTION = "write"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "image": ("IMAGE",),
                "text": ("STRING", {"multiline": True, "default": "Caption"}),
                "colour": (["white", "black", "yellow", "red"], {"default": "white"}),
                "bar": ("BOOLEAN", {"default": True, "tooltip": "A dark box behind the text."}),
                **FONT_INPUTS,
            },
            "optional": {"font_path": FONT_PATH},
        }

    def write(self, image, text, colour, bar, size, place, margin, font_path=""):
        font = load_font(font_path, size)
        behind = (20, 20, 20) if bar else None
        return (written(image, [text] * len(image), place, font, margin, COLOURS[colour], behind),)


class LabelBatch:
    """One line of a list on each image."""

    CATEGORY = "Maskery/text"
    DESCRIPTION = "Writes the first line on the first image, the second on the second, and so on."
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("images",)
    FUNCTION = "write"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "images": ("IMAGE",),
                "labels": ("STRING", {"multiline": True, "default": "first\nsecond"}),
                **FONT_INPUTS,
            }
        }

    def write(self, images, labels, size, place, margin):
        lines = labels.splitlines()
        texts = [lines[index] if index < len(lines) else "" for index in range(len(images))]
        return (written(images, texts, place, load_font("", size), margin, COLOURS["white"], (20, 20, 20)),)


class TextMask:
    """A text as a mask."""

    CATEGORY = "Maskery/text"
    RETURN_TYPES = ("MASK",)
    RETURN_NAMES = ("mask",)
    FUNCTION = "draw"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "width": ("INT", {"default": 1024, "min": 8, "max": 16384, "step": 8}),
                "height": ("INT", {"default": 1024, "min": 8, "max": 16384, "step": 8}),
                "text": ("STRING", {"multiline": True, "default": "TEXT"}),
                **FONT_INPUTS,
            },
            "optional": {"font_path": FONT_PATH},
        }

    def draw(self, width, height, text, size, place, margin, font_path=""):
        picture = Image.new("L", (width, height), 0)
        draw_text(picture, text, place, load_font(font_path, size), margin, 255)
        return (to_tensor(picture).unsqueeze(0),)


def written(images, texts, place, font, margin, fill, bar):
    """A batch with a text on each of its images; an empty text leaves an image as it is."""
    results = []
    for image, text in zip(images, texts):
        picture = to_picture(image)
        if text.strip():
            draw_text(picture, text, place, font, margin, fill, bar)
        results.append(to_tensor(picture))
    return torch.stack(results)
