"""Compare two images."""

from .measure import DifferenceMap, Similarity
from .show import SideBySide, Wipe

NODE_CLASS_MAPPINGS = {
    "GridworksSideBySide": SideBySide,
    "GridworksWipe": Wipe,
    "GridworksDifferenceMap": DifferenceMap,
    "GridworksSimilarity": Similarity,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "GridworksSideBySide": "Side by Side",
    "GridworksWipe": "Wipe",
    "GridworksDifferenceMap": "Difference Map",
    "GridworksSimilarity": "Similarity",
}
