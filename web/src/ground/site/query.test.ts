import { RegistryRefusal } from '@nodeyard/contract/ground'
import { describe, expect, it } from 'vitest'
import { createQueryClient, shouldRetry } from './query.ts'

const refusal = (status: number) => new RegistryRefusal(status, { error: 'x', message: 'x' })

describe('query client', () => {
  it('does not retry a 404', () => {
    expect(shouldRetry(0, refusal(404))).toBe(false)
  })

  it('retries other errors three times', () => {
    for (const error of [refusal(500), refusal(403), new TypeError('fetch failed')]) {
      expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, error))).toEqual([true, true, true, false])
    }
  })

  it('starts no timer on the server', () => {
    expect(createQueryClient().getDefaultOptions().queries?.gcTime).toBe(Number.POSITIVE_INFINITY)
  })
})
