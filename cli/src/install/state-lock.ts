import { readFile } from 'node:fs/promises'
import { parseJson } from '@nodeyard/analysis/ground'
import type { PythonPin } from '@nodeyard/analysis/installations'
import { isLock, type LockedPack, readLock, writeLock } from '@nodeyard/analysis/lock'
import type { Entry } from './history.ts'
import { installationIn } from './installed.ts'
import { packagesIn } from './run-installers.ts'

interface Given {
  entries: readonly Entry[]
  registry: string
  created: Date
  /** Where the archives of this change come from. */
  known?: readonly LockedPack[]
  /** As pip lists the installed packages. */
  freeze?: string | undefined
}

/**
 * Writes down which packs a folder has, as a lock. The address and digest of an archive are known if this program installed it;
 * packs from elsewhere and disabled ones are named as unknown.
 */
export async function stateLock(
  packs: string,
  { entries, registry, created, known = [], freeze = '' }: Given,
): Promise<string> {
  const { packs: installed } = await installationIn(packs)
  const sources = [...known, ...(await lockedBefore(entries))]
  const pinned: LockedPack[] = []
  const unknown: string[] = []
  for (const { folder = '', id, version, repository, commit, isDisabled } of installed) {
    const archive = sources.find(
      (one) => one.folder === folder && one.url !== undefined && one.id === id && one.version === version,
    )
    if (!isDisabled && repository !== undefined && commit !== undefined)
      pinned.push({ folder, repository, commit })
    else if (!isDisabled && archive) pinned.push(archive)
    else unknown.push([folder, version].filter(Boolean).join(' '))
  }
  const python = [...packagesIn(freeze)].flatMap(([name, line]) => pinOf(name, line))
  return writeLock({
    created: created.toISOString(),
    registry,
    packs: pinned,
    python,
    models: [],
    unknown,
  })
}

/** Archives that the locks of earlier changes state, the newest first. */
async function lockedBefore(entries: readonly Entry[]): Promise<LockedPack[]> {
  const found: LockedPack[] = []
  for (const entry of entries.toReversed())
    for (const name of ['after.lock', 'before.lock']) {
      const value = parseJson(await readFile(entry.path(name), 'utf8').catch(() => ''))
      try {
        if (isLock(value)) found.push(...readLock(value).packs)
      } catch {
        // A lock that someone damaged is no source.
      }
    }
  return found
}

function pinOf(name: string, line: string): PythonPin[] {
  const [, version] = /==([\w.!+-]{1,100})$/.exec(line) ?? []
  return version === undefined ? [] : [{ name, version }]
}
