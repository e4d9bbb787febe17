import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { rules } from '@nodeyard/analysis/scan'
import { heldGroupsOf } from '@nodeyard/contract/packs'
import { heldForOf, reportedReason } from './held-for.ts'

/** Built in the same files, and never blocking. */
const informing = new Set(['manifest-field', 'manifest-values-differ'])
const root = join(import.meta.dirname, '../../../../..')

/** Ids of rules outside the list of rules whose findings are built with this severity. */
function blockingRulesIn(folder: string): string[] {
  const files = globSync('**/*.ts', { cwd: join(root, folder) }).filter((file) => !/test/.test(file))
  return files.flatMap((file) => {
    const text = readFileSync(join(root, folder, file), 'utf8')
    if (!/severity: '(high|critical)'/.test(text)) return []
    return [...text.matchAll(/\b(?:id:|[rR]ule =) '([a-z]+(?:-[a-z]+)+)'/g)].map(([, id = '']) => id)
  })
}

describe('why a version is held', () => {
  it('has a group for each rule that can hold a version', () => {
    const ids = [
      ...rules.map(({ id }) => id),
      ...['analysis/src', 'server/src/packs/publishing'].flatMap(blockingRulesIn),
    ]
    assert.deepEqual(
      [...new Set(ids)].filter((id) => !informing.has(id) && heldGroupsOf([id]).length === 0),
      [],
    )
  })

  it('names the groups of blocking findings that no decision let pass', () => {
    const finding = (rule: string, more = {}) => ({ rule, severity: 'high', message: 'sk-secret', ...more })
    const held = (reason: unknown) =>
      heldForOf({
        status: 'flagged',
        status_reason: typeof reason === 'string' ? reason : JSON.stringify(reason),
      })
    assert.deepEqual(
      held([
        finding('known-bad-file'),
        finding('hidden-code'),
        finding('hidden-code'),
        finding('spying', { severity: 'low' }),
      ]),
      ['hidden_code', 'rejected_files'],
    )
    assert.deepEqual(held([finding('hidden-code', { decided: true }), finding('spying')]), ['private_data'])
    assert.deepEqual(held(reportedReason), ['reports'])
    for (const reason of [
      'A moderator looks at it.',
      '[broken',
      '[null, 1, {"rule": 2}]',
      [finding('toString')],
    ])
      assert.deepEqual(held(reason), [])
    assert.equal(heldForOf({ status: 'pending', status_reason: '' }), undefined)
    assert.equal(heldForOf({ status: 'active', status_reason: '[]' }), undefined)
  })
})
