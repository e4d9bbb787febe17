import type { OutgoingHttpHeaders } from 'node:http'
import type { Dataset, DatasetFile } from '@nodeyard/contract/dataset'
import { RegistryError } from '../../ground/errors.ts'
import { cacheControl } from '../../ground/http/cache-control.ts'
import type { DownloadedFile } from '../../ground/http/streams.ts'
import { contentOf } from '../../ground/publications/signing.ts'
import type { Deps } from './deps.ts'
import { type DatasetRow, findLastDataset, listDatasets } from './sql.ts'
import { datasetTag } from './tags.ts'

export const datasetFolder = 'datasets/'

export const datasetKey = (digest: string): string => `${datasetFolder}${digest.slice(0, 2)}/${digest}`

/** Reads the digest from a key. Returns undefined for keys of other files. */
export const digestInKey = (key: string): string | undefined =>
  /^datasets\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key)?.[1]

const contentTypes: Record<string, string> = {
  gz: 'application/gzip',
  parquet: 'application/vnd.apache.parquet',
}

/** Opens a file of the newest dataset. */
export async function openNewest(deps: Pick<Deps, 'db' | 'blobs'>, name: string): Promise<DownloadedFile> {
  const last = await findLastDataset(deps.db)
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
  const file = find(await listDatasets(deps.db), (one) => one.digest === digest && one.name === name)
  return open(deps, file, { 'cache-control': cacheControl.immutable })
}

function find(datasets: readonly DatasetRow[], isMeant: (file: DatasetFile) => boolean): DatasetFile {
  for (const { envelope } of datasets) {
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
