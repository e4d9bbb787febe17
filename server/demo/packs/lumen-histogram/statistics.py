"""Numbers about an image."""


class ImageStatistics:
    """Measures brightness and contrast."""

    CATEGORY = "Lumen/scopes"
    DESCRIPTION = "Mean brightness, its spread and the contrast between dark and bright parts."
    RETURN_TYPES = ("FLOAT", "FLOAT", "FLOAT", "STRING")
    RETURN_NAMES = ("mean", "spread", "contrast", "summary")
    FUNCTION = "measure"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {"image": ("IMAGE",)},
            "optional": {"mask": ("MASK", {"tooltip": "Only pixels where the mask is above 0.5 are measured."})},
        }

    def measure(self, image, mask=None):
        brightness = image[..., :3].float().mean(dim=-1)
        if mask is not None and mask.shape == brightness.shape and bool((mask > 0.5).any()):
            brightness = brightness[mask > 0.5]
        values = brightness.flatten().sort().values
        mean = float(values.mean())
        spread = float(values.std(unbiased=False))
        last = len(values) - 1
        contrast = float(values[round(last * 0.95)] - values[round(last * 0.05)])
        summary = f"mean {mean:.3f}, spread {spread:.3f}, contrast {contrast:.3f}"
        return (mean, spread, contrast, summary)
