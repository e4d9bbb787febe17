"""Draws texts with Pillow and turns pictures into tensors and back."""

import numpy
import torch
from PIL import Image, ImageDraw, ImageFont

PLACES = [
    "top left", "top", "top right",
    "left", "centre", "right",
    "bottom left", "bottom", "bottom right",
]  # fmt: skip


def load_font(path, size):
    """The font of a file, or Pillow's own when no path is given."""
    if path.strip():
        return ImageFont.truetype(path.strip(), size)
    try:
        return ImageFont.load_default(size)
    except TypeError:
        # Before Pillow 10.1 the built-in font has one size only.
        return ImageFont.load_default()


def to_picture(image):
    """One image of a batch as a picture of Pillow."""
    bytes_ = (image[..., :3].clamp(0.0, 1.0) * 255.0).round().byte().cpu().numpy()
    return Image.fromarray(bytes_, mode="RGB")


def to_tensor(picture):
    """A picture with values from 0 to 1, of shape (height, width, channels) or (height, width)."""
    return torch.from_numpy(numpy.asarray(picture).astype(numpy.float32) / 255.0)


def draw_text(picture, text, place, font, margin, fill, bar=None):
    """Draws a text at one of nine places; `bar` is the colour of a box behind it."""
    pen = ImageDraw.Draw(picture)
    left, top, right, bottom = pen.multiline_textbbox((0, 0), text, font=font)
    x, y = corner(place, picture.size, (right - left, bottom - top), margin)
    if bar is not None:
        edge = max(margin // 2, 2)
        pen.rectangle((x - edge, y - edge, x + right - left + edge, y + bottom - top + edge), fill=bar)
    pen.multiline_text((x - left, y - top), text, font=font, fill=fill)


def corner(place, size, text_size, margin):
    """The top left corner of a text of some size at a place."""
    room = [size[axis] - text_size[axis] for axis in (0, 1)]
    x = margin if "left" in place else room[0] - margin if "right" in place else room[0] // 2
    y = margin if "top" in place else room[1] - margin if "bottom" in place else room[1] // 2
    return (x, y)
