import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../../archive/pack-files.ts'
import { inspectPack } from '../../inspection/inspect.ts'
import { testParser } from '../../python/parser.test-support.ts'
import type { CapabilityKind } from './capability.ts'

const parser = await testParser()

const ways: [code: string, ...capabilities: [CapabilityKind, string][]][] = [
  ['import requests\ndef f(): requests.get("https://api.example.org/v1")', ['network', 'api.example.org']],
  ['import requests\ndef f(url): requests.post(url)', ['network', '']],
  [
    'from urllib.request import ProxyHandler, Request, build_opener\ndef f(): build_opener(ProxyHandler({})).open(Request("https://api.example.org/v1"), timeout=9)',
    ['network', 'api.example.org'],
  ],
  [
    'import urllib.request\nopener = urllib.request.build_opener()\ndef f(): return opener.open("https://api.example.org/v1")',
    ['network', 'api.example.org'],
  ],
  ['from openai import OpenAI\ndef f(key): return OpenAI(api_key=key)', ['network', 'api.openai.com']],
  [
    'from openai import OpenAI\ndef f(): return OpenAI(base_url="https://llm.example.org/v1")',
    ['network', 'llm.example.org'],
  ],
  ['from openai import OpenAI\ndef f(url): return OpenAI(base_url=url)', ['network', '']],
  ['import anthropic\ndef f(): return anthropic.Anthropic()', ['network', 'api.anthropic.com']],
  [
    'from google import genai\ndef f(): return genai.Client()',
    ['network', 'generativelanguage.googleapis.com'],
  ],
  ['import subprocess\ndef f(): subprocess.run(["ffmpeg", "-y"])', ['process', 'ffmpeg']],
  ['import subprocess\ndef f(): subprocess.run("[ -f a ] && b", shell=True)', ['process', '']],
  [
    'import sys, subprocess\nsubprocess.check_call([sys.executable, "-m", "pip", "install", "x==1"])',
    ['process', 'python'],
    ['install_download', 'python'],
  ],
  [
    'from huggingface_hub import hf_hub_download\ndef f(): hf_hub_download("a/b", "c")',
    ['download', 'huggingface.co'],
  ],
  [
    'import urllib.request\nurllib.request.urlretrieve("https://files.example.org/a.txt", "a.txt")',
    ['download', 'files.example.org'],
    ['install_download', 'files.example.org'],
  ],
  ['import os\ndef f(): open(os.path.expanduser("~/.cache/a.txt"), "w")', ['file_write', '~/.cache/a.txt']],
  ['from pathlib import Path\ndef f(): (Path.home() / "a.txt").write_text("x")', ['file_write', '~/a.txt']],
  [
    'import os, shutil\ndef f(x): shutil.copy(x, "/opt/a.bin"); os.makedirs("/opt/b", exist_ok=True)',
    ['file_write', '/opt/a.bin'],
    ['file_write', '/opt/b'],
  ],
  ['import torch\ndef f(x): torch.save(open(x), "/srv/x.pt")', ['file_write', '/srv/x.pt']],
  [
    'import os, folder_paths, shutil\ndef f(x): shutil.rmtree(os.path.join(folder_paths.base_path, "temp"))',
    ['file_write', '%TOOL%/temp'],
  ],
  ['def f(): open("beside.txt", "w"); open("/etc/hostname")'],
  [
    'import os\ndef f(): return os.environ["API_KEY"], os.getenv("HOME_OF_ALL"), os.environ.get(name)',
    ['environment', ''],
    ['environment', 'API_KEY'],
    ['environment', 'HOME_OF_ALL'],
  ],
  ['import os\ndef f(): return dict(os.environ)', ['environment', '*']],
  [
    'from server import PromptServer\n@PromptServer.instance.routes.post("/a/b")\nasync def f(request): pass',
    ['server_route', 'POST /a/b'],
  ],
  [
    'from aiohttp import web\nfrom server import PromptServer\nPromptServer.instance.app.add_routes([web.get("/a", f), web.static("/b", "web")])',
    ['server_route', 'GET /a'],
    ['server_route', 'STATIC /b'],
  ],
  [
    'from server import PromptServer\nPromptServer.instance.app.router.add_route("PUT", "/c", f)',
    ['server_route', 'PUT /c'],
  ],
  ['WEB_DIRECTORY = "./js"', ['frontend_script', './js']],
]

describe('detecting capabilities', () => {
  for (const [code, ...capabilities] of ways)
    it(`${code.split('\n').at(-1)} can do: ${capabilities.map((one) => one.join(' ')).join(', ') || 'nothing'}`, async () => {
      const inspection = await inspectPack(filesOfRecord({ '__init__.py': code }), parser)
      assert.deepEqual(
        inspection.capabilities.map(({ kind, subject }) => [kind, subject]),
        capabilities,
      )
      for (const { evidence } of inspection.capabilities)
        assert.deepEqual([evidence.length, evidence[0]?.file], [1, '__init__.py'])
    })

  it('finds the access that the verdict of quiet code denies, and none in code that only computes', async () => {
    const kindsIn = async (code: string) => {
      const { capabilities } = await inspectPack(filesOfRecord({ '__init__.py': code }), parser)
      return capabilities.map(({ kind }) => kind)
    }
    assert.deepEqual(await kindsIn('import socket\ndef f(): socket.create_connection(("a.test", 80))'), [
      'network',
    ])
    assert.deepEqual(await kindsIn('import subprocess\ndef f(): subprocess.run(["ls"])'), ['process'])
    assert.deepEqual(await kindsIn('def f(): open("/tmp/x.txt", "w").write("x")'), ['file_write'])
    assert.deepEqual(await kindsIn('import math\ndef f(x): return math.sqrt(x)'), [])
  })
})
