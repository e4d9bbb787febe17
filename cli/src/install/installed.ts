import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Installation, InstalledPack as ReadPack } from '@nodeyard/analysis/installations'
import { defined } from '@nodeyard/contract/ground'
import { canBePack, disabledFolder, readPackFolder } from '@nodeyard/planning/folders'
import { readStart } from '../pack/project-file.ts'
import { isFolder } from './folder.ts'

/** An installed pack, as its folder states. */
export interface InstalledPack {
  folder: string
  nodeId?: string
  version?: string
  isCheckout: boolean
  /** The tool does not load it. */
  isDisabled?: true
}

/** Lists the packs in a folder, also those that are disabled. */
export async function listInstalled(packs: string): Promise<InstalledPack[]> {
  const found: InstalledPack[] = []
  for (const name of await allNamesIn(packs)) {
    const { id, version, isDisabled } = await readPack(packs, name)
    const folder = join(packs, name)
    found.push({
      folder,
      isCheckout: await isFolder(join(folder, '.git')),
      ...defined({ nodeId: id, version, isDisabled }),
    })
  }
  return found
}

/** Describes the packs in a folder like a lock or a snapshot, with what they require. */
export async function installationIn(packs: string): Promise<Installation> {
  const read: ReadPack[] = []
  for (const name of await allNamesIn(packs)) read.push(await readPack(packs, name))
  return { format: 'folders', packs: read, python: [], models: [] }
}

const readPack = (packs: string, name: string) =>
  readPackFolder(name, (path, length) => readStart(join(packs, name, path), length))

async function allNamesIn(packs: string): Promise<string[]> {
  const disabled = await namesIn(join(packs, disabledFolder)).catch(() => [])
  return [...(await namesIn(packs)), ...disabled.map((name) => `${disabledFolder}/${name}`)]
}

async function namesIn(packs: string): Promise<string[]> {
  const names = (await readdir(packs)).filter(canBePack).sort()
  const folders = await Promise.all(
    names.map(async (name) => ((await isFolder(join(packs, name))) ? name : [])),
  )
  return folders.flat()
}
