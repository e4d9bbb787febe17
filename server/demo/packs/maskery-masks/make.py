"""Nodes that make masks. Masks are batches of shape (batch, height, width), 1 is selected."""

import torch


def part(default, tooltip):
    """An input that is a part of the image's side, from 0 to 1."""
    return ("FLOAT", {"default": default, "min": 0.0, "max": 1.0, "step": 0.01, "tooltip": tooltip})


class ShapeMask:
    """A rectangle or an ellipse."""

    CATEGORY = "Maskery/make"
    DESCRIPTION = "Draws a shape; places and sizes are parts of the image."
    RETURN_TYPES = ("MASK",)
    RETURN_NAMES = ("mask",)
    FUNCTION = "draw"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "width": ("INT", {"default": 1024, "min": 8, "max": 16384, "step": 8}),
                "height": ("INT", {"default": 1024, "min": 8, "max": 16384, "step": 8}),
                "shape": (["rectangle", "ellipse"], {"default": "ellipse"}),
                "centre_x": part(0.5, "0 is the left edge."),
                "centre_y": part(0.5, "0 is the top edge."),
                "shape_width": part(0.5, "1 is the whole width."),
                "shape_height": part(0.5, "1 is the whole height."),
            }
        }

    def draw(self, width, height, shape, centre_x, centre_y, shape_width, shape_height):
        across = (torch.arange(width) + 0.5) / width - centre_x
        down = (torch.arange(height) + 0.5) / height - centre_y
        x = across.unsqueeze(0) / max(shape_width / 2.0, 1e-6)
        y = down.unsqueeze(1) / max(shape_height / 2.0, 1e-6)
        inside = (x**2 + y**2 <= 1.0) if shape == "ellipse" else ((x.abs() <= 1.0) & (y.abs() <= 1.0))
        return (inside.float().unsqueeze(0),)


class MaskFromColour:
    """Selects pixels that are near a colour."""

    CATEGORY = "Maskery/make"
    DESCRIPTION = "Selects what is near a colour, with a soft edge."
    RETURN_TYPES = ("MASK",)
    RETURN_NAMES = ("mask",)
    FUNCTION = "select"

    @classmethod
    def INPUT_TYPES(cls):
        channel = {"default": 0, "min": 0, "max": 255}
        return {
            "required": {
                "image": ("IMAGE",),
                "red": ("INT", channel),
                "green": ("INT", {**channel, "default": 255}),
                "blue": ("INT", channel),
                "distance": part(0.2, "How far a colour may be away."),
                "softness": part(0.05, "Over which distance the edge fades."),
            }
        }

    def select(self, image, red, green, blue, distance, softness):
        wanted = torch.tensor([red, green, blue], dtype=image.dtype, device=image.device) / 255.0
        away = (image[..., :3] - wanted).pow(2).mean(dim=-1).sqrt()
        return (((distance - away) / max(softness, 1e-4) + 0.5).clamp(0.0, 1.0),)
