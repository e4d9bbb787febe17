import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { memorySettings } from './container.ts'

const root = join(import.meta.dirname, '..')
const stopWithinMs = 30_000

/** A process of the registry that can be killed and restarted. */
export class Program {
  readonly name: string
  readonly #env: Record<string, string>
  readonly #logFile: string
  #child: ChildProcess | undefined
  #exited: Promise<unknown> = Promise.resolve()

  constructor(name: string, env: Record<string, string>, logFile: string) {
    this.name = name
    this.#env = env
    this.#logFile = logFile
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  get isRunning(): boolean {
    return this.#child !== undefined
  }

  /** Resolves once it is ready. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
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
    const ready = new Promise<void>((resolve) => {
      child.stdout.on('data', (bytes: Buffer) => {
        if (bytes.includes('is ready')) resolve()
      })
    })
    await Promise.race([ready, this.#exited])
    if (this.#child !== child) throw new Error(`${this.name} exited during its start; see ${this.#logFile}.`)
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
export async function runCommand(env: Record<string, string>, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['server/src/command.ts', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => said.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => said.push(bytes))
  const [code] = await once(child, 'close')
  const text = Buffer.concat(said).toString().trim()
  if (code !== 0) throw new Error(`${args.join(' ')} exited with ${code}:\n${text}`)
  return text
}
