// @vitest-environment happy-dom
import { searchNodes, suggest } from '@nodeyard/contract/packs'
import { cleanup, render, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { exampleOf, on, registryFor } from '../site/registry.test-support.ts'
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

  it.each([
    ['a typing error', 'sharp-edgse', { id: 'sharp-edges', name: 'Edges' }, true],
    ['another separator and the name of the tool', 'ComfyUI_Sharp.Edges', { id: 'sharp-edges' }, true],
    ['a part of the name', 'edges', { id: 'x', name: 'Sharp Edges' }, true],
    ['the name of a node in it', 'EdgeFinder', { matched_comfy_nodes: ['EdgeFinder'] }, true],
    ['a name reserved for it', 'EdgeFinder', { preempted_comfy_node_names: ['EdgeFinder'] }, true],
    ['a word of a longer id', 'lens-flare-pack', { id: 'soft-lens-blur', name: 'Soft Lens Blur' }, false],
    ['the name of the tool', 'comfyui-flare', { id: 'comfyui-voice', name: 'ComfyUI Voice' }, false],
  ])('list packs with similar names for a missing one: %s', async (_what, id, found, isOffered) => {
    const publishers = [{ id: 'acme', name: 'Acme' }]
    const suggested = { queries: [], nodes: [], comfy_nodes: [], publishers }
    const page = exampleOf(searchNodes)
    const nodes = page.nodes.slice(0, 1).map((node) => ({ ...node, id: 'zz', name: 'Zz', ...found }))
    const rules = [on(suggest, suggested), on(searchNodes, { ...page, nodes })]
    render(pageOf(registryFor('anonymous', rules).site, `/nodes/${id}`))
    await screen.findByText('Did you mean …?')
    const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
    expect(addresses.some((address) => address.startsWith('/nodes/'))).toBe(isOffered)
  })
})
