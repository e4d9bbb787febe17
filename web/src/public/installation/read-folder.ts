import type { Installation, InstalledPack } from '@nodeyard/analysis/installations'
import { canBePack, disabledFolder, readPackFolder } from '@nodeyard/planning/folders'
import type { ReadInput } from '@nodeyard/planning/read-input'
import { fromInstallation } from '@nodeyard/planning/wanted'

/** A file of a chosen folder. */
type LocalFile = Pick<File, 'slice' | 'webkitRelativePath'>

/** Describes the packs in a chosen folder, in the browser: the folder of all packs, or one that contains it. */
export async function readFolder(files: readonly LocalFile[]): Promise<ReadInput> {
  const packs: InstalledPack[] = []
  for (const [name, inside] of packsIn(files))
    packs.push(
      await readPackFolder(name, async (path, length) => {
        const file = inside.get(path)
        return file && new Uint8Array(await file.slice(0, length).arrayBuffer())
      }),
    )
  const installation: Installation = { format: 'folders', packs, python: [], models: [] }
  return { wanted: fromInstallation(installation), installations: [installation], graphs: [], resolved: [] }
}

/** Sorts files by the folder of their pack, and by their path in it. */
function packsIn(files: readonly LocalFile[]): Map<string, Map<string, LocalFile>> {
  const packs = new Map<string, Map<string, LocalFile>>()
  for (const file of files) {
    const parts = file.webkitRelativePath.split('/')
    const [first = '', ...rest] = parts.slice(Math.max(parts.indexOf('custom_nodes'), 0) + 1)
    const [name, path] =
      first === disabledFolder ? [`${first}/${rest[0] ?? ''}`, rest.slice(1)] : [first, rest]
    if (path.length === 0 || !canBePack(first === disabledFolder ? (rest[0] ?? '.') : first)) continue
    const inside = packs.get(name) ?? new Map<string, LocalFile>()
    packs.set(name, inside.set(path.join('/'), file))
  }
  return packs
}
