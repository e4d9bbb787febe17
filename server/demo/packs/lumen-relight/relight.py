"""Nodes that put light on a picture."""

import folder_paths
import torch
from safetensors.torch import load_file


class LoadDepthModel:
    """The weights that tell near from far."""

    CATEGORY = "Lumen/light"
    DESCRIPTION = "Loads a depth model from models/depth."
    RETURN_TYPES = ("LUMEN_DEPTH",)
    RETURN_NAMES = ("depth_model",)
    FUNCTION = "load"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"model_name": (folder_paths.get_filename_list("depth"),)}}

    def load(self, model_name):
        return (load_file(folder_paths.get_full_path("depth", model_name)),)


class Relight:
    """Adds lamps to a picture."""

    CATEGORY = "Lumen/light"
    DESCRIPTION = "Adds lamps to a picture. With a depth model, light falls behind what stands in front."
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("image",)
    FUNCTION = "apply"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "image": ("IMAGE",),
                "light": ("LUMEN_LIGHT",),
                "strength": ("FLOAT", {"default": 0.8, "min": 0.0, "max": 4.0, "step": 0.05}),
                "ambient": ("FLOAT", {"default": 0.15, "min": 0.0, "max": 1.0, "step": 0.01}),
            },
            "optional": {"depth_model": ("LUMEN_DEPTH",), "mask": ("MASK",)},
        }

    def apply(self, image, light, strength, ambient, depth_model=None, mask=None):
        _, height, width, _ = image.shape
        y, x = torch.meshgrid(torch.linspace(0, 1, height), torch.linspace(0, 1, width), indexing="ij")
        near = 1.0 if depth_model is None else self.nearness(image, depth_model)
        total = torch.full((height, width, 3), ambient)
        for lamp in light:
            distance = ((x - lamp["x"]) ** 2 + (y - lamp["y"]) ** 2).sqrt() / lamp["reach"]
            fall = (1.0 - distance).clamp(min=0.0) ** 2 * near
            total = total + fall.unsqueeze(-1) * torch.tensor(lamp["colour"]) * strength
        lit = (image * (ambient + total.to(image.device))).clamp(0.0, 1.0)
        if mask is None:
            return (lit,)
        share = mask.unsqueeze(-1).to(image.device)
        return (image * (1.0 - share) + lit * share,)

    def nearness(self, image, weights):
        kernel = weights["luma"].to(image.device)
        return (image.mean(dim=0) @ kernel).sigmoid().cpu()
