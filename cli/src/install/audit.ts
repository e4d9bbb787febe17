import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { defined } from '@nodeyard/contract/ground'
import type { Advisory, KillList } from '@nodeyard/contract/safety'
import { affectedBy } from '@nodeyard/planning/affected'
import type { Context } from '../ground/context.ts'
import { plain } from '../ground/output.ts'
import { filesBelow } from './folder.ts'
import type { InstalledPack } from './installed.ts'

/** A danger in an installed pack. */
export interface Danger {
  folder: string
  nodeId: string
  version: string
  advisory: string
  severity: string
  title: string
  /** The clients of the registry refuse to install it. */
  isKilled: boolean
  /** The file that an advisory names, when the file gave it away. */
  file?: string
}

/** Compares installed packs with the kill list and the advisories, on this machine alone. */
export async function findDangers(
  installed: readonly InstalledPack[],
  { killList, advisories }: { killList: KillList; advisories: readonly Advisory[] },
): Promise<Danger[]> {
  const warnings = { killed: killList.entries, advisories }
  const badFiles = new Map(
    advisories.flatMap((one) => one.file_digests.map((digest) => [digest, one] as const)),
  )
  const dangers: Danger[] = []
  for (const { folder, nodeId = '', version = '' } of installed) {
    const base = { folder, nodeId, version }
    const pack = {
      folder: basename(folder),
      ...defined({ id: nodeId || undefined, version: version || undefined }),
    }
    for (const { name: _, version: __, isRefused: isKilled, ...one } of affectedBy(pack, warnings))
      dangers.push({ ...base, ...one, isKilled })
    if (badFiles.size > 0) dangers.push(...(await badFilesIn(base, badFiles)))
  }
  return dangers
}

/** Describes dangers, each with what to do. */
export const dangerLines = (dangers: readonly Danger[], { text, paint }: Pick<Context, 'text' | 'paint'>) =>
  dangers.flatMap(({ nodeId, version, folder, severity, title, advisory, isKilled, file }) => {
    const name = nodeId === '' ? folder : `${nodeId} ${version}`
    return [
      `${paint('red', severity)} ${plain(name)}: ${plain(title)} (${plain(advisory)})`,
      ...(file ? [`  ${text('danger_file', { file: plain(file) })}`] : []),
      `  ${text(isKilled ? 'danger_killed' : 'danger_advised', { folder: plain(folder) })}`,
    ]
  })

const toDanger = ({ id, severity, title, refuses_installs }: Advisory) => ({
  advisory: id,
  severity,
  title,
  isKilled: refuses_installs,
})

const largestFile = 64 * 1024 * 1024

async function badFilesIn(
  base: Pick<Danger, 'folder' | 'nodeId' | 'version'>,
  badFiles: ReadonlyMap<string, Advisory>,
): Promise<Danger[]> {
  const dangers: Danger[] = []
  for (const path of await filesBelow(base.folder)) {
    const full = join(base.folder, path)
    const found = await stat(full).catch(() => undefined)
    if (!found?.isFile() || found.size > largestFile) continue
    const advisory = badFiles.get(await digestOf(full))
    if (advisory) dangers.push({ ...base, ...toDanger(advisory), file: path })
  }
  return dangers
}

export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
