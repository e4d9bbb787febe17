import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../server/test/postgres.ts'
import { memoryFlags, memorySettings } from './container.ts'
import { pinned } from './load.ts'

const root = join(import.meta.dirname, '..')
const stopWithinMs = 30_000

/** Variables of a process with the site and the API on free ports. */
export async function freeAddresses() {
  const [sitePort, apiPort] = [String(await findFreePort()), String(await findFreePort())]
  return {
    SITE_PORT: sitePort,
    API_PORT: apiPort,
    SITE_URL: `http://127.0.0.1:${sitePort}`,
    API_URL: `http://127.0.0.1:${apiPort}`,
  }
}

interface ProgramOptions {
  /** Contains the program, by default this one. */
  folder?: string
  /** The only processor that it uses. */
  core?: number
}

/** A process of the registry that can be killed and restarted. */
export class Program {
  readonly name: string
  readonly #env: Record<string, string>
  readonly #logFile: string
  readonly #options: ProgramOptions
  #child: ChildProcess | undefined
  #exited: Promise<unknown> = Promise.resolve()

  constructor(name: string, env: Record<string, string>, logFile: string, options: ProgramOptions = {}) {
    this.name = name
    this.#env = env
    this.#logFile = logFile
    this.#options = options
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  get isRunning(): boolean {
    return this.#child !== undefined
  }

  /** Resolves to its output once that contains `awaited`. */
  async start(awaited = 'is ready'): Promise<string> {
    const { folder = root, core } = this.#options
    const child = spawn(...pinned(core, process.execPath, [...memoryFlags(), 'server/src/main.ts']), {
      cwd: folder,
      env: { ...process.env, ...memorySettings(), ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log = createWriteStream(this.#logFile, { flags: 'a' })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    this.#child = child
    const killIt = () => child.kill('SIGKILL')
    process.once('exit', killIt)
    child.once('exit', () => process.off('exit', killIt))
    this.#exited = once(child, 'exit').then(() => {
      if (this.#child === child) this.#child = undefined
    })
    let said = ''
    const ready = new Promise<void>((resolve) => {
      child.stdout.on('data', function read(bytes: Buffer) {
        said += bytes
        if (!said.includes(awaited)) return
        child.stdout.off('data', read)
        resolve()
      })
    })
    await Promise.race([ready, this.#exited])
    if (this.#child !== child) throw new Error(`${this.name} exited during its start; see ${this.#logFile}.`)
    return said
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL')
    await this.#exited
  }

  async stop(): Promise<void> {
    this.#child?.kill('SIGTERM')
    const timer = setTimeout(() => this.#child?.kill('SIGKILL'), stopWithinMs)
    await this.#exited
    clearTimeout(timer)
  }
}

/** Runs an operator command and returns its output. */
export async function runCommand(
  env: Record<string, string>,
  args: readonly string[],
  folder = root,
): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...env } }
  const { code, output } = await runToEnd(process.execPath, ['server/src/command.ts', ...args], options)
  if (code !== 0) throw new Error(`${args.join(' ')} exited with ${code}:\n${output.trim()}`)
  return output.trim()
}

/** Runs a program. Its output is what it writes to both streams. */
export async function runToEnd(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => output.push(piece))
  const [code] = await once(child, 'close')
  return { code, output: Buffer.concat(output).toString() }
}
