"""The nodes of the template language."""

from .template import choose, fill, parse_values, tidy


class FillTemplate:
    """Puts values into the gaps of a template."""

    CATEGORY = "Quiet Prompt"
    DESCRIPTION = "Replaces {name} by its value."
    RETURN_TYPES = ("STRING",)
    RETURN_NAMES = ("prompt",)
    FUNCTION = "run"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "template": ("STRING", {"multiline": True, "default": "a {subject} in {style} style"}),
                "values": (
                    "STRING",
                    {"multiline": True, "default": "subject = cat\nstyle = watercolour", "tooltip": "One `name = value` a line."},
                ),
            }
        }

    def run(self, template, values):
        return (fill(template, parse_values(values)),)


class ChooseAlternatives:
    """Picks one of the alternatives of every choice."""

    CATEGORY = "Quiet Prompt"
    DESCRIPTION = "Replaces {a|b|c} by one of them."
    RETURN_TYPES = ("STRING",)
    RETURN_NAMES = ("prompt",)
    FUNCTION = "run"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "template": ("STRING", {"multiline": True, "default": "{morning|evening} light", "dynamicPrompts": False}),
                "seed": ("INT", {"default": 0, "min": 0, "max": 0xFFFFFFFFFFFFFFFF, "control_after_generate": True}),
            }
        }

    def run(self, template, seed):
        return (choose(template, seed),)


class LineOfList:
    """One line of a list."""

    CATEGORY = "Quiet Prompt"
    RETURN_TYPES = ("STRING", "INT")
    RETURN_NAMES = ("line", "count")
    FUNCTION = "run"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "lines": ("STRING", {"multiline": True, "default": "first\nsecond\nthird"}),
                "number": ("INT", {"default": 0, "min": 0, "max": 1_000_000, "tooltip": "From 0; starts again at the end."}),
            }
        }

    def run(self, lines, number):
        filled = [line.strip() for line in lines.splitlines() if line.strip()]
        return (filled[number % len(filled)] if filled else "", len(filled))


class JoinPrompts:
    """Several prompts in one."""

    CATEGORY = "Quiet Prompt"
    RETURN_TYPES = ("STRING",)
    RETURN_NAMES = ("prompt",)
    FUNCTION = "run"

    @classmethod
    def INPUT_TYPES(cls):
        text = ("STRING", {"forceInput": True})
        return {"required": {"first": text}, "optional": {"second": text, "third": text, "fourth": text}}

    def run(self, first, second="", third="", fourth=""):
        return (tidy(",".join([first, second, third, fourth])),)


NODE_CLASS_MAPPINGS = {
    "QuietFillTemplate": FillTemplate,
    "QuietChooseAlternatives": ChooseAlternatives,
    "QuietLineOfList": LineOfList,
    "QuietJoinPrompts": JoinPrompts,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "QuietFillTemplate": "Fill Template",
    "QuietChooseAlternatives": "Choose Alternatives",
    "QuietLineOfList": "Line of List",
    "QuietJoinPrompts": "Join Prompts",
}
