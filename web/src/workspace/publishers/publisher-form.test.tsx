// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { managedPublisherQuery } from '../../account/access/queries.ts'
import { type Call, siteOf, withSite } from '../../ground/site/site.test-support.tsx'
import { useSite } from '../../ground/site/site.ts'
import { PublisherForm } from './publisher-form.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const acme = {
  ...{ id: 'acme', name: 'Acme', description: 'Blurs.', website: '', support: '', source_code_repo: '' },
  ...{ logo: '', status: 'PublisherStatusActive', members: [] },
}

function Page() {
  const { data } = useQuery(managedPublisherQuery(useSite(), 'acme'))
  return data ? <PublisherForm publisher={data} isReadOnly={false} /> : null
}

/** Renders the form; the registry answers reloads when the test says so. */
async function open(answer: (call: Call) => unknown) {
  render(withSite(siteOf('ada', answer), <Page />))
  await screen.findByLabelText('Description')
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Description')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const save = () => screen.getByText<HTMLButtonElement>('Save')

describe('publisher form', () => {
  it('keeps the saved values on screen during the reload', async () => {
    const again = Promise.withResolvers<object>()
    let stored = acme
    let reads = 0
    await open(({ method, body }) => {
      if (method === 'PUT') {
        stored = { ...acme, ...(body as object) }
        return stored
      }
      reads += 1
      return reads === 1 ? acme : again.promise
    })
    type('Sharpens.')
    fireEvent.click(save())
    await waitFor(() => expect(reads).toBe(2))
    expect(field().value).toBe('Sharpens.')
    again.resolve(stored)
    await waitFor(() => expect(localStorage).toHaveLength(0))
    expect(field().value).toBe('Sharpens.')
    expect(save().disabled).toBe(true)
  })

  it('keeps text that is typed while saving', async () => {
    const answer = Promise.withResolvers<object>()
    await open(({ method }) => (method === 'PUT' ? answer.promise : acme))
    type('Sharpens.')
    fireEvent.click(save())
    await waitFor(() => expect(save().disabled).toBe(true))
    type('Sharpens pictures.')
    answer.resolve({ ...acme, description: 'Sharpens.' })
    await waitFor(() => expect(save().disabled).toBe(false))
    expect(field().value).toBe('Sharpens pictures.')
  })
})
