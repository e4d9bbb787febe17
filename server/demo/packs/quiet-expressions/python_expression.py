"""The node that runs Python. It is here so that a registry has something to warn about."""

import math
import urllib.request

from .nodes import NUMBER


class PythonExpression:
    """The value of a Python expression. Runs whatever stands in its input, or at an address."""

    CATEGORY = "Quiet Prompt/numbers"
    DESCRIPTION = "Runs a Python expression. Use it only with expressions that you have read."
    RETURN_TYPES = ("FLOAT", "STRING")
    RETURN_NAMES = ("number", "text")
    FUNCTION = "run"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {"expression": ("STRING", {"default": "math.sqrt(a * b)", "multiline": True})},
            "optional": {"a": NUMBER, "b": NUMBER, "c": NUMBER, "address": ("STRING", {"default": ""})},
        }

    def run(self, expression, a=0.0, b=0.0, c=0.0, address=""):
        if address:
            with urllib.request.urlopen(address, timeout=10) as response:
                expression = response.read().decode()
        value = eval(expression, {"math": math}, {"a": a, "b": b, "c": c})
        number = float(value) if isinstance(value, (int, float)) else 0.0
        return (number, str(value))
