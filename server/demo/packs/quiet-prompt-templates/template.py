"""The template language: {name} is a gap, {a|b|c} a choice, \\{ and \\} are plain brackets."""

import random
import re

_BRACKETS = re.compile(r"(?<!\\)\{([^{}]*)\}")


def fill(template, values):
    """Puts values into the gaps whose names are known."""

    def replace(match):
        return values.get(match.group(1).strip(), match.group(0))

    return _plain(_BRACKETS.sub(replace, template))


def choose(template, seed):
    """Picks one of the alternatives of every choice; the same seed picks the same ones."""
    source = random.Random(seed)

    def replace(match):
        alternatives = match.group(1).split("|")
        return source.choice(alternatives) if len(alternatives) > 1 else match.group(0)

    return _plain(_BRACKETS.sub(replace, template))


def parse_values(text):
    """One `name = value` a line; other lines are left out."""
    pairs = (line.split("=", 1) for line in text.splitlines() if "=" in line)
    return {name.strip(): value.strip() for name, value in pairs}


def tidy(text):
    """Removes doubled commas and blanks that joining leaves behind."""
    return ", ".join(part.strip() for part in text.split(",") if part.strip())


def _plain(text):
    return text.replace("\\{", "{").replace("\\}", "}")
