import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { run } from './run.ts'

const work = await mkdtemp(join(tmpdir(), 'nodeyard-cli-test-'))
after(() => rm(work, { recursive: true, force: true }))

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** A person at a terminal: a folder of settings, and variables. */
export class Terminal {
  readonly env: Record<string, string>
  folder = work

  constructor(env: Record<string, string> = {}) {
    this.env = {
      NODEYARD_CONFIG_DIR: join(work, `config-${Math.random()}`),
      NODEYARD_KEYCHAIN: 'off',
      ...env,
    }
  }

  /** Runs the program in this process. */
  async run(...args: string[]): Promise<Ran> {
    const said = { stdout: '', stderr: '' }
    const outputTo = (name: keyof typeof said) => ({
      write(text: string) {
        said[name] += text
      },
    })
    const code = await run({
      args,
      env: this.env,
      folder: this.folder,
      stdout: outputTo('stdout'),
      stderr: outputTo('stderr'),
      signal: new AbortController().signal,
    })
    return { code, ...said }
  }

  /** Runs the program, and fails the test if it fails. */
  async succeed(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(...args)
    assert.equal(code, 0, `${args.join(' ')}: ${stdout}${stderr}`)
    return stdout
  }

  /** Runs the program and returns its JSON. */
  async json<Value = Record<string, unknown>>(...args: string[]): Promise<Value> {
    return JSON.parse(await this.succeed(...args, '--json'))
  }
}

/** Creates a folder with these files. */
export async function folderWith(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(work, 'pack-'))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

/** Starts a server that ends with the test. Returns its origin. */
export async function serverThat(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const bound = server.address()
  assert.ok(bound !== null && typeof bound === 'object')
  return `http://127.0.0.1:${bound.port}`
}

/** The files of a harmless pack. */
export function packOf(id: string, publisher: string, version = '1.0.0'): Record<string, string> {
  return {
    'pyproject.toml': `[project]\nname = "${id}"\nversion = "${version}"\ndescription = "Blurs."\nlicense = { text = "MIT" }\n[tool.comfy]\nPublisherId = "${publisher}"\n`,
    'README.md': '# A pack\n',
    '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n',
  }
}

/** Code of a pack with one comfy-node. */
export const nodeOf = (name: string): string =>
  `class ${name}:\n    RETURN_TYPES = ("IMAGE",)\n\nNODE_CLASS_MAPPINGS = {"${name}": ${name}}\n`
