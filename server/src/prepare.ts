// Prepares the database template and compiled modules at build time, to speed up the first start.
import { ensureTemplate } from './database-template.ts'

// Node caches compiled modules for the next process that loads the same files.
await Promise.all(
  [
    './compose.ts',
    './api.ts',
    './discovery/site/site.ts',
    './discovery/site-files/find.ts',
    '../demo/seed.ts',
  ].map((path) => import(path)),
)
await ensureTemplate()
