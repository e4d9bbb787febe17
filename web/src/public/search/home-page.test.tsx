// @vitest-environment happy-dom

import type { ResponseOf } from '@nodeyard/contract/ground'
import { listTags, listWorkflows, searchComfyNodes, searchNodes } from '@nodeyard/contract/packs'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fill, offers, openPage } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on, type Rule, refusal } from '../../ground/site/registry.test-support.ts'
import { BarSearch } from '../shell/bar-search.tsx'
import * as page from './home-page.tsx'
import * as tags from './tags-page.tsx'

const found = exampleOf(searchNodes)
const answering = (some: Partial<ResponseOf<typeof searchNodes>>): Rule =>
  on(searchNodes, { ...found, ...some })
const open = (search = '', rules: Rule[] = []) =>
  openPage(page, { path: paths.home, at: `/${search}`, rules })
const nothing = { nodes: [], total: 0, totalPages: 0 }

describe('home page', () => {
  it('shows shelves and categories on its first page only', async () => {
    open()
    await screen.findByText('Rising')
    screen.getByText('Categories')
    open('?page=2', [answering({ page: 2, totalPages: 3 })])
    await screen.findByRole('region', { name: 'Results' })
    expect(screen.queryByText('Rising')).toBeNull()
  })

  it('shows each pack on one shelf only', async () => {
    const [card] = found.nodes
    const nodes = Array.from({ length: 12 }, (_, at) => ({ ...card, id: `pack-${at}`, name: `Pack ${at}` }))
    open('', [answering({ nodes: nodes as typeof found.nodes })])
    await screen.findByText('Rising')
    const shown = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    const packs = shown.filter((text) => text?.startsWith('Pack '))
    expect(packs.length).toBeGreaterThan(6)
    expect(new Set(packs).size).toBe(packs.length)
  })

  it('shows no shelves before anything is published', async () => {
    open('', [answering(nothing)])
    await screen.findByText('No pack has been published yet')
    expect(screen.queryByText('Rising')).toBeNull()
  })

  it('links back from a page past the end', async () => {
    open('?page=99', [answering({ nodes: [], total: 30, totalPages: 2 })])
    await screen.findByText('This is past the last page')
    expect(offers()).toContain('Back to the first page')
  })

  it('shows an error page when nothing can be loaded', async () => {
    open('', [on(searchNodes, refusal(404, 'not_found'))])
    await screen.findByText('Error 404')
  })
})

describe('search', () => {
  it.each([
    ['?q=blur', { search: 'blur' }],
    ['?q=blur&category=video', { search: 'blur', category: ['video'] }],
    ['?tag=upscale&sort=stars', { tag: ['upscale'], sort: 'stars' }],
  ])('requests the filters of %s', async (search, expected) => {
    const { reads } = open(search)
    await screen.findByRole('link', { name: 'Acme Blur' })
    const [request] = reads(searchNodes)
    for (const [name, value] of Object.entries(expected)) {
      expect(request?.query[name]).toEqual(Array.isArray(value) ? value[0] : value)
    }
  })

  it('shows the number of results and the searched words', async () => {
    open('?q=blur', [answering({ total: 7 })])
    await screen.findByText('7 packs for “blur”')
  })

  it('shows that it searched for corrected words', async () => {
    open('?q=blurr', [answering({ corrected: 'blur' })])
    await screen.findByText('Nothing matched “blurr”. Showing results for “blur”.')
  })

  it('offers all nodes when none matches', async () => {
    open('?q=zzz', [answering(nothing)])
    await screen.findByText('No pack matches “zzz”')
    expect(offers()).toContain('Show all packs')
  })

  it('links the kinds that have results, with their counts', async () => {
    const kinds = { nodes: 7, comfy_nodes: 1000, workflows: 0 }
    const { reads } = open('?q=blur', [answering({ total: 7, kinds })])
    const nav = await screen.findByRole('navigation', { name: 'Kinds of results' })
    expect([...nav.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
      'Packs7',
      'Nodes1,000+',
    ])
    fireEvent.click(screen.getByRole('link', { name: /^Nodes/ }))
    const node = await screen.findByRole('link', { name: 'AcmeBlur' })
    expect(node.getAttribute('href')).toBe('/nodes/acme-blur/comfy-nodes/AcmeBlur')
    expect(reads(searchComfyNodes)[0]?.query).toMatchObject({ search: 'blur' })
  })

  it('lists workflows, and says so where a kind has none', async () => {
    const kinds = { nodes: 7, comfy_nodes: 0, workflows: 1 }
    const { reads } = open('?q=blur&kind=workflows', [answering({ kinds })])
    await screen.findByText('1 workflow')
    expect(reads(listWorkflows)[0]?.query).toMatchObject({ search: 'blur' })
    open('?q=blur&kind=nodes', [
      answering({ kinds }),
      on(searchComfyNodes, { ...exampleOf(searchComfyNodes), comfy_nodes: [], total: 0 }),
    ])
    await screen.findByText(/^0 results of this kind for “blur”/)
  })

  it('answers for a node of a pack, a node of the tool, and a model', async () => {
    const comfy_node = { comfy_node_name: 'AcmeBlur', node_id: 'acme-blur', node_name: 'Acme Blur' }
    open('?q=acmeblur', [answering({ comfy_node })])
    await screen.findByText('AcmeBlur is a node.')
    open('?q=KSampler', [answering({ built_in: 'KSampler' })])
    await screen.findByText('KSampler is part of the tool.')
    open('?q=https://civitai.com/models/4384', [answering(nothing)])
    await screen.findByText('This is a model, not a pack.')
  })

  it('marks the words that match', async () => {
    open('?q=blur', [answering({ words: ['blur'] })])
    await screen.findByRole('link', { name: 'Acme Blur' })
    const marked = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)
    expect(marked).toContain('Blur')
  })

  it('offers to remove each filter', async () => {
    open('?q=blur&category=video&tag=upscale')
    await screen.findByRole('link', { name: 'Acme Blur' })
    const filters = offers().filter((one) => one.startsWith('Remove the filter'))
    expect(filters).toHaveLength(2)
  })

  it('offers facets with their counts', async () => {
    const none = { os: [], accelerator: [], tag: [], license: [], state: [] }
    const category = [{ value: 'video', count: 3 }]
    const more = {
      committed_within_days: [],
      python: [],
      tool_version: [],
      size: [],
      health: [],
      evidence: [],
    }
    const facets = { ...none, ...more, has_nodes: [], has_workflows: [], updated_within_days: [], category }
    open('?q=blur', [answering({ facets, total: 5 })])
    await screen.findByRole('complementary', { name: 'Filters' })
  })

  it('follows the text typed into the bar', async () => {
    const BarAbove = () => (
      <>
        <BarSearch />
        <page.Component />
      </>
    )
    const { reads } = openPage({ ...page, Component: BarAbove }, { path: paths.home, at: '/?q=blur' })
    await fill('Search packs and nodes', 'sharpen')
    await waitFor(() => expect(reads(searchNodes).at(-1)?.query['search']).toBe('sharpen'))
  })
})

describe('page of categories and tags', () => {
  const openTags = (rules: Rule[] = []) => openPage(tags, { path: paths.tags, rules })

  it('links each to its search, with its count', async () => {
    openTags()
    await screen.findByText('Tags', { selector: 'h2' })
    const links = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/?category=image-editing', '/?tag=blur'])
  })

  it('shows when no node has a tag', async () => {
    openTags([on(listTags, { tags: [], categories: [] })])
    await screen.findByText('No pack has a tag yet.')
  })
})
