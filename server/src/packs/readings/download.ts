import { RegistryError } from '../../ground/errors.ts'
import { cacheControl } from '../../ground/http/cache-control.ts'
import { anonymous } from '../../ground/permissions.ts'
import { showsContent } from '../nodes/reading-to-wire.ts'
import type { Download } from '../nodes/versions/download.ts'
import { heldReading, isOpenReading } from '../nodes/versions/held-reading.ts'
import { readingKey } from './archive.ts'
import type { Deps } from './deps.ts'
import { getReadableReading, type ReadingPath } from './get.ts'

/** Opens the source of a reading for the pages that show it. */
export async function openReadingSource(deps: Deps, path: ReadingPath): Promise<Download> {
  const { node, facts } = await getReadableReading(deps, anonymous, path)
  if (!isOpenReading(facts, node)) throw heldReading(deps.config, node)
  const { archive_digest: digest, archive_bytes: sizeBytes } = facts
  if (digest === null || sizeBytes === null || !showsContent(facts, deps.config.readings, node))
    throw new RegistryError('archive_not_found')
  return {
    digest,
    sizeBytes,
    fileName: `${node.id}_${facts.commit_id.slice(0, 7)}.zip`,
    headers: {
      'cache-control': cacheControl.shared(),
      'cache-tag': `node:${node.id}`,
      'x-robots-tag': 'noindex',
    },
    read: (range) => deps.blobs.read(readingKey(digest), range),
  }
}
