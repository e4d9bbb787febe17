"""Nodes that take tiles out of an image."""

import torch

from .layout import plan


class SplitTiles:
    """Cuts the first image of a batch into tiles."""

    CATEGORY = "Gridworks/tiles"
    DESCRIPTION = "Cuts an image into a batch of overlapping tiles."
    RETURN_TYPES = ("IMAGE", "TILE_LAYOUT", "INT")
    RETURN_NAMES = ("tiles", "layout", "count")
    FUNCTION = "split"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "image": ("IMAGE",),
                "tile": ("INT", {"default": 512, "min": 64, "max": 4096, "step": 8, "tooltip": "Side of a tile in pixels."}),
                "overlap": ("INT", {"default": 64, "min": 0, "max": 1024, "step": 8}),
            }
        }

    def split(self, image, tile, overlap):
        _, height, width, _ = image.shape
        layout = plan(height, width, tile, overlap)
        side = layout.tile
        tiles = [image[0, top : top + side, left : left + side] for top, left in layout.corners]
        return (torch.stack(tiles), layout, len(tiles))


class PickTile:
    """Takes one tile out of a batch."""

    CATEGORY = "Gridworks/tiles"
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("tile",)
    FUNCTION = "pick"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "tiles": ("IMAGE",),
                "index": ("INT", {"default": 0, "min": 0, "max": 4096, "tooltip": "From 0; past the end gives the last one."}),
            }
        }

    def pick(self, tiles, index):
        place = min(index, len(tiles) - 1)
        return (tiles[place : place + 1],)
