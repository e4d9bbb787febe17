// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { siteOf, withSite } from '../../ground/site/site.test-support.tsx'
import { CreateToken } from './create-token.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('form for a token', () => {
  it('shows the secret until the token is revoked', async () => {
    let tokens: object[] = []
    const site = siteOf('ada', ({ method, path }) => {
      if (method === 'POST') return { token: 'nyp_0123456789' }
      return path.endsWith('/tokens') ? tokens : { nodes: [], total: 0, totalPages: 0 }
    })
    render(withSite(site, <CreateToken publisherId="acme" />))
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'CI' } })
    fireEvent.click(screen.getByText('Create token'))
    await screen.findByText('nyp_0123456789')
    const revokedAt = '2026-01-02T00:00:00Z'
    tokens = [{ name: 'Other', token: 'nyp_abcd***', revokedAt }]
    await site.queries.invalidateQueries()
    screen.getByText('nyp_0123456789')
    tokens = [{ name: 'CI', token: 'nyp_0123***', revokedAt }, ...tokens]
    await site.queries.invalidateQueries()
    await screen.findByText('Create token')
    expect(screen.queryByText('nyp_0123456789')).toBeNull()
  })
})
