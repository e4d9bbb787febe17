import { classText } from './packs.test-support.ts'

/** The ways in which packs build their mapping; all of them register A and B. */
export const mappings: Record<string, Record<string, string>> = {
  'star import': {
    '__init__.py': 'from .nodes import *',
    'nodes.py': `${classText('A')}${classText('B')}\nNODE_CLASS_MAPPINGS = {"A": A, "B": B}`,
  },
  'named import through a package': {
    '__init__.py': 'from .src.pack import NODE_CLASS_MAPPINGS\n__all__ = ["NODE_CLASS_MAPPINGS"]',
    'src/pack/__init__.py': 'from ..nodes import A, B\nNODE_CLASS_MAPPINGS = dict(A=A, B=B)',
    'src/nodes.py': `${classText('A')}${classText('B')}`,
  },
  'merges of every kind': {
    '__init__.py': 'from . import a, b as other\nNODE_CLASS_MAPPINGS = {**a.M, **{}} | other.M',
    'a.py': `${classText('A')}\nM = {"A": A}`,
    'b.py': `${classText('B')}\nM = {}\nM["B"] = B`,
  },
  'update and subscript': {
    '__init__.py': `${classText('A')}${classText('B')}\nNODE_CLASS_MAPPINGS: dict = {}\nNODE_CLASS_MAPPINGS.update({"A": A})\nNODE_CLASS_MAPPINGS["B"] = B`,
  },
  'loops and comprehensions': {
    '__init__.py': `${classText('A')}${classText('B')}\nALL = [A, B]\nNODE_CLASS_MAPPINGS = {c.__name__: c for c in ALL}\nfor c in ALL: pass`,
  },
  'modules by name': {
    '__init__.py':
      'import importlib\nNODE_CLASS_MAPPINGS = {}\nfor name in ["a", "b"]:\n    m = importlib.import_module(f".{name}", package=__name__)\n    NODE_CLASS_MAPPINGS = {**NODE_CLASS_MAPPINGS, **m.M}',
    'a.py': `${classText('A')}\nM = {"A": A}`,
    'b.py': `${classText('B')}\nM = {"B": B}`,
  },
  'modules found in a folder': {
    '__init__.py': `
import os, importlib.util
here = os.path.dirname(os.path.abspath(__file__))
NODE_CLASS_MAPPINGS = {}
for file in os.listdir(os.path.join(here, "nodes")):
    if not file.endswith(".py"):
        continue
    spec = importlib.util.spec_from_file_location(file[:-3], os.path.join(here, "nodes", file))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if hasattr(module, "M"):
        NODE_CLASS_MAPPINGS.update(module.M)
`,
    'nodes/a.py': `${classText('A')}\nM = {"A": A}`,
    'nodes/b.py': `${classText('B')}\nM = {"B": B}`,
    'nodes/readme.txt': '',
  },
  'a decorator that registers': {
    '__init__.py': `
NODE_CLASS_MAPPINGS = {}
def register(name):
    def inner(cls):
        NODE_CLASS_MAPPINGS[name or cls.__name__] = cls
        return cls
    return inner
@register("A")
${classText('A').trim()}
@register(None)
${classText('B').trim()}
`,
  },
  'a function with a global name': {
    '__init__.py': `${classText('A')}${classText('B')}\nNODE_CLASS_MAPPINGS = {}\ndef add(*classes, suffix=""):\n    global NODE_CLASS_MAPPINGS\n    NODE_CLASS_MAPPINGS = NODE_CLASS_MAPPINGS | {c.__name__ + suffix: c for c in classes}\nadd(A)\nadd(*[B])`,
  },
  'the mapping of the tool itself': {
    '__init__.py': `import nodes\nfrom nodes import NODE_CLASS_MAPPINGS\n${classText('A')}${classText('B')}\nNODE_CLASS_MAPPINGS["A"] = A\nnodes.NODE_CLASS_MAPPINGS.update({"B": B})\nsampler = NODE_CLASS_MAPPINGS["KSampler"]()`,
  },
  'the members of the module itself': {
    '__init__.py': `import inspect, sys\n${classText('A')}${classText('B')}\nNODE_CLASS_MAPPINGS = {}\nfor name, one in inspect.getmembers(sys.modules[__name__]):\n    if inspect.isclass(one) and one.__module__ == __name__:\n        NODE_CLASS_MAPPINGS[name] = one`,
  },
  'a coroutine that is awaited': {
    '__init__.py': `import asyncio\nM = {}\n${classText('A')}${classText('B')}\nasync def fill():\n    M["A"] = A\n    await more()\nasync def more():\n    M.update(B=B)\nasyncio.run(fill())\nNODE_CLASS_MAPPINGS = M`,
  },
  'a task that never ends': {
    '__init__.py': `import asyncio\nasync def watch():\n    while True:\n        await asyncio.sleep(1)\n        seen = [n for n in range(500)]\nasyncio.get_event_loop().create_task(watch())\n${classText('A')}${classText('B')}\nNODE_CLASS_MAPPINGS = {"A": A, "B": B}`,
  },
  'a thread that never ends': {
    '__init__.py': `import threading\ndef watch():\n    while True:\n        seen = [n for n in range(500)]\nthreading.Thread(target=watch, daemon=True).start()\n${classText('A')}${classText('B')}\nNODE_CLASS_MAPPINGS = {"A": A, "B": B}`,
  },
  'imports that are tried': {
    '__init__.py':
      'try:\n    from .missing import X\nexcept ImportError:\n    from .b import *\ntry:\n    import torch\nexcept ImportError:\n    NODE_CLASS_MAPPINGS = {}',
    'b.py': `${classText('A')}${classText('B')}\nNODE_CLASS_MAPPINGS = {"A": A, "B": B}`,
  },
  'a table of settings': {
    '__init__.py': `${classText('A')}${classText('B')}\nCONFIG = {"A": {"class": A, "name": "a"}, "B": {"class": B}}\ndef make(config):\n    classes, names = {}, {}\n    for key, info in config.items():\n        classes[key] = info["class"]\n        names[key] = info.get("name", info["class"].__name__)\n    return classes, names\nNODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS = make(CONFIG)`,
  },
}
