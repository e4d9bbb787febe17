// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { managedPublisherQuery } from '../../account/access/queries.ts'
import { type Call, siteOf, withSite } from '../../ground/site/site.test-support.tsx'
import { useSite } from '../../ground/site/site.ts'
import type { Managed } from './manage-layout.tsx'
import { Members } from './members.tsx'

afterEach(cleanup)

const user = { id: '1', name: 'Ada', isAdmin: false, isBanned: false }
const publisherWith = (role: string) => ({
  ...{ id: 'acme', name: 'Acme', description: '', website: '', support: '', source_code_repo: '' },
  ...{ logo: '', status: 'PublisherStatusActive' },
  members: [
    { id: 'a', role: 'owner', user },
    { id: 'b', role, user: { id: '2', name: 'Eve' } },
  ],
})

function Page() {
  const { data } = useQuery(managedPublisherQuery(useSite(), 'acme'))
  const managed = data && ({ publisher: data, user, role: 'owner', may: () => true } as unknown as Managed)
  return managed ? <Members managed={managed} /> : null
}

async function open(answer: (call: Call) => unknown) {
  render(withSite(siteOf('ada', answer), <Page />))
  await screen.findByLabelText('Role of Eve')
}

const role = () => screen.getByLabelText<HTMLSelectElement>('Role of Eve')
const choose = (value: string) => fireEvent.change(role(), { target: { value } })

describe('role of a member', () => {
  it('shows a new role at once and keeps it during the reload', async () => {
    const again = Promise.withResolvers<object>()
    let reads = 0
    await open(({ method }) => {
      if (method !== 'GET') return {}
      reads += 1
      return reads === 1 ? publisherWith('member') : again.promise
    })
    choose('owner')
    expect(role().value).toBe('owner')
    await waitFor(() => expect(reads).toBe(2))
    expect([role().value, role().disabled]).toEqual(['owner', true])
    again.resolve(publisherWith('owner'))
    await waitFor(() => expect(role().disabled).toBe(false))
    expect(role().value).toBe('owner')
  })

  it('reverts a refused role and shows why', async () => {
    const refused = { error: 'last_owner', message: 'A publisher needs an owner.' }
    await open(({ method }) =>
      method === 'GET' ? publisherWith('owner') : Response.json(refused, { status: 409 }),
    )
    choose('member')
    await screen.findByRole('alert')
    expect(role().value).toBe('owner')
  })
})
