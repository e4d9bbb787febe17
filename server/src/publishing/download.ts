import type { Readable } from 'node:stream'
import { archiveKey, type ByteRange } from '../blobs/store.ts'
import type { Deps } from '../deps.ts'
import { RegistryError } from '../errors.ts'
import { KeptAnswer } from '../http/kept-answers.ts'
import { assertNotKilled } from '../versions/killed.ts'
import { findArchive, type StoredArchive } from './sql.ts'

export interface Download {
  digest: string
  sizeBytes: number
  fileName: string
  /** Whether it may be downloaded could not be looked at now. */
  isStale: boolean
  read(range?: ByteRange): Promise<Readable>
}

/**
 * The archive behind a download address, byte for byte as it was uploaded. Launchers keep addresses, and a banned
 * version must not be had by an old one: what is known of a version is forgotten when anything of its node changes.
 */
export async function openDownload(deps: Deps, nodeId: string, version: string): Promise<Download> {
  const { body, isStale = false } = await knownArchive(deps, nodeId, version)
  const found = JSON.parse(body.toString()) as StoredArchive
  return {
    digest: found.digest,
    sizeBytes: found.sizeBytes,
    fileName: `${found.nodeId}_${found.version}.zip`,
    isStale,
    read: (range) => deps.blobs.read(archiveKey(found.digest), range),
  }
}

/** Kept as answers are, so that archives can be had while the database is away. */
function knownArchive(deps: Deps, nodeId: string, version: string): Promise<KeptAnswer> | KeptAnswer {
  const { kept } = deps
  const key = `archive ${nodeId} ${version}`
  return (
    kept.find(key) ??
    kept.orStale(key, () =>
      kept.makeOnce(key, async () => {
        const epoch = kept.epoch
        const made = toKept(deps, await findGoodArchive(deps, nodeId, version))
        kept.keep(key, made, epoch)
        return made
      }),
    )
  )
}

async function findGoodArchive(deps: Deps, nodeId: string, version: string): Promise<StoredArchive> {
  const found = await findArchive(deps.db, nodeId, version)
  if (!found || found.nodeStatus === 'deleted' || found.status === 'deleted' || found.status === 'banned') {
    throw new RegistryError('archive_not_found')
  }
  if (found.nodeStatus === 'banned') throw new RegistryError('node_banned')
  assertNotKilled(deps.config, found)
  return found
}

const keptSeconds = 60

function toKept({ now }: Deps, archive: StoredArchive): KeptAnswer {
  return new KeptAnswer({
    status: 200,
    headers: {},
    body: Buffer.from(JSON.stringify(archive)),
    tags: [`node:${archive.nodeId}`],
    expiresAt: now().getTime() + keptSeconds * 1000,
  })
}
