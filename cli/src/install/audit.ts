import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Advisory, listAdvisories } from '@nodeyard/contract/advisories'
import { findKilled, type KillList } from '../../../client/src/kill-list.ts'
import { readProjectFile } from '../pack/project-file.ts'
import type { Registry } from '../registry/registry.ts'
import { filesBelow, isFolder } from './folder.ts'

/** An installed pack, as its folder states. */
export interface InstalledPack {
  folder: string
  nodeId?: string
  version?: string
  isCheckout: boolean
}

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

/** Lists the packs in a folder. */
export async function listInstalled(packs: string): Promise<InstalledPack[]> {
  const names = (await readdir(packs))
    .filter((name) => !name.startsWith('.') && name !== '__pycache__')
    .sort()
  const found: InstalledPack[] = []
  for (const name of names) {
    const folder = join(packs, name)
    if (!(await isFolder(folder))) continue
    const project = await readProjectFile(folder).catch(() => undefined)
    found.push({
      folder,
      isCheckout: await isFolder(join(folder, '.git')),
      ...(project?.id ? { nodeId: project.id } : {}),
      ...(project?.version ? { version: project.version } : {}),
    })
  }
  return found
}

const pageSize = 100
const maxPages = 100

/** Reads all advisories that are in force. */
export async function readAdvisories(registry: Registry, signal: AbortSignal): Promise<Advisory[]> {
  const all: Advisory[] = []
  for (let page = 1; page <= maxPages; page += 1) {
    const { advisories, totalPages } = await registry.call(
      listAdvisories,
      { query: { page, limit: pageSize } },
      { signal },
    )
    all.push(...advisories)
    if (page >= totalPages || advisories.length === 0) break
  }
  return all.filter(({ withdrawnAt }) => withdrawnAt === undefined)
}

/** Compares installed packs with the kill list and the advisories, on this machine alone. */
export async function findDangers(
  installed: readonly InstalledPack[],
  { killList, advisories }: { killList: KillList; advisories: readonly Advisory[] },
): Promise<Danger[]> {
  const badFiles = new Map(
    advisories.flatMap((one) => one.file_digests.map((digest) => [digest, one] as const)),
  )
  const dangers: Danger[] = []
  for (const { folder, nodeId = '', version = '' } of installed) {
    const base = { folder, nodeId, version }
    const killed = findKilled(killList, { node: nodeId, version })
    if (killed) {
      const { advisory, severity, title } = killed
      dangers.push({ ...base, advisory, severity, title, isKilled: true })
    }
    for (const one of advisories) {
      const isAffected = one.affected.some(
        (entry) => isSame(entry.node_id, nodeId) && entry.version === version,
      )
      if (isAffected && one.id !== killed?.advisory) dangers.push({ ...base, ...toDanger(one) })
    }
    if (badFiles.size > 0) dangers.push(...(await badFilesIn(base, badFiles)))
  }
  return dangers
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

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

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
