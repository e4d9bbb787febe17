import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { routes } from '@nodeyard/contract/routes'
import manifest from '../../package.json' with { type: 'json' }
import { settingGroups } from '../../server/src/ground/settings.ts'
import { paths } from '../../web/src/ground/paths/paths.ts'
import { icons } from './icons.ts'
import { settingsPage } from './settings-page.ts'
import { withCommands, withModel, withRules } from './tables.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documents = globSync(['*.md', 'docs/**/*.md', '{cli,client}/README.md'], { cwd: root }).filter(
  (path) => path !== 'CHANGELOG.md',
)
const inEach = (pattern: RegExp) =>
  documents.flatMap((path) =>
    [...read(path).matchAll(pattern)].map((match) => ({ path, text: match[1] ?? '' })),
  )

describe('docs/analysis.md', () => {
  it('has the rules that npm run docs writes', () => {
    const page = read('docs/analysis.md')
    assert.equal(page, withRules(page))
  })
})

describe('docs/attack-model.md', () => {
  it('has the tables that npm run docs writes', () => {
    const page = read('docs/attack-model.md')
    assert.equal(page, withModel(page))
  })
})

describe('docs/cli.md', () => {
  it('has the commands that npm run docs writes', () => {
    const page = read('docs/cli.md')
    assert.equal(page, withCommands(page))
  })
})

describe('docs/settings.md', () => {
  it('is what npm run docs writes', () => {
    assert.equal(read('docs/settings.md'), settingsPage())
  })
})

describe('the icons of the site', () => {
  it('are what npm run docs draws', () => {
    for (const [name, bytes] of Object.entries(icons()))
      assert.ok(readFileSync(join(root, 'web/public', name)).equals(bytes), name)
  })

  it('include a logo of 1024 by 1024 pixels', () => {
    const logo = readFileSync(join(root, 'web/public/logo.png'))
    assert.deepEqual([logo.readUInt32BE(16), logo.readUInt32BE(20)], [1024, 1024])
  })
})

