import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { CliError, codeOf, rethrowWriteError } from '../ground/errors.ts'

/** How often a command says that it still runs, in milliseconds. */
const signMs = 10_000
/** Without a sign for so long, a command has ended, although a process of another one may have its number now. */
const silentMs = 60_000

const ownMarks = new Set<string>()

/**
 * Runs work that no other command may do in this folder at the same time. Each command marks itself before it looks for others:
 * of two that start together, at least one sees the other. Marks of commands that were ended are ignored.
 */
export async function whileHolding<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const machine = hostname().replace(/[^\w.-]/g, '_')
  const mark = `${process.pid}@${machine}@${randomUUID()}`
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
  const [pid, there] = mark.split('@')
  const found = await stat(join(folder, mark)).catch(() => undefined)
  if (!found || Date.now() - found.mtimeMs > silentMs) return false
  if (there !== machine) return true
  if (Number(pid) === process.pid) return ownMarks.has(mark)
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}
