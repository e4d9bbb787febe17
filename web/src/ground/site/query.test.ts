import { RegistryRefusal } from '@nodeyard/contract/client'
import { expect, test } from 'vitest'
import { createQueryClient, shouldRetry } from './query.ts'

const refusal = (status: number) => new RegistryRefusal(status, { error: 'x', message: 'x' })

test('what is not there is not asked for again', () => {
  expect(shouldRetry(0, refusal(404))).toBe(false)
})

test('anything else is tried three times more', () => {
  for (const error of [refusal(500), refusal(403), new TypeError('fetch failed')]) {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, error))).toEqual([true, true, true, false])
  }
})

test('on the server a cache is never kept by a timer', () => {
  expect(createQueryClient().getDefaultOptions().queries?.gcTime).toBe(Number.POSITIVE_INFINITY)
})
