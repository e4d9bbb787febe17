import { datasetSchema, getDataset, getDatasetSchema } from '@nodeyard/contract/discovery'
import { limits } from '@nodeyard/contract/limits'
import { type App, mount } from '../../ground/http/mount.ts'
import { mountDownload } from '../../ground/http/streams.ts'
import type { Deps } from './deps.ts'
import { datasets, openFile, openNewest } from './files.ts'
import { datasetTag } from './tags.ts'

export function mountDataset(app: App<Deps>): void {
  const { deps } = app
  mount(app, getDataset, datasets.respondWithLast('dataset_not_made'), {
    cache: { seconds: 60, tags: () => [datasetTag] },
  })
  mount(app, getDatasetSchema, async () => datasetSchema, { cache: { seconds: 3600, tags: () => [] } })
  const maxAtOnce = limits.downloadsAtOnceOfAddress
  mountDownload(app, '/dataset/files/:name', ({ name = '' }) => openNewest(deps, name), { maxAtOnce })
  mountDownload(
    app,
    '/dataset/files/:digest/:name',
    ({ digest = '', name = '' }) => openFile(deps, { digest, name }),
    { maxAtOnce },
  )
}
