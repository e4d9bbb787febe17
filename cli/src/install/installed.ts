import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Installation } from '@nodeyard/analysis/installations'
import { defined } from '@nodeyard/contract/ground'
import { readProjectFile } from '../pack/project-file.ts'
import { checkoutAt } from './checkout.ts'
import { isFolder } from './folder.ts'

/** An installed pack, as its folder states. */
export interface InstalledPack {
  folder: string
  nodeId?: string
  version?: string
  isCheckout: boolean
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

/** Describes the packs in a folder like a lock or a snapshot. */
export async function installationIn(packs: string): Promise<Installation> {
  const installed = await listInstalled(packs)
  const described = await Promise.all(
    installed.map(async ({ folder, nodeId, version, isCheckout }) => {
      const name = basename(folder)
      const isDisabled = /\.disabled$/i.test(name) ? ({ isDisabled: true } as const) : {}
      const checkout = isCheckout ? await checkoutAt(folder) : undefined
      if (checkout) return { folder: name, ...checkout, ...isDisabled }
      return {
        folder: name,
        ...defined({ id: nodeId || undefined, version: version || undefined }),
        ...isDisabled,
      }
    }),
  )
  return { format: 'folders', packs: described, python: [], models: [] }
}
