import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { order } from './order.ts'
import { applyExceptions, type Exception, findViolations, type SourceFile } from './rules.ts'

const root = join(import.meta.dirname, '../..')

/** Every exception from a rule, with its reason. */
const exceptions: Exception[] = [
  ...[
    'server/src/people/identity/embedded/mount-protocol.ts',
    'server/src/discovery/site/cached-pages.ts',
  ].map((path) => ({
    path,
    target: 'fastify',
    reason: 'Types only: the sign-in protocol and the pages have errors and bodies of their own.',
  })),
  {
    path: 'server/src/people/rights/sql.ts',
    target: 'server/src/people/rights/credentials.ts',
    reason: 'The table of credentials holds constants only.',
  },
  ...['server/src/main.ts', 'server/src/command.ts'].map((path) => ({
    path,
    target: 'process.env',
    reason: 'A program starts here: it hands the environment to config.ts, which alone knows its names.',
  })),
  {
    path: 'cli/src/current-program.ts',
    target: 'node:child_process',
    reason: 'Starts another version of this program in place of this one, without limits.',
  },
  {
    path: 'web/src/render.tsx',
    target: 'export default',
    reason: 'The built renderer is one file with one value: the server loads it without knowing its parts.',
  },
  {
    path: 'server/src/ground/blobs/store.ts',
    target: 'randomUUID',
    reason: 'Names the staging place of an upload: no answer holds it and no behaviour depends on it.',
  },
  {
    path: 'analysis/src/scan/pickles.ts',
    target: 'for await (const piece of pieces) {',
    reason: 'Its callers pass generators.',
  },
  {
    path: 'analysis/src/scan/searchable.ts',
    target: 'for await (const piece of pieces) {',
    reason: 'Its callers pass generators, or a stream of Node.',
  },
  {
    path: 'web/src/browser-session.ts',
    target: 'requestIdleCallback(',
    reason: 'Asks first whether the browser has it.',
  },
]

