import { getCatalogue } from '@nodeyard/contract/discovery'
import { type App, mount } from '../../ground/http/mount.ts'
import { mountPackedFiles } from '../../ground/http/packed-files.ts'
import type { Deps } from './deps.ts'
import { catalogues } from './files.ts'
import { CatalogueReader } from './open-file.ts'
import { catalogueTag } from './tag.ts'

export function mountCatalogue(app: App<Deps>): void {
  const { deps } = app
  mount(
    app,
    getCatalogue,
    catalogues.respondWithLast('catalogue_not_made'),
    // Invalidated by the transaction that issues a pointer, so `no-cache` would return nothing newer.
    { cache: { seconds: 60, tags: () => [catalogueTag], ignoresNoCache: true } },
  )
  const reader = new CatalogueReader(deps)
  mountPackedFiles(app, '/catalogue/:digest', ({ digest = '' }) => reader.open(digest))
}
