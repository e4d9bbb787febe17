"""Numbers from a text."""

from .nodes import Calculate, Remap
from .python_expression import PythonExpression

NODE_CLASS_MAPPINGS = {
    "QuietCalculate": Calculate,
    "QuietRemap": Remap,
    "QuietPythonExpression": PythonExpression,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "QuietCalculate": "Calculate",
    "QuietRemap": "Remap",
    "QuietPythonExpression": "Python Expression",
}
