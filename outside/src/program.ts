import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { environmentFor, type ProgramKind, type ProgramLimits, programs } from './limits.ts'

export interface RunOptions {
  signal: AbortSignal
  /** The environment of this process, of which the program gets what its kind may see. */
  env: Readonly<Record<string, string | undefined>>
  /** Further variables. */
  further?: Readonly<Record<string, string>>
  cwd?: string
  /** Written to its standard input. */
  input?: AsyncIterable<string> | Iterable<string>
  /** In messages; the command by default. */
  name?: string
  /** Receives its standard error, whose beginning becomes part of a failure otherwise. */
  onError?(text: string): void
}

/** A program ended with an error, or was ended at a limit. */
export class ProgramFailed extends Error {
  override name = 'ProgramFailed'
  /** The beginning of its standard error, or the limit. */
  readonly output: string

  constructor(command: string, output: string) {
    super(`${command}: ${output.trim().slice(-300) || 'failed'}`)
    this.output = output
  }
}

export class ProgramMissing extends Error {
  override name = 'ProgramMissing'
}

const maxErrorOutput = 16_000
const isPosix = process.platform !== 'win32'

/**
 * Streams the output of a program, within the limits of its kind. Throws after the last byte if it failed, and ends it with
 * everything that it started when the caller stops reading.
 */
export async function* run(
  kind: ProgramKind,
  [command, ...args]: readonly [string, ...string[]],
  { signal, env, further = {}, cwd, input, onError, name = command }: RunOptions,
): AsyncGenerator<Buffer> {
  signal.throwIfAborted()
  const limits: ProgramLimits = programs[kind]
  const [program, ...words] = isPosix ? limited(limits, command, args) : [command, ...args]
  const child = spawn(program ?? command, words, {
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    env: { ...environmentFor(kind, env), ...further },
    ...(cwd === undefined ? {} : { cwd }),
    // A group of its own, so that the programs that it starts end with it.
    detached: isPosix,
    windowsHide: true,
  })
  let exceeded = ''
  const end = () => killGroup(child)
  const exceed = (limit: string) => {
    exceeded ||= `ended at its limit of ${limit}`
    end()
  }
  const { seconds, outputBytes } = limits
  const timer = seconds && setTimeout(() => exceed(`${seconds} seconds`), seconds * 1000)
  signal.addEventListener('abort', end, { once: true })
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  ended.catch(() => {})
  lowerPriority(child)
  const errors = readErrors(child, onError)
  errors.catch(() => {})
  const writing = write(child, input)
  try {
    let bytes = 0
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > outputBytes) exceed(`${outputBytes} bytes of output`)
      if (!exceeded) yield chunk
    }
    const [code, killedBy] = await ended.catch((error: unknown) => {
      throw isMissing(error) ? new ProgramMissing(command) : error
    })
    await writing
    signal.throwIfAborted()
    if (exceeded) throw new ProgramFailed(name, exceeded)
    const text = await errors
    if (isPosix && code === notFound) throw new ProgramMissing(command)
    if (code !== 0) throw new ProgramFailed(name, killedBy ? `${text}\nended by ${killedBy}` : text)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    end()
  }
}

const maxTextBytes = 4 * 1024 * 1024

/** Returns a whole output as text. */
export async function textOf(output: AsyncIterable<Buffer>, maxBytes = maxTextBytes): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of output) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new ProgramFailed('output', `It has more than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Starts a program that outlives this one. A failure is ignored. */
export function startDetached(
  kind: ProgramKind,
  [command, ...args]: readonly [string, ...string[]],
  env: RunOptions['env'],
): void {
  const child = spawn(command, args, { stdio: 'ignore', detached: true, env: environmentFor(kind, env) })
  child.once('error', () => {})
  child.unref()
}

/** Exit code of shells. */
const notFound = 127

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Every POSIX system has this shell. Some, such as macOS, have no limit of address space, and go without it. */
function limited(
  { cpuSeconds, memoryBytes }: ProgramLimits,
  command: string,
  args: readonly string[],
): string[] {
  const limits = [
    'ulimit -c 0',
    ...(cpuSeconds === undefined ? [] : [`ulimit -t ${cpuSeconds}`]),
    ...(memoryBytes === undefined ? [] : [`ulimit -v ${Math.floor(memoryBytes / 1024)}`]),
  ]
  const script = `${limits.map((limit) => `${limit} 2>/dev/null`).join('; ')}; exec "$0" "$@"`
  return ['/bin/sh', '-c', script, command, ...args]
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(isPosix ? -pid : pid, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}

/** Whoever waits for this process goes first. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already.
  }
}

async function readErrors({ stderr }: ChildProcess, onError?: (text: string) => void): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of stderr as AsyncIterable<Buffer>) {
    const piece = decoder.decode(chunk, { stream: true })
    if (onError) onError(piece)
    else if (text.length < maxErrorOutput) text += piece
  }
  return text
}

async function write({ stdin }: ChildProcess, input: RunOptions['input'] = []): Promise<void> {
  if (!stdin) return
  // A program that ends early does not read the rest.
  stdin.on('error', () => {})
  for await (const text of input) {
    if (!stdin.writable) return
    if (!stdin.write(text)) await Promise.race([once(stdin, 'drain'), once(stdin, 'close')])
  }
  stdin.end()
}
