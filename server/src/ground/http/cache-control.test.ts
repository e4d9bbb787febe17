import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cacheControl } from './cache-control.ts'

describe('a public response', () => {
  it('is shown by no client without revalidation, unless it rarely changes', () => {
    assert.doesNotMatch(cacheControl.shared(), /stale-while-revalidate/)
    assert.match(
      cacheControl.shared({ clientSeconds: 60, revalidateSeconds: 3600 }),
      /max-age=60.*stale-while-revalidate=3600/,
    )
  })
})
