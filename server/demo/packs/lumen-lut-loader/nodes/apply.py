"""The node that grades an image."""

import torch
import torch.nn.functional as functional


class ApplyLut:
    """Looks every colour of an image up in a table."""

    CATEGORY = "Lumen/LUT"
    DESCRIPTION = "Grades an image with a look-up table."
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("image",)
    OUTPUT_TOOLTIPS = ("The graded image; an alpha channel is kept.",)
    FUNCTION = "apply"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "image": ("IMAGE",),
                "lut": ("LUMEN_LUT",),
                "strength": ("FLOAT", {"default": 1.0, "min": 0.0, "max": 1.0, "step": 0.05}),
            }
        }

    def apply(self, image, lut, strength):
        colours = image[..., :3].clamp(0.0, 1.0)
        table = lut.to(colours).permute(3, 0, 1, 2).unsqueeze(0).expand(len(colours), -1, -1, -1, -1)
        # grid_sample wants coordinates from -1 to 1, red first, and one dimension more than an image has.
        places = (colours * 2.0 - 1.0).unsqueeze(1)
        graded = functional.grid_sample(table, places, mode="bilinear", align_corners=True)
        graded = graded.squeeze(2).permute(0, 2, 3, 1)
        result = image.clone()
        result[..., :3] = torch.lerp(colours, graded, strength)
        return (result,)
