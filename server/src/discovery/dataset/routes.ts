import { datasetSchema, getDataset, getDatasetSchema } from '@nodeyard/contract/dataset'
import { limits } from '@nodeyard/contract/limits'
import { RegistryError } from '../../ground/errors.ts'
import { type App, mount } from '../../ground/http/mount.ts'
import { mountDownload } from '../../ground/http/streams.ts'
import type { Deps } from './deps.ts'
import { openFile, openNewest } from './files.ts'
import { findLastDataset } from './sql.ts'
import { datasetTag } from './tags.ts'

export function mountDataset(app: App<Deps>): void {
  const { deps } = app
  mount(
    app,
    getDataset,
    async ({ deps: { db } }) => {
      const last = await findLastDataset(db)
      if (!last) throw new RegistryError('dataset_not_made')
      return last.envelope
    },
    { cache: { seconds: 60, tags: () => [datasetTag] } },
  )
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
