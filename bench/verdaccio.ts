import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildPack } from '../server/test/pack.ts'
import { findFreePort } from '../server/test/postgres.ts'
import { words } from './catalogue.ts'
import { pinned } from './load.ts'

const run = promisify(execFile)
const version = '6.10.4'
const startWithinMs = 60_000

/** The registry for npm packages of that name, with packages in it that anybody may read and search. */
export interface Verdaccio {
  url: string
  pid: number
  /** A package whose answer has about so many bytes. */
  packages: Record<'small' | 'large', string>
  stop(): Promise<void>
}

/** Fetched from npm into a temporary folder, with its own settings but for logs, web pages and the registry it asks. */
export async function startVerdaccio(count: number): Promise<Verdaccio> {
  const folder = await mkdtemp(join(tmpdir(), 'nodeyard-verdaccio-'))
  await install(folder)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const config = join(folder, 'config.yaml')
  await writeFile(config, settings)
  const program = join(folder, 'node_modules/verdaccio/bin/verdaccio')
  const child = spawn(
    ...pinned(0, process.execPath, [program, '--config', config, '--listen', `127.0.0.1:${port}`]),
    { cwd: folder, stdio: 'ignore', env: { ...process.env, NODE_ENV: 'production' } },
  )
  const stop = async () => {
    await ended(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilAnswering(url, child)
    for (let index = 0; index < count; index++) await publish(url, nameOf(index), ['1.0.0'])
    const versions = Array.from({ length: 24 }, (_, minor) => `1.${minor}.0`)
    await publish(url, 'package-small', ['1.0.0', '1.1.0'])
    await publish(url, 'package-large', versions)
    return { url, pid: child.pid ?? 0, packages: { small: 'package-small', large: 'package-large' }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const settings = `storage: ./storage
auth:
  htpasswd:
    file: ./htpasswd
web:
  enable: false
uplinks: {}
packages:
  '**':
    access: $all
    publish: $all
log: { type: stdout, format: json, level: fatal }
`

async function install(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const description = { private: true, overrides: { 'node-fetch': '2.7.0' } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(description))
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...flags, `verdaccio@${version}`], { cwd: folder, maxBuffer: 2 ** 24 })
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + startWithinMs
  while (child.exitCode === null && performance.now() < deadline) {
    const answer = await fetch(`${url}/-/ping`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('Verdaccio did not start.')
}

function nameOf(index: number): string {
  const word = (step: number) => words[Math.floor(index / step) % words.length]
  return `${word(1)}-${word(words.length)}-${index}`
}

/** As `npm publish` does, version by version. */
async function publish(url: string, name: string, versions: readonly string[]): Promise<void> {
  const archive = Buffer.from(buildPack({ id: name }))
  for (const one of versions) {
    const file = `${name}-${one}.tgz`
    const manifest = {
      name,
      version: one,
      description: `Blends ${name} by its depth and keeps the light of the first picture.`,
      keywords: ['picture', 'mask', 'depth', 'light'],
      license: 'MIT',
      repository: { type: 'git', url: `https://github.com/acme/${name}` },
      author: { name: 'Acme', email: 'acme@example.test' },
      dependencies: { numpy: '>=1.0', pillow: '>=9', 'opencv-python': '*' },
      dist: {
        tarball: `${url}/${name}/-/${file}`,
        shasum: createHash('sha1').update(archive).digest('hex'),
        integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
      },
    }
    const body = {
      _id: name,
      name,
      description: manifest.description,
      'dist-tags': { latest: one },
      versions: { [one]: manifest },
      _attachments: {
        [file]: {
          content_type: 'application/octet-stream',
          data: archive.toString('base64'),
          length: archive.length,
        },
      },
    }
    const answer = await fetch(`${url}/${name}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`Verdaccio refuses ${name}: ${answer.status} ${await answer.text()}`)
    await answer.body?.cancel()
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
