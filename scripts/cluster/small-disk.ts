import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A separate disk that can be filled to the last byte. */
export interface SmallDisk {
  folder: string
  fill(): void
  free(): void
  remove(): void
}

/** Mounts a disk. Throws a clear error without the permission to mount. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'nodeyard-disk-'))
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]
  const { status, stderr } = spawnSync('mount', options, { encoding: 'utf8' })
  if (status !== 0) {
    rmdirSync(folder)
    throw new Error(`No disk can be mounted here: ${stderr?.trim() || 'there is no mount'}`)
  }
  // The database's user creates its own folder in it.
  chmodSync(folder, 0o777)
  const ballast = join(folder, 'ballast')
  const remove = () => {
    process.off('exit', remove)
    spawnSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', remove)
  return { folder, fill: () => writeUntilFull(ballast), free: () => rmSync(ballast, { force: true }), remove }
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (let piece = Buffer.alloc(1024 * 1024); piece.length > 0; ) {
      try {
        if (writeSync(file, piece) < piece.length) throw Object.assign(new Error(), { code: 'ENOSPC' })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        piece = piece.subarray(0, Math.floor(piece.length / 16))
      }
    }
  } finally {
    closeSync(file)
  }
}
