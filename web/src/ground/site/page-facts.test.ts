import { RegistryRefusal } from '@nodeyard/contract/ground'
import { data } from 'react-router'
import { describe, expect, it } from 'vitest'
import { toPageError } from '../page/page-error.ts'
import { alreadyInPage, answersOf, errorFact } from './page-facts.ts'
import { createQueryClient } from './query.ts'

function thrownBy(error: unknown): unknown {
  try {
    toPageError(error)
  } catch (thrown) {
    return thrown
  }
}

describe('page facts', () => {
  it('sends a readme once, in the page itself', () => {
    const queries = createQueryClient()
    queries.setQueryData(['nodes', 'blur'], { id: 'blur', readmeHtml: '<p>long</p>' }, { updatedAt: 5 })
    expect(answersOf(queries)).toEqual([[['nodes', 'blur'], { id: 'blur', readmeHtml: alreadyInPage }, 5]])
  })

  it('hides the details of unexpected errors', () => {
    expect(errorFact(new Error('password=1'))).toEqual({ status: 500, data: null })
  })

  it.each([
    [404, 404],
    [403, 403],
    [400, 404],
    [500, 500],
    [503, 503],
    [504, 503],
  ])('maps refusals with %i to pages with %i', (status, shown) => {
    const refusal = new RegistryRefusal(status, { error: 'code', message: 'Why.' })
    expect(thrownBy(refusal)).toEqual(data({ code: 'code', message: 'Why.' }, { status: shown }))
  })

  it('maps an unreachable API to 503 and rethrows bugs', () => {
    expect(thrownBy(new TypeError('fetch failed'))).toMatchObject({ init: { status: 503 } })
    const bug = new TypeError('x is not a function')
    expect(thrownBy(bug)).toBe(bug)
  })
})
