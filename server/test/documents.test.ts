import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { archiveLimits } from '@nodeyard/analysis/archive/limits'
import { capabilityKinds } from '@nodeyard/analysis/capabilities/capability'
import { rules } from '@nodeyard/analysis/scan/scan-files'
import { limits } from '@nodeyard/contract/limits'
import { proxyServices } from '@nodeyard/contract/proxy'
import { analysisCpuSeconds } from '../src/packs/publishing/analyst-pool.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The first two columns of the tables whose first column holds code. */
function rowsOf(markdown: string): [string, string][] {
  return [...markdown.matchAll(/^\| (`[^|]+`) \| ([^|]+) \|/gm)].map(([, name, value]) => [
    name ?? '',
    value ?? '',
  ])
}

function flatten(table: object, prefix = ''): [string, string][] {
  return Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'object'
      ? flatten(value, `${prefix}${key}.`)
      : [[`\`${prefix}${key}\``, value.toLocaleString('en')]],
  )
}

test('docs/limits.md gives every limit with its value', () => {
  const [refusing = ''] = read('docs/limits.md').split('## Analysis')
  assert.deepEqual(rowsOf(refusing), [...flatten(limits), ...flatten(archiveLimits)])
})

test('docs/limits.md gives the CPU time of every analysis', () => {
  const [, queue = ''] = read('docs/limits.md').split('## The publish queue')
  assert.deepEqual(rowsOf(queue), flatten(analysisCpuSeconds))
})

test('docs/analysis.md gives every rule with its kind, its severity and why, and every capability', () => {
  const text = read('docs/analysis.md')
  for (const { id, of, severity, why } of rules) {
    assert(text.includes(`| \`${id}\` | ${of} | ${severity} | ${why} |`), id)
  }
  assert.deepEqual(
    rowsOf(text.split('## Capabilities')[1] ?? '').map(([kind]) => kind.replaceAll('`', '')),
    [...capabilityKinds],
  )
})

test('docs/operations.md gives every variable that the configuration reads, and no other', () => {
  const documented = rowsOf(read('docs/operations.md').split('## Generation services')[0] ?? '')
    .flatMap(([names]) => names.split(', '))
    .map((name) => name.replaceAll('`', ''))
  const names = [...read('server/src/config.ts').matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g)].map(
    ([, name]) => name,
  )
  assert.deepEqual([...new Set(names)].sort(), documented.toSorted())
})

test('docs/operations.md gives the variables of every generation service, and no others', () => {
  const documented = read('docs/operations.md').match(/`PROXY_[A-Z]+_(?:KEY|URL)`/g) ?? []
  const names = proxyServices.flatMap((name) =>
    ['KEY', 'URL'].map((end) => `\`PROXY_${name.toUpperCase()}_${end}\``),
  )
  assert.deepEqual(documented, names)
})

test('docs/operations.md gives every command of the operator', () => {
  const [, section = ''] = read('docs/operations.md').split('## Commands\n')
  const documented = rowsOf(section.split('\n## ')[0] ?? '').map(([usage]) => /[a-z-]+/.exec(usage)?.[0])
  const names = [...read('server/src/commands.ts').matchAll(/usage: '([a-z-]+)/g)].map(([, name]) => name)
  assert(names.length > 10)
  assert.deepEqual(documented.sort(), names.sort())
})

test('links between the documents lead somewhere', () => {
  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  assert(documents.length >= 8)
  for (const document of documents) {
    const links = [...read(document).matchAll(/(?<!!)\[[^\]]*\]\(([^)#]+)[^)]*\)/g)].map(
      ([, link]) => link ?? '',
    )
    for (const link of links.filter((one) => !one.includes('://'))) {
      assert(existsSync(join(root, dirname(document), link)), `${document}: ${link}`)
    }
  }
})
