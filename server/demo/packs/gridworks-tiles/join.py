"""The node that puts tiles together."""

import torch


class JoinTiles:
    """Joins tiles and cross-fades them where they overlap."""

    CATEGORY = "Gridworks/tiles"
    DESCRIPTION = "Joins the tiles of a layout; tiles that were enlarged make a larger image."
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("image",)
    FUNCTION = "join"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"tiles": ("IMAGE",), "layout": ("TILE_LAYOUT",)}}

    def join(self, tiles, layout):
        if len(tiles) != len(layout.corners):
            raise ValueError(f"The layout has {len(layout.corners)} tiles, the batch {len(tiles)}.")
        side = tiles.shape[1]
        scale = side / layout.tile
        shape = (round(layout.height * scale), round(layout.width * scale), tiles.shape[3])
        total = torch.zeros(shape, dtype=torch.float32)
        weights = torch.zeros((shape[0], shape[1], 1), dtype=torch.float32)
        window = fade(side, round(layout.overlap * scale))
        for tile, (top, left) in zip(tiles, layout.corners):
            y, x = round(top * scale), round(left * scale)
            total[y : y + side, x : x + side] += tile.float().cpu() * window
            weights[y : y + side, x : x + side] += window
        return ((total / weights.clamp(min=1e-6)).unsqueeze(0),)


def fade(side, overlap):
    """Weights of a tile: full in the middle, falling towards its edges over the overlap, never 0."""
    distance = torch.arange(side, dtype=torch.float32)
    to_edge = torch.minimum(distance, distance.flip(0)) + 1.0
    ramp = (to_edge / (overlap + 1.0)).clamp(max=1.0)
    return (ramp.unsqueeze(0) * ramp.unsqueeze(1)).unsqueeze(-1)
