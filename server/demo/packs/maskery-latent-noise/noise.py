"""Nodes that make noise and put it into latents. Latents hold samples of shape (batch, channels, height, width)."""

import torch
import torch.nn.functional as functional


class MakeNoise:
    """Noise in the shape of a latent."""

    CATEGORY = "Maskery/noise"
    DESCRIPTION = "Draws noise from a seed, the same on every machine."
    RETURN_TYPES = ("LATENT",)
    RETURN_NAMES = ("noise",)
    FUNCTION = "make"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "latent": ("LATENT", {"tooltip": "Gives the shape; its content is not used."}),
                "seed": ("INT", {"default": 0, "min": 0, "max": 0xFFFFFFFFFFFFFFFF, "control_after_generate": True}),
                "kind": (["normal", "uniform"], {"default": "normal"}),
            }
        }

    def make(self, latent, seed, kind):
        # torch takes seeds of 63 bits and a sign.
        generator = torch.Generator(device="cpu").manual_seed(seed & 0x7FFFFFFFFFFFFFFF)
        shape = latent["samples"].shape
        if kind == "normal":
            return ({"samples": torch.randn(shape, generator=generator)},)
        # From -√3 to √3: the same spread as normal noise.
        return ({"samples": (torch.rand(shape, generator=generator) * 2.0 - 1.0) * 3.0**0.5},)


class BlendNoise:
    """Two noises in one that is as strong as each of them."""

    CATEGORY = "Maskery/noise"
    RETURN_TYPES = ("LATENT",)
    RETURN_NAMES = ("noise",)
    FUNCTION = "blend"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "first": ("LATENT",),
                "second": ("LATENT",),
                "share": ("FLOAT", {"default": 0.1, "min": 0.0, "max": 1.0, "step": 0.01, "tooltip": "Of the second one."}),
            }
        }

    def blend(self, first, second, share):
        a, b = first["samples"], second["samples"].to(first["samples"])
        if a.shape != b.shape:
            raise ValueError("Both noises need the same shape.")
        angle = torch.tensor(share * torch.pi / 2.0)
        return ({"samples": a * torch.cos(angle) + b * torch.sin(angle)},)


class AddNoise:
    """Noise in a latent, everywhere or under a mask."""

    CATEGORY = "Maskery/noise"
    DESCRIPTION = "Adds noise with a strength; a mask keeps it away where the mask is 0."
    RETURN_TYPES = ("LATENT",)
    RETURN_NAMES = ("latent",)
    FUNCTION = "add"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "latent": ("LATENT",),
                "noise": ("LATENT",),
                "strength": ("FLOAT", {"default": 0.3, "min": 0.0, "max": 10.0, "step": 0.01}),
            },
            "optional": {"mask": ("MASK",)},
        }

    def add(self, latent, noise, strength, mask=None):
        samples = latent["samples"]
        added = noise["samples"].to(samples) * strength
        if mask is not None:
            size = samples.shape[-2:]
            added = added * functional.interpolate(mask.unsqueeze(1).to(samples), size=size, mode="bilinear")
        return ({**latent, "samples": samples + added},)
