import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ArchiveRefusal } from '@nodeyard/analysis/archive'
import { isNodeId } from '@nodeyard/contract/ground'
import { installNode } from '@nodeyard/contract/packs'
import { CliError, rethrowWriteError } from '../ground/errors.ts'
import { type OpenPack, withPack } from '../pack/open-pack.ts'
import { downloadArchive, type HeldAccess, type PublishedArchive, toArchive } from '../registry/download.ts'
import type { Registry } from '../registry/registry.ts'
import { type Staged, workFolder } from './folder.ts'

export interface Wanted {
  nodeId: string
  version?: string
}

/** Asks the registry which archive to install. */
export async function findArchive(
  registry: Registry,
  { nodeId, version }: Wanted,
  signal: AbortSignal,
): Promise<PublishedArchive> {
  // The id becomes the name of a folder.
  if (!isNodeId(nodeId)) throw new CliError('name_invalid', { given: nodeId })
  const query = version === undefined ? {} : { version }
  const offered = await registry.call(installNode, { params: { nodeId }, query }, { signal })
  const found = toArchive(offered, registry.url)
  const isOther = found.nodeId.toLowerCase() !== nodeId.toLowerCase() || !isNodeId(found.nodeId)
  if (isOther || (version !== undefined && found.version !== version))
    throw new CliError('other_pack_sent', { node: nodeId, other: `${found.nodeId} ${found.version}` })
  return found
}

/** Downloads, verifies and unpacks an archive. Nothing of it runs, and nothing is in its place yet. */
export async function stage(
  into: string,
  { name, archive }: { name: string; archive: PublishedArchive },
  { signal, access }: { signal: AbortSignal; access?: HeldAccess | undefined },
): Promise<Staged> {
  const work = await workFolder(into, name)
  const path = join(work, 'node.zip')
  await downloadArchive(archive, path, { signal, access })
  const folder = join(work, 'files')
  try {
    const files = await withPack(path, (pack) => unpackInto(folder, pack))
    return { name, folder, files }
  } catch (error) {
    if (!(error instanceof ArchiveRefusal)) throw error
    const { nodeId: node, version } = archive
    throw new CliError('archive_unsound', { node, version, message: error.message })
  }
}

/** The archive reader has refused paths that leave the folder, links, and names that clash. */
async function unpackInto(folder: string, { files }: OpenPack): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  for (const { path } of files.files) {
    const target = join(folder, path)
    try {
      await mkdir(dirname(target), { recursive: true })
      await pipeline(files.pieces(path), createWriteStream(target, { flags: 'wx' }))
    } catch (error) {
      rethrowWriteError(error, target)
    }
  }
  return files.files.map(({ path }) => path)
}
