import { classText } from './packs.test-support.ts'

export const registered = (...names: string[]) =>
  `NODE_CLASS_MAPPINGS = {${names.map((name) => `"${name}": ${name}`).join(', ')}}\n`

/** Ways to register comfy-nodes, each in a few lines, with the result. */
export const idioms: [string, Record<string, string>, string][] = [
  [
    'modules below a folder that is walked through',
    {
      '__init__.py': `import os, importlib
NODE_CLASS_MAPPINGS = {}
root = os.path.dirname(__file__)
for folder, _, files in os.walk(os.path.join(root, "n")):
    for file in files:
        if file.endswith(".py"):
            name = os.path.relpath(os.path.join(folder, file), root)[:-3].replace(os.sep, ".")
            NODE_CLASS_MAPPINGS.update(importlib.import_module("." + name, __name__).NODE_CLASS_MAPPINGS)`,
      'n/x/a.py': `${classText('A')}\n${registered('A')}`,
      'n/b.py': `${classText('B')}\n${registered('B')}`,
    },
    'A B',
  ],
  [
    'a match over plain values',
    {
      '__init__.py': `import sys
NODE_CLASS_MAPPINGS = {}
${classText('A')}
${classText('B')}
${classText('C')}
def add(kind, flag=False):
    match kind:
        case "a" | "first":
            NODE_CLASS_MAPPINGS["A"] = A
        case 2 if flag:
            NODE_CLASS_MAPPINGS["B"] = B
        case None:
            NODE_CLASS_MAPPINGS["None"] = B
        case other:
            NODE_CLASS_MAPPINGS[str(other)] = C
add("first")
add(2, True)
add("last")`,
    },
    'A B last',
  ],
  [
    'a match that takes its value apart',
    {
      '__init__.py': `NODE_CLASS_MAPPINGS = {}
${classText('A')}
pair = [1, 2]
match pair:
    case [x, y]:
        NODE_CLASS_MAPPINGS["A"] = A`,
    },
    'A?',
  ],
  [
    'a queue that is worked off',
    {
      '__init__.py': `from collections import deque
NODE_CLASS_MAPPINGS = {}
${classText('A')}
${classText('B')}
after = {"A": ["B"], "B": []}
queue = deque(["A"])
while queue:
    name = queue.popleft()
    NODE_CLASS_MAPPINGS[name] = globals()[name]
    queue.extend(after[name])`,
    },
    'A B',
  ],
  [
    'packages that are walked through',
    {
      '__init__.py': `import pkgutil, importlib
NODE_CLASS_MAPPINGS = {}
for _, name, is_package in pkgutil.walk_packages(__path__, __name__ + "."):
    NODE_CLASS_MAPPINGS.update(getattr(importlib.import_module(name), "NODE_CLASS_MAPPINGS", {}))`,
      'sub/__init__.py': '',
      'sub/a.py': `${classText('A')}\n${registered('A')}`,
      'b.py': `${classText('B')}\n${registered('B')}`,
    },
    'A B',
  ],
  [
    'entries of a folder, and the names of their modules',
    {
      '__init__.py': `import os, importlib
NODE_CLASS_MAPPINGS = {}
for entry in os.scandir(os.path.join(os.path.dirname(__file__), "nodes")):
    if entry.is_file() and entry.name.endswith(".py") and not entry.name.startswith("_"):
        module = importlib.import_module(f".nodes.{entry.name[:-3]}", package=__package__)
        for name, value in module.__dict__.items():
            if isinstance(value, type) and hasattr(value, "INPUT_TYPES"):
                NODE_CLASS_MAPPINGS[name] = value`,
      'nodes/a.py': classText('A'),
      'nodes/_x.py': classText('X'),
    },
    'A',
  ],
  [
    'the classes that extend a base',
    {
      '__init__.py': `import sys${classText('Base')}class A(Base): pass
if unknown():
    class Perhaps(Base): pass
NODE_CLASS_MAPPINGS = {c.__name__: c for c in Base.__subclasses__()}
if sys.version_info >= (3, 8):
    NODE_CLASS_MAPPINGS["B"] = type("B", (Base,), {})`,
    },
    'A B Perhaps?',
  ],
  [
    'a metaclass that keeps the classes it makes',
    {
      '__init__.py': `REG = {}
class Meta(type):
    def __new__(mcs, name, bases, namespace):
        made = super().__new__(mcs, name, bases, namespace)
        if name != "Base": REG[name] = made
        return made
class Other(type):
    def __init__(cls, name, bases, namespace):
        super().__init__(name, bases, namespace)
        REG["Other " + name] = cls
class Base(metaclass=Meta):
    RETURN_TYPES = ()
class A(Base): pass
class B(metaclass=Other):
    RETURN_TYPES = ()
NODE_CLASS_MAPPINGS = REG`,
    },
    'A Other B',
  ],
  [
    'maps that are folded, chained and multiplied',
    {
      '__init__.py': `import itertools
from collections import ChainMap
from functools import reduce${classText('A')}
NODE_CLASS_MAPPINGS = reduce(lambda a, b: {**a, **b}, [{"A": A}, {"B": A}], {})
NODE_CLASS_MAPPINGS.update(ChainMap({"C": A}, {"D": A}))
NODE_CLASS_MAPPINGS.update({a + str(b): A for a, b in itertools.product("XY", (1, 2))})`,
    },
    'A B C D X1 X2 Y1 Y2',
  ],
  [
    'classes of a module that are its own',
    {
      '__init__.py': `import inspect
from . import nodes
NODE_CLASS_MAPPINGS = {n: c for n, c in inspect.getmembers(nodes, inspect.isclass) if c.__module__ == nodes.__name__}`,
      'nodes.py': `from .base import Base${classText('A')}`,
      'base.py': classText('Base'),
    },
    'A',
  ],
  [
    'whatever in a module looks like a comfy-node',
    {
      '__init__.py': `import inspect, importlib, os, sys
sys.path.append(os.path.join(os.path.dirname(__file__), "more"))
NODE_CLASS_MAPPINGS = {}
for file in [f[:-3] for f in os.listdir(os.path.join(os.path.dirname(__file__), "more")) if f.endswith(".py")]:
    module = importlib.import_module(file)
    for name, obj in inspect.getmembers(module):
        if inspect.isclass(obj) and hasattr(obj, "INPUT_TYPES") and hasattr(obj, "RETURN_TYPES"):
            NODE_CLASS_MAPPINGS[name] = obj`,
      'more/a.py': `import torch\nfrom PIL import Image\nclass Helper(torch.nn.Module): pass${classText('A')}`,
    },
    'A',
  ],
  [
    'a file that the pack writes first and reads then',
    {
      '__init__.py': `import os, json
path = os.path.join(os.path.dirname(__file__), "settings.json")
if not os.path.exists(path):
    with open(path, "w") as f:
        json.dump({"more": False}, f)
with open(path) as f:
    settings = json.load(f)
${classText('A')}${classText('B')}${registered('A')}
if settings["more"]:
    NODE_CLASS_MAPPINGS["B"] = B`,
    },
    'A',
  ],
  [
    'settings that nobody has made yet',
    {
      '__init__.py': `import os, json
here = os.path.dirname(__file__)
def load():
    try:
        with open(os.path.join(here, "user.json"), "r") as f:
            return json.load(f)
    except FileNotFoundError:
        return {"prefix": "My "}
${classText('A')}
NODE_CLASS_MAPPINGS = {load()["prefix"] + "A": A}`,
    },
    'My A',
  ],
  [
    'an extra that the archive does not bring',
    {
      '__init__.py': `import os
${classText('A')}${registered('A')}
if os.path.exists(os.path.join(os.path.dirname(__file__), "secret.txt")):
    from .secret import more
    NODE_CLASS_MAPPINGS = more(NODE_CLASS_MAPPINGS)`,
    },
    'A',
  ],
  [
    'a mapping that something unknown may replace',
    {
      '__init__.py': `import x\n${classText('A')}${registered('A')}
if x.ready:
    NODE_CLASS_MAPPINGS = x.more(NODE_CLASS_MAPPINGS)`,
    },
    'A? …',
  ],
  [
    'a switch for test runs',
    {
      '__init__.py': `import os\n${classText('A')}
if os.environ.get("MY_TESTING") == "1":
    NODE_CLASS_MAPPINGS = {}
else:
    ${registered('A')}`,
    },
    'A',
  ],
  [
    'a variable with a default',
    {
      '__init__.py': `import os\n${classText('A')}
NODE_CLASS_MAPPINGS = {os.getenv("MY_PREFIX", "Plain") + " A": A}`,
    },
    'Plain A',
  ],
  [
    'a table of data classes',
    {
      '__init__.py': `from dataclasses import dataclass, field
@dataclass
class Entry:
    name: str
    cls: type
    tags: list = field(default_factory=list)
${classText('A')}${classText('B')}
entries = [Entry("first", A), Entry(cls=B, name="second", tags=["x"])]
NODE_CLASS_MAPPINGS = {e.name: e.cls for e in entries if e.tags or e.name == "first"}`,
    },
    'first second',
  ],
  [
    'a part of an extension that is not installed',
    {
      '__init__.py': `import sys, os
sys.path.append(os.path.join(os.path.dirname(__file__), "modules"))
${classText('A')}${registered('A')}
try:
    import inner.extra
    NODE_CLASS_MAPPINGS.update(inner.extra.NODE_CLASS_MAPPINGS)
except Exception:
    print("no extra")`,
      'modules/inner/__init__.py': '',
    },
    'A',
  ],
  [
    'helpers in a folder that the tool has too',
    {
      '__init__.py': `import sys, os
sys.path.insert(0, os.path.dirname(__file__))
from utils.naming import title
${classText('A')}
NODE_CLASS_MAPPINGS = {title("a"): A}`,
      'utils/__init__.py': '',
      'utils/naming.py': 'def title(name): return "My " + name.upper()',
    },
    'My A',
  ],
  [
    'a library that imports the package of nodes',
    {
      '__init__.py':
        'from comfy_env import register_nodes\nNODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS = register_nodes()',
      'nodes/__init__.py': `${classText('A')}${registered('A')}`,
    },
    'A',
  ],
  [
    'a library that imports each package in a folder',
    {
      '__init__.py':
        'import comfy_env\nNODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS = comfy_env.register_nodes("all")',
      'all/one/__init__.py': `${classText('A')}${registered('A')}`,
      'all/two/__init__.py': `${classText('B')}${registered('B')}`,
      'all/_hidden/__init__.py': `${classText('C')}${registered('C')}`,
    },
    'A B',
  ],
  [
    'the owner’s list where the code leaves it open',
    {
      '__init__.py': 'import x\nNODE_CLASS_MAPPINGS = x.make()',
      'node_list.json': '{"A": "Does a", "B": ""}',
    },
    'A B …',
  ],
  [
    'the classes of a module that a helper returns, unpacked into the list',
    {
      'nodes.py':
        'from comfy_api.latest import io\nclass A(io.ComfyNode):\n    @classmethod\n    def define_schema(cls):\n        return io.Schema(node_id="A", inputs=[], outputs=[])\nclass B(io.ComfyNode):\n    @classmethod\n    def define_schema(cls):\n        return io.Schema(node_id="B", inputs=[], outputs=[])\n',
      '__init__.py':
        'import inspect\nfrom comfy_api.latest import ComfyExtension, io\nfrom . import nodes\ndef stub(module):\n    return [one for _, one in inspect.getmembers(module, inspect.isclass) if issubclass(one, io.ComfyNode)]\nclass Pack(ComfyExtension):\n    async def get_node_list(self):\n        return [*stub(nodes)]\nasync def comfy_entrypoint():\n    return Pack()\n',
    },
    'A B',
  ],
  [
    'no stale names of the owner’s list where the code mentions the others',
    {
      '__init__.py': 'import x\nNODE_CLASS_MAPPINGS = x.make(["Alpha", "Beta"])',
      'node_list.json': '["Alpha", "Beta", "Gone"]',
    },
    'Alpha Beta …',
  ],
  [
    'no owner’s list where the code says it all',
    { '__init__.py': `${classText('A')}${registered('A')}`, 'node_list.json': '["A", "Old"]' },
    'A',
  ],
  [
    'what comes after an error that the text alone would make',
    {
      '__init__.py': `import os
def find():
    if os.path.exists("/opt/tool/bin"): return "/opt/tool/bin"
    raise RuntimeError("not there")
path = find()
from .nodes import NODE_CLASS_MAPPINGS`,
      'nodes.py': `${classText('A')}${registered('A')}`,
    },
    'A …',
  ],
  [
    'what a pack does once it lies in the folder of packs',
    {
      '__init__.py': `if __file__.find("custom_nodes") == -1:
    print("not there")
else:
${`${classText('A')}\n${registered('A')}`.replace(/^(?=.)/gm, '    ')}`,
    },
    'A',
  ],
  [
    'a name that is no class, under a condition',
    {
      '__init__.py': `import x\n${classText('A')}${registered('A')}
if x.ready:
    NODE_CLASS_MAPPINGS["helper"] = x.helper`,
    },
    'A …',
  ],
]
