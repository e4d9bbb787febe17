"""Nodes that compute numbers from a text."""

from .arithmetic import compute

NUMBER = ("FLOAT", {"default": 0.0, "min": -1e9, "max": 1e9, "step": 0.01})


class Calculate:
    """The value of an arithmetic expression."""

    CATEGORY = "Quiet Prompt/numbers"
    DESCRIPTION = "Computes an expression of a, b and c."
    RETURN_TYPES = ("FLOAT", "INT")
    RETURN_NAMES = ("number", "rounded")
    FUNCTION = "run"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {"expression": ("STRING", {"default": "(a + b) / 2"})},
            "optional": {"a": NUMBER, "b": NUMBER, "c": NUMBER},
        }

    def run(self, expression, a=0.0, b=0.0, c=0.0):
        value = float(compute(expression, {"a": a, "b": b, "c": c}))
        return (value, round(value))


class Remap:
    """A number moved from one range to another."""

    CATEGORY = "Quiet Prompt/numbers"
    DESCRIPTION = "Maps a range of numbers to another one, such as 0 to 100 to 0 to 1."
    RETURN_TYPES = ("FLOAT",)
    RETURN_NAMES = ("number",)
    FUNCTION = "run"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "number": NUMBER,
                "from_low": ("FLOAT", {"default": 0.0}),
                "from_high": ("FLOAT", {"default": 100.0}),
                "to_low": ("FLOAT", {"default": 0.0}),
                "to_high": ("FLOAT", {"default": 1.0}),
                "clamp": ("BOOLEAN", {"default": True, "tooltip": "Keeps the result inside the new range."}),
            }
        }

    def run(self, number, from_low, from_high, to_low, to_high, clamp):
        if from_low == from_high:
            return (to_low,)
        share = (number - from_low) / (from_high - from_low)
        if clamp:
            share = min(max(share, 0.0), 1.0)
        return (to_low + share * (to_high - to_low),)
