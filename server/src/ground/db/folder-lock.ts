import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Thrown when another process uses the folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Locks a folder exclusively until released or until this process ends, in whatever way.
 *
 * PGlite takes no lock of its own: two processes on one folder lose rows silently. This uses SQLite's lock on
 * its file, because the operating system drops it with the process and it works the same on every system.
 * That file never stores any data.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) throw new FolderInUse(inUse(folder))
    throw error
  }
  return () => lock.close()
}

const sqliteBusy = 5

const inUse = (folder: string) =>
  `Another process is working on ${folder}. Stop it first, or let several processes share a PostgreSQL by DATABASE_URL.`
