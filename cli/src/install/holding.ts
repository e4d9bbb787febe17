import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { CliError, codeOf, rethrowWriteError } from '../ground/errors.ts'

/** How often a command says that it still runs, in milliseconds. */
const signMs = 10_000
/** Without a sign for this long, a command on another machine has ended. */
const silentMs = 60_000
/** On this machine, a command can be stopped for longer. Where the start of a process is not known, its number is another's then. */
const stoppedMs = 86_400_000

const ownMarks = new Set<string>()

/**
 * Runs work that no other command may do in this folder at the same time. Each command marks itself before it looks for others:
 * of two that start together, at least one sees the other. Marks of commands that were ended are ignored.
 */
export async function whileHolding<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const machine = hostname().replace(/[^\w.-]/g, '_')
  const mark = `${process.pid}@${machine}@${await startOf(process.pid)}-${randomUUID()}`
  const path = join(folder, mark)
  ownMarks.add(mark)
  try {
    await mkdir(folder, { recursive: true })
    // The name says everything: on a full disk, a file can still be empty.
    await writeFile(path, '')
  } catch (error) {
    ownMarks.delete(mark)
    rethrowWriteError(error, folder)
  }
  const timer = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), signMs)
  try {
    for (const other of await readdir(folder)) {
      if (other === mark) continue
      if (await isRunning(folder, other, machine))
        throw new CliError('packs_busy', { path: folder, process: other.split('@', 2).join(' @ ') })
      await rm(join(folder, other), { force: true })
    }
    return await work()
  } finally {
    clearInterval(timer)
    ownMarks.delete(mark)
    await rm(path, { force: true })
  }
}

async function isRunning(folder: string, mark: string, machine: string): Promise<boolean> {
  const [pid = '', there, id = ''] = mark.split('@')
  const found = await stat(join(folder, mark)).catch(() => undefined)
  if (!found) return false
  const silent = Date.now() - found.mtimeMs
  if (there !== machine) return silent <= silentMs
  if (Number(pid) === process.pid) return ownMarks.has(mark)
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
  }
  const start = await startOf(Number(pid))
  return start === '' ? silent <= stoppedMs : id.startsWith(`${start}-`)
}

/** Returns when a process started, as Linux counts; empty on other systems. Another process can get its number later. */
async function startOf(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name of the program can contain blanks and brackets.
  const [state, ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' ? 'ended' : (rest[18] ?? '')
}
