import { RegistryRefusal } from '@nodeyard/contract/client'
import { data } from 'react-router'
import { expect, test } from 'vitest'
import { toPageError } from '../page/page-error.ts'
import { alreadyInPage, answersOf, errorFact } from './page-facts.ts'
import { createQueryClient } from './query.ts'

test('a readme travels once: in the page, not beside it', () => {
  const queries = createQueryClient()
  queries.setQueryData(['nodes', 'blur'], { id: 'blur', readmeHtml: '<p>long</p>' }, { updatedAt: 5 })
  expect(answersOf(queries)).toEqual([[['nodes', 'blur'], { id: 'blur', readmeHtml: alreadyInPage }, 5]])
})

test('a fault tells nothing of itself', () => {
  expect(errorFact(new Error('password=1'))).toEqual({ status: 500, data: null })
})

function thrownBy(error: unknown): unknown {
  try {
    toPageError(error)
  } catch (thrown) {
    return thrown
  }
}

test.each([
  [404, 404],
  [403, 403],
  [400, 404],
  [500, 500],
  [503, 503],
  [504, 503],
])('a refusal with %i becomes a page with %i', (status, shown) => {
  const refusal = new RegistryRefusal(status, { error: 'code', message: 'Why.' })
  expect(thrownBy(refusal)).toEqual(data({ code: 'code', message: 'Why.' }, { status: shown }))
})

test('an API that cannot be reached is a page with 503, and a bug stays a bug', () => {
  expect(thrownBy(new TypeError('fetch failed'))).toMatchObject({ init: { status: 503 } })
  const bug = new TypeError('x is not a function')
  expect(thrownBy(bug)).toBe(bug)
})
