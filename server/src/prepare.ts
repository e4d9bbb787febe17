// Makes at build time what the first start would have to wait for: the prepared database and the compiled modules.
import { ensureTemplate } from './database-template.ts'

// Node keeps what it compiles for the next program that loads the same files.
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
