"""Nodes that make seeds. Every seed is a whole number of 64 bits without a sign."""

import hashlib

LARGEST_SEED = 0xFFFFFFFFFFFFFFFF


def seed_of(*parts):
    """A seed from some texts and numbers; the same ones always give the same seed."""
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode("utf-8")).digest()[:8], "big")


class SeedFromWords:
    """A seed from a text."""

    CATEGORY = "Quiet Prompt/seed"
    DESCRIPTION = "The same words give the same seed for ever."
    RETURN_TYPES = ("INT",)
    RETURN_NAMES = ("seed",)
    FUNCTION = "make"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "words": ("STRING", {"default": "a quiet morning"}),
                "ignore_case": ("BOOLEAN", {"default": True, "label_on": "ignore case", "label_off": "exact"}),
            }
        }

    def make(self, words, ignore_case):
        text = " ".join(words.split())
        return (seed_of("words", text.lower() if ignore_case else text),)


class DeriveSeed:
    """A new seed from a seed and a label."""

    CATEGORY = "Quiet Prompt/seed"
    RETURN_TYPES = ("INT",)
    RETURN_NAMES = ("seed",)
    FUNCTION = "make"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "seed": ("INT", {"default": 0, "min": 0, "max": 0xFFFFFFFFFFFFFFFF}),
                "label": ("STRING", {"default": "variation", "tooltip": "What the new seed is for."}),
            }
        }

    def make(self, seed, label):
        return (seed_of("derive", seed, label),)


class SeedWalk:
    """One of a row of seeds."""

    CATEGORY = "Quiet Prompt/seed"
    RETURN_TYPES = ("INT", "STRING")
    RETURN_NAMES = ("seed", "label")
    FUNCTION = "make"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "start": ("INT", {"default": 0, "min": 0, "max": 0xFFFFFFFFFFFFFFFF}),
                "number": ("INT", {"default": 0, "min": 0, "max": 1_000_000, "control_after_generate": "increment"}),
                "order": (["mixed", "rising"], {"default": "mixed", "tooltip": "Rising adds the number to the start."}),
            }
        }

    def make(self, start, number, order):
        seed = seed_of("walk", start, number) if order == "mixed" else (start + number) & LARGEST_SEED
        return (seed, f"seed {number}: {seed}")
