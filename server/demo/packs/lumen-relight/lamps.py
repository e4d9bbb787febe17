"""Nodes that describe light."""


def parse_colour(text):
    """Reads #rrggbb as three numbers from 0 to 1; anything else is white."""
    digits = text.strip().lstrip("#")
    try:
        red, green, blue = (int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4))
    except ValueError:
        return (1.0, 1.0, 1.0)
    return (red, green, blue)


class Light:
    """A lamp at a place in the picture."""

    CATEGORY = "Lumen/light"
    DESCRIPTION = "A lamp: its color, where it stands, and how far it reaches."
    RETURN_TYPES = ("LUMEN_LIGHT",)
    RETURN_NAMES = ("light",)
    FUNCTION = "make"

    @classmethod
    def INPUT_TYPES(cls):
        place = {"default": 0.5, "min": 0.0, "max": 1.0, "step": 0.01, "display": "slider"}
        return {
            "required": {
                "colour": ("STRING", {"default": "#ffd9a0", "tooltip": "As #rrggbb."}),
                "x": ("FLOAT", place),
                "y": ("FLOAT", place),
                "reach": ("FLOAT", {"default": 0.8, "min": 0.05, "max": 3.0, "step": 0.05}),
            }
        }

    def make(self, colour, x, y, reach):
        return ([{"colour": parse_colour(colour), "x": x, "y": y, "reach": reach}],)


class JoinLights:
    """Two groups of lamps as one."""

    CATEGORY = "Lumen/light"
    RETURN_TYPES = ("LUMEN_LIGHT",)
    RETURN_NAMES = ("light",)
    FUNCTION = "join"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"first": ("LUMEN_LIGHT",), "second": ("LUMEN_LIGHT",)}}

    def join(self, first, second):
        return (first + second,)
