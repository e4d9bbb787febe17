import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { cpuSeconds } from './usage.ts'

const run = promisify(execFile)

export interface Load {
  url: string
  headers?: Record<string, string>
  /** A Lua script for wrk that varies the requests. */
  script?: string
  seconds: number
  connections?: number
}

export interface LoadResult {
  requestsPerSecond: number
  p99Ms: number
  /** CPU time of the server process per request. */
  cpuMicroseconds: number
}

/** Loads a URL from another processor than the server's, and measures the server's CPU time. */
export async function load(pid: number, what: Load): Promise<LoadResult> {
  const { url, headers = {}, script, seconds, connections = 32 } = what
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const before = cpuSeconds(pid)
  const { stdout } = await run(
    ...pinned(1, 'wrk', [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--latency',
      ...flags,
      ...(script ? ['-s', script] : []),
      url,
    ]),
  )
  const cpu = cpuSeconds(pid) - before
  const failed = /Socket errors:.*|Non-2xx or 3xx responses: \d+/.exec(stdout)
  if (failed) throw new Error(`${url}: ${failed[0]}`)
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99Ms: toMs(/99%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
    cpuMicroseconds: (cpu / requests) * 1e6,
  }
}

const longestWaitSeconds = 180

/**
 * Resolves once a process has used at most 2 % of a processor for three seconds, as far as that can be
 * measured.
 */
export async function idle(pid: number): Promise<void> {
  for (let second = 0, quiet = 0; quiet < 3; second++) {
    if (second > longestWaitSeconds)
      throw new Error(`The program is still busy after ${longestWaitSeconds} s.`)
    const before = cpuSeconds(pid)
    await pause(1000)
    quiet = cpuSeconds(pid) - before > 0.02 ? 0 : quiet + 1
  }
}

/** Returns the command, pinned to one processor, if given, where the system supports that. */
export function pinned(core: number | undefined, command: string, args: string[]): [string, string[]] {
  return core !== undefined && existsSync('/usr/bin/taskset')
    ? ['taskset', ['-c', String(core), command, ...args]]
    : [command, args]
}

/** Throws when wrk is not installed. */
export function assertWrk(): void {
  try {
    execFileSync('wrk', ['-v'], { stdio: 'ignore' })
  } catch (error) {
    // Its version option exits with 1.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Error('The load comes from wrk, which is not installed (apt-get install wrk).')
  }
}

function toMs(match: RegExpExecArray | null): number {
  const factor = { us: 0.001, ms: 1, s: 1000 }[match?.[2] ?? ''] ?? Number.NaN
  return Number(match?.[1]) * factor
}
