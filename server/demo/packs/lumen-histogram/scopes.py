"""Pictures of what is in an image. Images are batches of shape (batch, height, width, channels)."""

import torch

CHANNEL_NAMES = ("red", "green", "blue")


class Histogram:
    """Draws how many pixels have which tone."""

    CATEGORY = "Lumen/scopes"
    DESCRIPTION = "Draws the tones of the first image of a batch."
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("histogram",)
    FUNCTION = "draw"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "image": ("IMAGE",),
                "channels": (["colours", "brightness"], {"default": "colours"}),
                "height": ("INT", {"default": 256, "min": 64, "max": 1024, "step": 8}),
            }
        }

    def draw(self, image, channels, height):
        pixels = image[0, ..., :3].reshape(-1, 3).float().cpu()
        if channels == "brightness":
            pixels = pixels.mean(dim=-1, keepdim=True)
        columns = [bars(pixels[:, index], height) for index in range(pixels.shape[1])]
        picture = torch.stack(columns if len(columns) == 3 else columns * 3, dim=-1)
        return (picture.unsqueeze(0),)


class ClippingWarning:
    """Paints lost shadows blue and lost highlights red."""

    CATEGORY = "Lumen/scopes"
    DESCRIPTION = "Marks pixels that are pure black (blue) or pure white (red)."
    RETURN_TYPES = ("IMAGE", "MASK")
    RETURN_NAMES = ("image", "clipped")
    FUNCTION = "mark"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "image": ("IMAGE",),
                "tolerance": (
                    "FLOAT",
                    {"default": 0.004, "min": 0.0, "max": 0.1, "step": 0.001, "tooltip": "Distance from 0 and 1 that counts."},
                ),
            }
        }

    def mark(self, image, tolerance):
        colours = image[..., :3]
        dark = (colours <= tolerance).all(dim=-1)
        bright = (colours >= 1.0 - tolerance).all(dim=-1)
        marked = colours.clone()
        marked[dark] = torch.tensor([0.0, 0.2, 1.0], dtype=marked.dtype, device=marked.device)
        marked[bright] = torch.tensor([1.0, 0.1, 0.1], dtype=marked.dtype, device=marked.device)
        return (marked, (dark | bright).to(colours.dtype))


def bars(values, height):
    """One channel's histogram as a picture of 256 columns, 1 where a bar is."""
    counts = torch.histc(values, bins=256, min=0.0, max=1.0).sqrt()
    tops = counts / counts.max().clamp(min=1.0) * height
    rows = torch.arange(height, 0, -1, dtype=tops.dtype).unsqueeze(1)
    return (rows <= tops.unsqueeze(0)).float()