describe('the architecture', () => {
  it('holds for the project', () => {
    const files = readSources()
    assert(files.length > 50, 'the source files were found')
    const { unexcused, unneeded } = applyExceptions(findViolations(files), exceptions)
    assert.deepEqual(
      unexcused.map(({ path, target, rule }) => `${path}: ${target} (${rule})`),
      [],
    )
    assert.deepEqual(unneeded, [], 'an exception that nothing needs is removed')
  })

  it('contains only existing parts in its order', () => {
    assert.deepEqual(
      order.filter((path) => !existsSync(join(root, path))),
      [],
    )
  })

  const planted: { name: string; files: Record<string, string>; found: string }[] = [
    {
      name: 'contract imports the server',
      files: { 'contract/src/a.ts': `import { b } from '../../server/src/b.ts'\n`, 'server/src/b.ts': '' },
      found: 'contract/src/a.ts: server/src/b.ts',
    },
    {
      name: 'contract imports Node',
      files: { 'contract/src/a.ts': `import { readFile } from 'node:fs'\n` },
      found: 'contract/src/a.ts: node:fs',
    },
    {
      name: 'analysis imports the contract, by its package name',
      files: { 'analysis/src/scan/a.ts': `import type { Node } from '@nodeyard/contract/packs'\n` },
      found: 'analysis/src/scan/a.ts: contract/src/packs.ts',
    },
    {
      name: 'a part of analysis imports a later one',
      files: {
        'analysis/src/python/a.ts': `import { b } from '../scan/b.ts'\n`,
        'analysis/src/scan/b.ts': '',
      },
      found: 'analysis/src/python/a.ts: analysis/src/scan/b.ts',
    },
    {
      name: 'analysis reads a file, by a dynamic import',
      files: { 'analysis/src/a.ts': `export const read = () => import('node:fs')\n` },
      found: 'analysis/src/a.ts: node:fs',
    },
    {
      name: 'the server imports the site',
      files: { 'server/src/main.ts': `import { render } from '../../web/src/render.tsx'\n` },
      found: 'server/src/main.ts: web/src/render.tsx',
    },
    {
      name: 'the site imports the server, over several lines',
      files: { 'web/src/a.tsx': `import {\n  type A,\n  b,\n} from '../../server/src/a.ts'\n` },
      found: 'web/src/a.tsx: server/src/a.ts',
    },
    {
      name: 'a verb imports the routes',
      files: { 'server/src/packs/nodes/delete.ts': `import { mountNodes } from './routes.ts'\n` },
      found: 'server/src/packs/nodes/delete.ts: server/src/packs/nodes/routes.ts',
    },
    {
      name: 'SQL imports a verb',
      files: { 'server/src/packs/nodes/sql.ts': `import { rank } from './rank.ts'\n` },
      found: 'server/src/packs/nodes/sql.ts: server/src/packs/nodes/rank.ts',
    },
    {
      name: 'the ground imports a domain',
      files: { 'server/src/ground/db/a.ts': `import { find } from '../../packs/nodes/sql.ts'\n` },
      found: 'server/src/ground/db/a.ts: server/src/packs/nodes/sql.ts',
    },
    {
      name: 'a folder without a place in the order',
      files: { 'tools/a.ts': 'export const a = 1\n' },
      found: 'tools/a.ts: tools/a.ts',
    },
    {
      name: 'a domain imports a later one',
      files: { 'server/src/packs/nodes/a.ts': `import { search } from '../../discovery/search/sql.ts'\n` },
      found: 'server/src/packs/nodes/a.ts: server/src/discovery/search/sql.ts',
    },
    {
      name: 'a domain imports the web framework',
      files: { 'server/src/packs/nodes/routes.ts': `import type { FastifyRequest } from 'fastify'\n` },
      found: 'server/src/packs/nodes/routes.ts: fastify',
    },
    {
      name: 'a program is started without limits',
      files: { 'cli/src/install/x.ts': `import { spawn } from 'node:child_process'\n` },
      found: 'cli/src/install/x.ts: node:child_process',
    },
    {
      name: 'analysis iterates over a stream in a variable',
      files: { 'analysis/src/x.ts': 'for await (const piece of stream) use(piece)\n' },
      found: 'analysis/src/x.ts: for await (const piece of stream) use(piece)',
    },
    {
      name: 'the site iterates over the stream of a file',
      files: { 'web/src/x.ts': 'for await (const piece of file.stream()) {\n' },
      found: 'web/src/x.ts: for await (const piece of file.stream()) {',
    },
    {
      name: 'the client delegates to a stream',
      files: { 'client/src/x.ts': 'export async function* read() {\n  yield* stream\n}\n' },
      found: 'client/src/x.ts: yield* stream',
    },
    {
      name: 'the site uses a feature that one browser lacks',
      files: { 'web/src/x.ts': 'export const names = new Map().keys().map(String)\n' },
      found: 'web/src/x.ts: .keys().map(',
    },
    {
      name: 'a verb imports the query builder',
      files: { 'server/src/packs/nodes/claim.ts': `import { sql } from 'kysely'\n` },
      found: 'server/src/packs/nodes/claim.ts: kysely',
    },
    {
      name: 'a driver is imported by a subpath',
      files: { 'server/src/packs/nodes/claim.ts': `import { x } from '@electric-sql/pglite/worker'\n` },
      found: 'server/src/packs/nodes/claim.ts: @electric-sql/pglite/worker',
    },
    {
      name: 'a verb reads the environment',
      files: { 'server/src/packs/nodes/claim.ts': `export const port = process.env['PORT']\n` },
      found: 'server/src/packs/nodes/claim.ts: process.env',
    },
    {
      name: 'a verb looks at the clock',
      files: { 'server/src/packs/nodes/claim.ts': 'export const at = () => new Date()\n' },
      found: 'server/src/packs/nodes/claim.ts: new Date()',
    },
    {
      name: 'a verb throws dice',
      files: { 'server/src/packs/nodes/claim.ts': `import { randomUUID } from 'node:crypto'\n` },
      found: 'server/src/packs/nodes/claim.ts: randomUUID',
    },
    {
      name: 'a cycle of type imports',
      files: {
        'web/src/a.ts': `import type { B } from './b.ts'\nexport type A = B\n`,
        'web/src/b.ts': `import type { C } from './c.ts'\nexport type B = C\n`,
        'web/src/c.ts': `import type { A } from './a.ts'\nexport type C = A\n`,
      },
      found: 'web/src/a.ts: web/src/a.ts → web/src/b.ts → web/src/c.ts → web/src/a.ts',
    },
    {
      name: 'a file that only re-exports',
      files: {
        'server/src/packs/nodes/all.ts': `// All.\nexport { a } from './a.ts'\nexport * from './b.ts'\n`,
      },
      found: 'server/src/packs/nodes/all.ts: export … from',
    },
    {
      name: 'a default export',
      files: { 'server/src/a.ts': 'export default 1\n' },
      found: 'server/src/a.ts: export default',
    },
  ]

  for (const { name, files, found } of planted) {
    it(`reports a planted violation: ${name}`, () => {
      const violations = findViolations(Object.entries(files).map(([path, text]) => ({ path, text })))
      assert.deepEqual([...new Set(violations.map(({ path, target }) => `${path}: ${target}`))], [found])
    })
  }

  it('accepts allowed imports', () => {
    const files = {
      'server/src/packs/nodes/sql.ts': `import { sql } from 'kysely'\nimport { listNodes } from '@nodeyard/contract/packs'\n`,
      'server/src/discovery/search/a.ts': `import { find } from '../../packs/nodes/sql.ts'\n`,
      'server/src/ground/http/mount.ts': `import fastify from 'fastify'\n`,
      'server/src/config.ts': 'export const env = process.env\n',
      'server/src/ground/deps.ts': 'export const now = () => new Date()\n',
      'server/src/packs/nodes/a.ts': `// new Date() and process.env\nexport const at = (x: string) => new Date(x)\n`,
      'server/src/packs/nodes/a.test.ts': `import pg from 'pg'\nconst at = Date.now()\n`,
      'server/src/api.ts': `import { mountNodes } from './packs/nodes/routes.ts'\n`,
      'web/src/routes.ts': `export default [route('nodes/:id', 'nodes/page.tsx')]\n`,
      'web/src/nodes/page.tsx': 'export default function Page() {}\n',
      'web/vite.config.ts': 'export default {}\n',
      'contract/src/packs.ts': `export * from './packs/nodes.ts'\n`,
      'web/src/a.server.ts': 'for await (const piece of stream) use(piece)\n',
      'analysis/src/a.ts': 'for await (const piece of piecesOf(source)) use(piece)\n',
    }
    const violations = findViolations(Object.entries(files).map(([path, text]) => ({ path, text })))
    assert.deepEqual(
      violations.map(({ path, target }) => `${path}: ${target}`),
      ['web/src/routes.ts: export default'],
    )
  })

  it('excuses only the violation of an exception, and reports unused exceptions', () => {
    const violation = { path: 'a.ts', target: 'pg', rule: 'r' }
    const other = { path: 'a.ts', target: 'kysely', rule: 'r' }
    const excuse = { path: 'a.ts', target: 'pg', reason: 'because' }
    assert.deepEqual(applyExceptions([violation, other], [excuse]), { unexcused: [other], unneeded: [] })
    assert.deepEqual(applyExceptions([other], [excuse]), { unexcused: [other], unneeded: [excuse] })
  })
})

function readSources(): SourceFile[] {
  const parts = order.map((part) => (/\.\w+$/.test(part) ? part : `${part}/**/*.{ts,tsx,mjs}`))
  const paths = globSync(parts, { cwd: root, exclude: ['**/node_modules/**', '**/{build,dist}/**'] })
  return [...new Set(paths.map((path) => path.replaceAll('\\', '/')))]
    .filter((path) => !/\.d\.m?ts$|\.react-router\/|server\/demo\/packs\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
