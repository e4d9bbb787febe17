import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { archiveLimits } from '@nodeyard/analysis/archive'
import { capabilityKinds } from '@nodeyard/analysis/facts'
import { rules } from '@nodeyard/analysis/scan'
import { limits } from '@nodeyard/contract/limits'
import { proxyServices } from '@nodeyard/contract/services'
import { analysisCpuSeconds } from '../src/packs/publishing/analyst-pool.ts'
import { readingLimits } from '../src/packs/readings/limits.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns the first two columns of tables whose first column contains code. */
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

describe('the documents', () => {
  it('list every limit with its value in docs/limits.md', () => {
    const [refusing = ''] = read('docs/limits.md').split('## Analysis')
    assert.deepEqual(rowsOf(refusing), [...flatten(limits), ...flatten(archiveLimits)])
  })

  it('list the CPU time of every analysis in docs/limits.md', () => {
    const [, queue = ''] = read('docs/limits.md').split(/## The publish queue|## Other limits/)
    assert.deepEqual(rowsOf(queue), flatten(analysisCpuSeconds))
  })

  it('list every limit of readings in docs/limits.md', () => {
    const [, readings = ''] = read('docs/limits.md').split('## Readings')
    assert.deepEqual(rowsOf(readings), flatten(readingLimits))
  })

  it('list every capability and rule with kind, severity and reason in docs/analysis.md', () => {
    const text = read('docs/analysis.md')
    for (const { id, of, severity, why } of rules) {
      assert(text.includes(`| \`${id}\` | ${of} | ${severity} | ${why} |`), id)
    }
    assert.deepEqual(
      rowsOf(text.split('## Capabilities')[1] ?? '').map(([kind]) => kind.replaceAll('`', '')),
      [...capabilityKinds],
    )
  })

  it('list exactly the variables of the generation services in docs/operations.md', () => {
    const documented = read('docs/operations.md').match(/`PROXY_[A-Z]+_(?:KEY|URL)`/g) ?? []
    const names = proxyServices.flatMap((name) =>
      ['KEY', 'URL'].map((end) => `\`PROXY_${name.toUpperCase()}_${end}\``),
    )
    assert.deepEqual(documented, names)
  })

  it('list every operator command in docs/commands.md', () => {
    const documented = rowsOf(read('docs/commands.md')).map(([usage]) => /[a-z-]+/.exec(usage)?.[0])
    const names = globSync('server/src/{commands,commands/*}.ts', { cwd: root }).flatMap((path) =>
      [...read(path).matchAll(/usage: '([a-z-]+)/g)].map(([, name]) => name),
    )
    assert(names.length > 10)
    assert.deepEqual(documented.sort(), names.sort())
  })
})
