"""Reads TOML 1.1 as the registry does; Python itself reads 1.0, since 3.11. Only texts and tables keep their values."""

import re

SPACE = re.compile(r"[ \t]*")
BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
END_OF_LINE = re.compile(r"[ \t]*(?:#[^\n]*)?(?:\n|\Z)")
BARE = re.compile(r"[A-Za-z0-9_-]+")
OTHER = re.compile(r"\d{4}-\d\d-\d\d \d\d:[0-9:.+Z-]+|[A-Za-z0-9_.:+-]+")
BASIC = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
LITERAL = re.compile(r"'([^'\n]*)'")
LONG_BASIC = re.compile(r'"""\n?((?:[^"\\]|\\[\s\S]|"(?!""))*)"""("{0,2})')
LONG_LITERAL = re.compile(r"'''\n?((?:[^']|'(?!''))*)'''('{0,2})")
ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|[ \t]*\n\s*|(.))", re.DOTALL)
ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}
# Deeper values hold nothing of interest, and Python nests no deeper than about a thousand calls.
DEEPEST = 20


def loads(text):
    """Returns the tables of a document. Raises ValueError for everything that is none."""
    return _Reader(text).document()


class _Reader:
    def __init__(self, text):
        self.text = text
        self.at = 0

    def document(self):
        root = table = {}
        while self.take(BLANK) is not None and self.at < len(self.text):
            if self.skip("[["):
                *parents, last = self.key()
                tables = _enter(root, parents).setdefault(last, [])
                if not isinstance(tables, list):
                    raise ValueError("not an array of tables")
                table = {}
                tables.append(table)
                self.expect("]]")
            elif self.skip("["):
                table = _enter(root, self.key())
                self.expect("]")
            else:
                self.pair(table, 0)
            if self.take(END_OF_LINE) is None:
                raise ValueError("more than one thing in a line")
        return root

    def pair(self, table, depth):
        *parents, last = self.key()
        self.expect("=")
        self.take(SPACE)
        value = self.value(depth)
        table = _enter(table, parents)
        if last in table:
            raise ValueError("a key twice")
        table[last] = value

    def key(self):
        parts = []
        while True:
            self.take(SPACE)
            bare = self.take(BARE)
            part = bare[0] if bare else self.short_text()
            if part is None:
                raise ValueError("not a key")
            parts.append(part)
            self.take(SPACE)
            if not self.skip("."):
                return parts

    def value(self, depth):
        if depth > DEEPEST and self.text.startswith(("[", "{"), self.at):
            return self.pass_over()
        text = self.text_value()
        if text is not None:
            return text
        if self.skip("["):
            return self.array(depth + 1)
        if self.skip("{"):
            return self.inline_table(depth + 1)
        if self.take(OTHER) is None:
            raise ValueError("not a value")
        return None

    def pass_over(self):
        depth = 0
        while True:
            self.take(BLANK)
            if self.skip("[") or self.skip("{"):
                depth += 1
            elif self.skip("]") or self.skip("}"):
                depth -= 1
                if depth == 0:
                    return None
            elif self.text_value() is None and not any(map(self.skip, ",=.")) and self.take(OTHER) is None:
                raise ValueError("not a value")

    def array(self, depth):
        while self.take(BLANK) is not None and not self.skip("]"):
            self.value(depth)
            self.take(BLANK)
            if not self.skip(","):
                self.expect("]")
                break
        return []

    def inline_table(self, depth):
        table = {}
        while self.take(BLANK) is not None and not self.skip("}"):
            self.pair(table, depth)
            self.take(BLANK)
            if not self.skip(","):
                self.expect("}")
                break
        return table

    def text_value(self):
        for pattern, is_basic in ((LONG_BASIC, True), (LONG_LITERAL, False)):
            long = self.take(pattern)
            if long:
                return (_unescaped(long[1]) if is_basic else long[1]) + long[2]
        return self.short_text()

    def short_text(self):
        basic = self.take(BASIC)
        if basic:
            return _unescaped(basic[1])
        literal = self.take(LITERAL)
        return literal and literal[1]

    def take(self, pattern):
        match = pattern.match(self.text, self.at)
        if match:
            self.at = match.end()
        return match

    def skip(self, letters):
        is_next = self.text.startswith(letters, self.at)
        self.at += len(letters) if is_next else 0
        return is_next

    def expect(self, letters):
        if not self.skip(letters):
            raise ValueError(f"no {letters}")


def _enter(table, keys):
    for key in keys:
        table = table.setdefault(key, {})
        if isinstance(table, list) and table:
            table = table[-1]
        if not isinstance(table, dict):
            raise ValueError("not a table")
    return table


def _unescaped(text):
    def decoded(match):
        *codes, letter = match.groups()
        code = next(filter(None, codes), None)
        if code:
            return chr(int(code, 16))
        if letter is None:
            return ""
        if letter not in ESCAPED:
            raise ValueError("unknown escape")
        return ESCAPED[letter]

    return ESCAPE.sub(decoded, text)
