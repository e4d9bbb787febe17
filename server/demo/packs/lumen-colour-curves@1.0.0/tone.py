"""Nodes that change the tone of an image. Images are batches of shape (batch, height, width, channels)."""


class Levels:
    """Maps the range from black to white to the whole range."""

    CATEGORY = "Lumen/tone"
    DESCRIPTION = "Sets a black point, a white point and the gamma in between."
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("image",)
    FUNCTION = "apply"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "image": ("IMAGE",),
                "black": ("FLOAT", {"default": 0.0, "min": 0.0, "max": 1.0, "step": 0.01}),
                "white": ("FLOAT", {"default": 1.0, "min": 0.0, "max": 1.0, "step": 0.01}),
                "gamma": ("FLOAT", {"default": 1.0, "min": 0.1, "max": 5.0, "step": 0.05}),
            }
        }

    def apply(self, image, black, white, gamma):
        width = max(white - black, 1e-4)
        stretched = ((image - black) / width).clamp(0.0, 1.0)
        return (stretched.pow(1.0 / gamma),)


class Gamma:
    """Moves the middle tones; black and white stay where they are."""

    CATEGORY = "Lumen/tone"
    DESCRIPTION = "Brightens (above 1) or darkens (below 1) the middle tones."
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("image",)
    FUNCTION = "apply"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "image": ("IMAGE",),
                "gamma": ("FLOAT", {"default": 1.0, "min": 0.1, "max": 5.0, "step": 0.05}),
            }
        }

    def apply(self, image, gamma):
        return (image.clamp(0.0, 1.0).pow(1.0 / gamma),)
