import type { OutgoingHttpHeaders } from 'node:http'
import { type Dataset, type DatasetFile, datasetType } from '@nodeyard/contract/discovery'
import { limits } from '@nodeyard/contract/limits'
import { RegistryError } from '../../ground/errors.ts'
import { cacheControl } from '../../ground/http/cache-control.ts'
import type { DownloadedFile } from '../../ground/http/streams.ts'
import { fileKey, Publication } from '../../ground/publications/publication.ts'
import { contentOf } from '../../ground/publications/signing.ts'
import type { IssueOf } from '../../ground/publications/sql.ts'
import type { Deps } from './deps.ts'
import { datasetTag } from './tags.ts'

/** Each dataset names all its files. */
export const datasets = new Publication(
  { table: 'datasets', number: 'sequence', digests: 'files' },
  { type: datasetType, days: limits.datasetDays, tag: datasetTag, folder: 'datasets/', endings: [''] },
)

export const datasetKey = (digest: string): string => fileKey('datasets/', digest, '')

const contentTypes: Record<string, string> = {
  gz: 'application/gzip',
  parquet: 'application/vnd.apache.parquet',
}

/** Opens a file of the newest dataset. */
export async function openNewest(deps: Pick<Deps, 'db' | 'blobs'>, name: string): Promise<DownloadedFile> {
  const last = await datasets.last(deps.db)
  if (!last) throw new RegistryError('dataset_not_made')
  return open(
    deps,
    find([last], ({ name: one }) => one === name),
    {
      'cache-control': cacheControl.shared(),
      'cache-tag': datasetTag,
    },
  )
}

/** Opens a file of any dataset that is still available. */
export async function openFile(
  deps: Pick<Deps, 'db' | 'blobs'>,
  { digest, name }: { digest: string; name: string },
): Promise<DownloadedFile> {
  const file = find(await datasets.list(deps.db), (one) => one.digest === digest && one.name === name)
  return open(deps, file, { 'cache-control': cacheControl.immutable })
}

function find(issues: readonly IssueOf<'datasets'>[], isMeant: (file: DatasetFile) => boolean): DatasetFile {
  for (const { envelope } of issues) {
    const file = contentOf<Dataset>(envelope).files.find(isMeant)
    if (file) return file
  }
  throw new RegistryError('dataset_file_not_found')
}

function open(
  { blobs }: Pick<Deps, 'blobs'>,
  { digest, bytes, name }: DatasetFile,
  headers: OutgoingHttpHeaders,
): DownloadedFile {
  return {
    digest,
    sizeBytes: bytes,
    fileName: name,
    headers: { ...headers, 'content-type': contentTypes[name.split('.').at(-1) ?? ''] },
    read: (range) => blobs.read(datasetKey(digest), range),
  }
}
