// @vitest-environment happy-dom
import { suggest } from '@nodeyard/contract/search'
import { cleanup, render, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { on, registryFor } from '../site/registry.test-support.ts'
import { testSite } from '../site/site.test-support.tsx'
import { type Site, SiteContext } from '../site/site.ts'
import { DidYouMean } from './did-you-mean.tsx'
import { lookedFor } from './looked-for.ts'

afterEach(cleanup)

function pageOf(site: Site, path: string) {
  const router = createMemoryRouter([{ path: '*', Component: DidYouMean }], { initialEntries: [path] })
  return (
    <SiteContext value={site}>
      <RouterProvider router={router} />
    </SiteContext>
  )
}

describe('suggestions for a missing page', () => {
  it('are not shown before hydration, even if kept from an earlier visit', () => {
    const site = testSite()
    const kept = [{ id: 'acme-blur', name: 'Acme Blur', kind: 'pack' }]
    site.queries.setQueryData(['did-you-mean', lookedFor('/nodes/acme-blurr')], kept)
    expect(renderToStaticMarkup(pageOf(site, '/nodes/acme-blurr'))).toBe('')
  })

  it('include publishers of similar packs where a publisher is missing', async () => {
    const nobody = on(suggest, { queries: [], nodes: [], comfy_nodes: [], publishers: [] })
    render(pageOf(registryFor('anonymous', [nobody]).site, '/publishers/acmee'))
    await screen.findByText('Did you mean …?')
    const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(addresses[0]).toBe('/publishers/acme')
  })
})
