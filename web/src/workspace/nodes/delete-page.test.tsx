// @vitest-environment happy-dom
import type { NodeDetail } from '@nodeyard/contract/packs'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { siteOf, withSite } from '../../ground/site/site.test-support.tsx'
import { Consequences } from './delete-page.tsx'

afterEach(cleanup)

const node = { id: 'blur', downloads: 7 } as NodeDetail
const banned = { error: 'node_banned', message: '' }

describe('consequences of a deletion', () => {
  it('show nothing before they are loaded', async () => {
    const reports = Promise.withResolvers<object>()
    const site = siteOf('ada', ({ path }) =>
      path.endsWith('/reports') ? reports.promise : { from: '2026-01-01', counts: [3] },
    )
    render(withSite(site, <Consequences node={node} />))
    await screen.findByText('Loading')
    expect(screen.queryByText(/versions? (is|are) deleted/)).toBeNull()
    reports.resolve({ versions: [{ version: { status: 'NodeVersionStatusActive' } }] })
    await screen.findByText('1 version is deleted with it.')
  })

  it('show an error and a retry when loading fails', async () => {
    let isBroken = true
    const site = siteOf('ada', ({ path }) => {
      if (!path.endsWith('/reports')) return { from: '2026-01-01', counts: [3] }
      return isBroken ? Response.json(banned, { status: 404 }) : { versions: [] }
    })
    render(withSite(site, <Consequences node={node} />))
    await screen.findByRole('alert')
    isBroken = false
    fireEvent.click(screen.getByText('Try again'))
    await screen.findByText('0 versions are deleted with it.')
  })
})