describe('the documents', () => {
  it('link only to files and headings that exist', () => {
    const links = inEach(/\[[^\]]*\]\(([^)\s]+)\)/g).filter(({ text }) => !/^\w+:/.test(text))
    assert.ok(links.length > 100)
    for (const { path, text } of links) {
      const [file = '', anchor] = text.split('#')
      const target = file === '' ? path : join(dirname(path), file)
      assert.ok(existsSync(join(root, target)), `${path}: ${text}`)
      if (anchor) assert.ok(anchorsOf(target).includes(anchor), `${path}: ${text}`)
    }
  })

  it('name only npm scripts that exist', () => {
    for (const { path, text } of inEach(/npm run ([a-z:-]+)/g))
      assert.ok(Object.hasOwn(manifest.scripts, text), `${path}: npm run ${text}`)
  })

  it('name only commands, experiments, benchmarks and faults that exist', () => {
    const sources = {
      registry: globSync('server/src/{commands,commands/*}.ts', { cwd: root }).map(read).join(''),
      lab: read('scripts/lab.mjs'),
      bench: read('bench/main.ts'),
      faults: read('scripts/cluster/fault-list.ts'),
    }
    for (const [script, source] of Object.entries(sources)) {
      for (const { path, text } of inEach(new RegExp(`npm run ${script} -- ([a-z][a-z-]*)`, 'g')))
        assert.match(source, new RegExp(`^  '?${text}'?: ?`, 'm'), `${path}: npm run ${script} -- ${text}`)
    }
  })

  it('name only files of the repository that exist', () => {
    const folders = 'agents|analysis|bench|cli|client|contract|deploy|e2e|scripts|server|web'
    const paths = inEach(new RegExp(`\`((?:${folders})/[\\w./-]+\\.(?:ts|tsx|mjs|sql|css|yaml))\``, 'g'))
    assert.ok(paths.length > 30)
    for (const { path, text } of paths) assert.ok(existsSync(join(root, text)), `${path}: ${text}`)
  })

  it('name only local URLs that exist', () => {
    const pages = new Set(Object.values(paths).map(shapeOf))
    const reads = new Set(Object.values(routes).map(({ path }) => shapeOf(path)))
    const named = inEach(/<(http:\/\/localhost:\d+[^>]*)>/g)
    assert.ok(named.length >= 5)
    for (const { path, text } of named) {
      const { port, pathname } = new URL(text)
      const known = port === '3000' ? pages : reads
      const isKnown =
        pathname === '/emulator/outbox' ||
        [...known].some((one) =>
          new RegExp(`^${one.replaceAll('{}', '[^/]+')}$`).test(pathname.replace(/\/$/, '')),
        )
      assert.ok(isKnown, `${path}: ${text}`)
    }
  })

  it('name only settings that exist', () => {
    const names = new Set(Object.values(settingGroups).flatMap((group) => Object.keys(group)))
    const others =
      /^(?:(?:BENCH|TEST|FUZZ|PROXY)_\w+|DATABASE_PASSWORD|NODEYARD_\w+|HTTPS?_PROXY|NO_PROXY|LC_\w+|NODE_CLASS_MAPPINGS|WEB_DIRECTORY|CREDENTIAL_TOO_OLD_LOGIN_AGAIN|LAST_OWNER)$/
    const named = inEach(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)
    assert.ok(named.length > 100)
    for (const { path, text } of named) assert.ok(names.has(text) || others.test(text), `${path}: ${text}`)
  })

  it('name only API routes that exist', () => {
    const known = new Set(Object.values(routes).map(({ method, path }) => `${method} ${shapeOf(path)}`))
    const named = inEach(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^\s`?…]*)[^`]*`/g)
    assert.ok(named.length > 20)
    for (const { path, text } of named) {
      const [method = '', address = ''] = text.split(' ')
      assert.ok(known.has(`${method} ${shapeOf(address)}`), `${path}: ${text}`)
    }
  })
})

describe('docs/monitoring.md', () => {
  it('explains exactly the alerts that exist', () => {
    const alerts = [...read('deploy/monitoring/alerts.yaml').matchAll(/alert: (\w+)/g)].map(
      ([, name]) => name,
    )
    const explained = [...read('docs/monitoring.md').matchAll(/^\| `([A-Z]\w+)` \|/gm)].map(
      ([, name]) => name,
    )
    assert.deepEqual(explained.sort(), alerts.sort())
  })
})

describe('the files around the program', () => {
  it('name only documents that exist', () => {
    for (const file of globSync(['deploy/**/*.yaml', '.github/**/*.{yml,md}'], { cwd: root }))
      for (const [path] of read(file).matchAll(/\bdocs\/[\w/-]+\.md\b/g))
        assert.ok(existsSync(join(root, path)), `${file}: ${path}`)
  })
})

describe('docs/privacy.md', () => {
  it('names only tables of the schema', () => {
    const schema = read('server/migrations/0001_schema.sql')
    const named = [...read('docs/privacy.md').matchAll(/`([a-z]+(?:_[a-z]+)*)(_\*)?`(?=[,. |])/g)]
    const tables = named.filter(
      ([, name = '']) => name.includes('_') || ['users', 'notices', 'customers'].includes(name),
    )
    assert.ok(tables.length > 15)
    for (const [, name = ''] of tables) assert.match(schema, new RegExp(`^create table ${name}`, 'm'), name)
  })
})

describe('the decision records', () => {
  const files = globSync('docs/decisions/[0-9]*.md', { cwd: root }).sort()

  it('are numbered without gaps and listed in the index', () => {
    const index = read('docs/decisions/README.md')
    const rows = [...index.matchAll(/^(\d+)\. (.+)$/gm)].map(([, number, row = '']) => ({
      number: Number(number),
      row,
    }))
    assert.deepEqual(
      rows.map(({ number }) => number),
      rows.map((_, i) => i + 1),
    )
    for (const file of files) {
      const number = Number(basename(file).slice(0, 4))
      assert.match(read(file), new RegExp(`^# ${number}\\. `), file)
      assert.match(
        rows[number - 1]?.row ?? '',
        new RegExp(`\\(${RegExp.escape(basename(file))}\\)$`),
        `the index lacks ${file}`,
      )
    }
    const superseded = rows.filter(({ row }) => row.includes(', superseded by ')).length
    assert.equal(files.length + superseded, rows.length)
  })

  it('have one format', () => {
    const headings = ['Context', 'Decision', 'Consequences', 'Measurements', 'What would change our mind']
    for (const file of files) {
      const found = [...read(file).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
      assert.deepEqual(found, headings, file)
    }
  })
})

/** Returns the anchors that a code host gives the headings of a document. */
function anchorsOf(path: string): string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}

/** Returns a path without the names of its parameters. */
const shapeOf = (path: string) => path.replace(/\{[^}]*\}|:\w+/g, '{}').replace(/\/$/, '')
