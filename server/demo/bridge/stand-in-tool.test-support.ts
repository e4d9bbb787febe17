import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'
import { after } from 'node:test'

/** A pack with one node, `ThickFog`. */
export const fogCode = `class Fog:
    CATEGORY = "image"
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}
    def run(self, image):
        return (image,)

NODE_CLASS_MAPPINGS = {"ThickFog": Fog}
`

const here = import.meta.dirname
const bridge = join(here, '../packs/nodeyard-bridge')

/** The parts of the bridge's responses that tests read. */
export interface BridgeAnswer {
  error: string
  id: string
  version: string
  sha256: string
  token: string
  replaces: boolean
  reports_imports: boolean
  disabled: { folder: string; version: string; title: string }[]
  comfy_nodes: { provider: { node_id: string } }[]
}

/** The stand-in for the tool with the bridge, as a process of the machine's Python. */
export interface StandInTool {
  url: string
  /** Sends a request as the tool's page does. */
  ask(
    name: string,
    body?: object,
    headers?: Record<string, string | undefined>,
  ): Promise<{ status: number; body: BridgeAnswer }>
  stop(): Promise<void>
  /** Returns the next code that the console shows. Each offer shows one. */
  nextCode(): Promise<string>
}

const running = new Set<ChildProcess>()
const folders: string[] = []
after(async () => {
  for (const child of running) child.kill()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** Creates a folder of the tool with the bridge and with packs as folders of files. */
export async function toolFolder(
  settings: object,
  packs: Record<string, Record<string, string | Uint8Array>> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stand-in-tool-'))
  folders.push(folder)
  await mkdir(join(folder, 'user'))
  await cp(bridge, join(folder, 'custom_nodes/nodeyard-bridge'), { recursive: true })
  await writeFile(join(folder, 'user/nodeyard-bridge.json'), JSON.stringify(settings))
  for (const [pack, files] of Object.entries(packs)) {
    await mkdir(join(folder, 'custom_nodes', pack), { recursive: true })
    for (const [name, text] of Object.entries(files))
      await writeFile(join(folder, 'custom_nodes', pack, name), text)
  }
  return folder
}

/** Starts the tool, and waits until it listens. */
export async function startTool(
  folder: string,
  env: Record<string, string> = {},
): Promise<StandInTool & { output: string[] }> {
  const child = spawn('python3', ['-B', join(here, 'tool/main.py'), folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  const errors: string[] = []
  const codes: string[] = []
  const waiting: ((code: string) => void)[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    errors.push(line)
    const [, code] = /enter this code in the page: (\S+)$/.exec(line) ?? []
    if (code === undefined) return
    const next = waiting.shift()
    if (next) next(code)
    else codes.push(code)
  })
  const output: string[] = []
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line)
      const [, found] = /^listening on (\d+)$/.exec(line) ?? []
      if (found) resolve(Number(found))
    })
    child.once('exit', () => reject(new Error(errors.join('\n'))))
  })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    output,
    async ask(name, body, headers = {}) {
      const sent = request(`${url}/api/nodeyard/${name}`, { method: body ? 'POST' : 'GET' })
      const all = {
        'x-nodeyard-bridge': '1',
        'sec-fetch-site': 'same-origin',
        ...(body ? { origin: url, 'content-type': 'application/json' } : {}),
        ...headers,
      }
      for (const [name, value] of Object.entries(all)) if (value !== undefined) sent.setHeader(name, value)
      sent.end(body ? JSON.stringify(body) : undefined)
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      return { status: response.statusCode ?? 0, body: (await json(response)) as BridgeAnswer }
    },
    nextCode: async () => codes.shift() ?? new Promise((resolve) => waiting.push(resolve)),
    async stop() {
      running.delete(child)
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
    },
  }
}
