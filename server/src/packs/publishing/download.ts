import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { archiveKey, type ByteRange } from '../../ground/blobs/store.ts'
import { RegistryError } from '../../ground/errors.ts'
import { KeptAnswer, staleIfError } from '../../ground/http/kept-answers.ts'
import { assertNotKilled } from '../versions/killed.ts'
import type { Deps } from './deps.ts'
import { findArchive, type StoredArchive } from './sql.ts'

export interface Download {
  digest: string
  sizeBytes: number
  fileName: string
  /** For how long others may give it to whoever asks. */
  headers: OutgoingHttpHeaders
  read(range?: ByteRange): Promise<Readable>
}

/**
 * The archive behind a download address, byte for byte as it was uploaded. Launchers keep addresses, and a banned
 * version must not be had by an old one: what is known of a version is forgotten when anything of its node changes.
 */
export async function openDownload(deps: Deps, nodeId: string, version: string): Promise<Download> {
  const { body, headers } = await knownArchive(deps, nodeId, version)
  return toDownload(deps, JSON.parse(body.toString()) as StoredArchive, headers)
}

export function toDownload(
  { blobs }: Pick<Deps, 'blobs'>,
  { digest, sizeBytes, nodeId, version }: StoredArchive,
  headers: OutgoingHttpHeaders,
): Download {
  const read = (range?: ByteRange) => blobs.read(archiveKey(digest), range)
  return { digest, sizeBytes, fileName: `${nodeId}_${version}.zip`, headers, read }
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
  const isGone = found?.nodeStatus === 'deleted' || found?.status === 'deleted' || found?.status === 'banned'
  if (!found || isGone || !found.wasPublic) {
    throw new RegistryError('archive_not_found')
  }
  if (found.nodeStatus === 'banned') throw new RegistryError('node_banned')
  assertNotKilled(deps.config, found)
  return found
}

const keptSeconds = 60

/**
 * A version may be banned at any time, so caches ask again, which costs no bytes. One that is not checked yet may be refused,
 * and its number then published again with other bytes.
 */
function toKept({ now }: Deps, archive: StoredArchive): KeptAnswer {
  const tag = `node:${archive.nodeId}`
  const isFinal = archive.status !== 'pending'
  return new KeptAnswer({
    status: 200,
    headers: {
      'cache-control': isFinal ? `public, max-age=0, s-maxage=10, ${staleIfError}` : 'no-store',
      'cache-tag': tag,
    },
    body: Buffer.from(JSON.stringify(archive)),
    tags: [tag],
    expiresAt: now().getTime() + keptSeconds * 1000,
  })
}
