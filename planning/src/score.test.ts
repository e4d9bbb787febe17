import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scoreParts } from '@nodeyard/contract/packs'
import { judge, type ScoreFacts } from './score.ts'

const perfect: ScoreFacts = {
  version: '1.0.0',
  dependencies: ['numpy>=1.24', 'tool @ git+https://code.test/tool@abc'],
  license: '{"file": "LICENSE"}',
  license_name: 'MIT',
  requires_python: '>=3.10',
  readme_letters: 2000,
  has_tests: true,
  has_provenance: true,
  workflow_count: 2,
  node_count: 4,
  described_count: 4,
  typed_count: 4,
  undecided_count: 0,
  blocking_findings: 0,
  cannot_load: false,
  scanned_at: new Date('2026-01-01'),
}
const given = (facts: Partial<ScoreFacts>) => judge({ ...perfect, ...facts })
const pointsFor = (name: string, facts: Partial<ScoreFacts>) =>
  given(facts).parts.find((part) => part.name === name)?.points

describe('judging a pack', () => {
  it('gives 100 points at most, and no next step then', () => {
    assert.equal(
      Object.values(scoreParts).reduce((sum, most) => sum + most, 0),
      100,
    )
    assert.deepEqual([given({}).score, given({}).next], [100, undefined])
  })

  it('names the step that gains the most', () => {
    assert.deepEqual(given({ license: '{}', license_name: null, has_tests: false }).next, {
      name: 'license',
      gain: 15,
    })
  })

  it('names first what keeps the tool from loading the pack', () => {
    const broken = given({ cannot_load: true, license: '{}', license_name: null })
    assert.deepEqual([broken.score, broken.next], [75, { name: 'loads', gain: 10 }])
  })

  it('counts shares of nodes and requirements', () => {
    assert.equal(pointsFor('descriptions', { described_count: 1 }), 3)
    assert.equal(pointsFor('typed_nodes', { undecided_count: 2 }), 5)
    assert.equal(pointsFor('requirement_bounds', { dependencies: ['numpy', 'torch>=2'] }), 5)
    assert.equal(pointsFor('requirement_bounds', { dependencies: [] }), 10)
  })

  it('gives nothing for a pack without nodes', () => {
    const empty = { node_count: 0, described_count: 0, typed_count: 0 }
    assert.deepEqual([pointsFor('descriptions', empty), pointsFor('typed_nodes', empty)], [0, 0])
  })

  it('takes no empty license for one', () => {
    assert.equal(pointsFor('license', { license: '{}', license_name: null }), 0)
    assert.equal(pointsFor('license', { license: 'MIT', license_name: null }), 15)
  })
})
