"""Arithmetic with numbers and names, and nothing else: an expression cannot call or reach anything."""

import ast
import operator

_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}


def compute(text, names):
    """The value of an expression such as `(a + b) / 2`; powers are written `a ** 2`."""
    return _value(ast.parse(text.strip(), mode="eval").body, names)


def _value(node, names):
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value
    if isinstance(node, ast.Name) and node.id in names:
        return names[node.id]
    if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_value(node.operand, names))
    if isinstance(node, ast.BinOp):
        return _binary(node.op, _value(node.left, names), _value(node.right, names))
    raise ValueError(f"Not arithmetic: {ast.unparse(node)}")


def _binary(operation, left, right):
    if isinstance(operation, ast.Pow):
        # Whole numbers would grow without end.
        return float(left) ** float(right)
    if type(operation) not in _OPERATORS:
        raise ValueError(f"Unknown operator: {type(operation).__name__}")
    return _OPERATORS[type(operation)](left, right)
