"""Split an image into tiles and join them."""

from .join import JoinTiles
from .split import PickTile, SplitTiles

WEB_DIRECTORY = "./web"

NODE_CLASS_MAPPINGS = {
    "GridworksSplitTiles": SplitTiles,
    "GridworksPickTile": PickTile,
    "GridworksJoinTiles": JoinTiles,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "GridworksSplitTiles": "Split Tiles",
    "GridworksPickTile": "Pick Tile",
    "GridworksJoinTiles": "Join Tiles",
}
