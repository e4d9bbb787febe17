import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defined } from './defined.ts'

describe('keeping defined members', () => {
  it('removes undefined members only', () => {
    const made: { a: string; b?: number; c?: 'x'; d?: null; e?: string } = {
      a: 'a',
      ...defined({ b: undefined as number | undefined, c: 'x', d: null, e: '' }),
    }
    assert.deepEqual(made, { a: 'a', c: 'x', d: null, e: '' })
  })
})
