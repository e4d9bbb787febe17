import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, devNull, setPriority } from 'node:os'

/** How the `git` program is run: without any configuration of this machine, and without asking anyone. */
export interface GitOptions {
  signal: AbortSignal
  /** Further environment variables. */
  env?: Record<string, string>
  /** Written to its standard input. */
  input?: AsyncIterable<string> | Iterable<string>
}

/** The program ended with an error. */
export class GitFailed extends Error {
  override name = 'GitFailed'
  /** The beginning of its standard error. */
  readonly output: string

  constructor(command: string, output: string) {
    super(`git ${command}: ${output.trim().slice(-300) || 'failed'}`)
    this.output = output
  }
}

const maxErrorOutput = 16_000

const quiet = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'true',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_ATTR_NOSYSTEM: '1',
  LC_ALL: 'C',
}

/** The `git` program of this machine. */
export class Git {
  readonly #searchPath: string

  /** @param searchPath the only variable of this process that the program gets */
  constructor(searchPath: string) {
    this.#searchPath = searchPath
  }

  /** Streams the output of a command. Throws `GitFailed` after the last byte if it failed. */
  async *run(args: readonly string[], { signal, env = {}, input = [] }: GitOptions): AsyncGenerator<Buffer> {
    signal.throwIfAborted()
    const child = spawn('git', [...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: this.#searchPath, ...quiet, ...env },
      detached: process.platform !== 'win32',
    })
    const kill = () => killGroup(child)
    signal.addEventListener('abort', kill, { once: true })
    const ended = once(child, 'close') as Promise<[number | null]>
    ended.catch(() => {})
    lowerPriority(child)
    const errors = readErrors(child)
    const writing = write(child, input)
    try {
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) yield chunk
      const [code] = await ended
      await writing
      signal.throwIfAborted()
      if (code !== 0) throw new GitFailed(commandOf(args), await errors)
    } finally {
      signal.removeEventListener('abort', kill)
      kill()
    }
  }

  /** Returns the whole output as text. Limits short commands. */
  async text(args: readonly string[], options: GitOptions): Promise<string> {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of this.run(args, options)) {
      size += chunk.length
      if (size > maxTextBytes) throw new GitFailed(commandOf(args), 'The output is too long.')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString()
  }
}

const maxTextBytes = 4 * 1024 * 1024

/** Settings come before the command. */
const commandOf = (args: readonly string[]) =>
  args.find((arg, at) => /^[a-z]/.test(arg) && args[at - 1] !== '-c') ?? ''

/** The program starts others, such as its http helper, which must end with it. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already.
  }
}

async function readErrors({ stderr }: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of stderr as AsyncIterable<Buffer>)
    if (text.length < maxErrorOutput) text += chunk.toString()
  return text
}

async function write(
  { stdin }: ChildProcess,
  input: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  if (!stdin) return
  // A program that ends early does not read the rest.
  stdin.on('error', () => {})
  for await (const text of input) {
    if (!stdin.writable) return
    if (!stdin.write(text)) await Promise.race([once(stdin, 'drain'), once(stdin, 'close')])
  }
  stdin.end()
}
