import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pythonVersionsIn } from './python-versions.ts'

const all = ['3.8', '3.9', '3.10', '3.11', '3.12', '3.13', '3.14']

describe('Python versions of a range', () => {
  const ranges: Record<string, string[]> = {
    '>=3.10': all.slice(2),
    '>=3.10,<3.13': ['3.10', '3.11', '3.12'],
    '>= 3.9, < 4': all.slice(1),
    '>=3.8,!=3.9.*': all.filter((version) => version !== '3.9'),
    '>=3.8,!=3.9.7': all,
    '==3.11.*': ['3.11'],
    '3.11': ['3.11'],
    '~=3.10': all.slice(2),
    '~=3.10.2': ['3.10'],
    '<3.10.5': ['3.8', '3.9', '3.10'],
    '<3.10.0': ['3.8', '3.9'],
    '<=3.9': ['3.8', '3.9'],
    '>3.11': ['3.11', '3.12', '3.13', '3.14'],
    '>=3': all,
    '==3.*': all,
    '>=2.7,<3': [],
  }
  for (const [range, versions] of Object.entries(ranges))
    it(`are ${versions.join(' ') || 'none'} for ${range}`, () => {
      assert.deepEqual(pythonVersionsIn(range), versions)
    })

  it('are unknown for other texts', () => {
    for (const text of ['', ' , ', 'any', '>=three', '>=3.10;<4', '^3.10'])
      assert.equal(pythonVersionsIn(text), undefined)
  })
})
