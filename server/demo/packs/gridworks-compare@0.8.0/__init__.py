"""Compare two images."""

from .measure import DifferenceMap, Similarity
from .show import SideBySide, Slider

NODE_CLASS_MAPPINGS = {
    "GridworksSideBySide": SideBySide,
    "GridworksSlider": Slider,
    "GridworksDifferenceMap": DifferenceMap,
    "GridworksSimilarity": Similarity,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "GridworksSideBySide": "Side by Side",
    "GridworksSlider": "Slider",
    "GridworksDifferenceMap": "Difference Map",
    "GridworksSimilarity": "Similarity",
}
