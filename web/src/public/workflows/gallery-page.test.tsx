// @vitest-environment happy-dom
import { listWorkflows } from '@nodeyard/contract/packs'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fill, openPage, press } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on, type Rule } from '../../ground/site/registry.test-support.ts'
import * as page from './gallery-page.tsx'

const example = exampleOf(listWorkflows)
const open = (search = '', rules: Rule[] = []) =>
  openPage(page, { path: paths.workflows, at: paths.workflows + search, rules })
const [workflow] = example.workflows
const title = workflow?.title ?? ''

afterEach(() => vi.restoreAllMocks())

describe('the gallery of workflows', () => {
  it('links each workflow and its pack', async () => {
    open()
    const link = await screen.findByRole('link', { name: title })
    expect(link.getAttribute('href')).toContain('/nodes/acme-blur/')
    expect(screen.getByRole('link', { name: 'Acme Blur' }).getAttribute('href')).toBe('/nodes/acme-blur')
    screen.getByText('1 workflow')
  })

  it('asks the registry for what the address says', async () => {
    const { reads } = open('?q=%20portrait%20&kind=template&uses=AcmeBlur&page=2')
    await screen.findByRole('link', { name: title })
    expect(reads(listWorkflows)[0]?.query).toEqual({
      ...{ search: 'portrait', kind: 'template', uses: 'AcmeBlur' },
      ...{ page: '2', limit: '24' },
    })
  })

  it('searches when the form is sent, from the first page', async () => {
    const { reads } = open('?page=2&kind=template')
    await fill('Search workflows', ' soft ')
    await press('Find')
    await screen.findByRole('link', { name: title })
    expect(reads(listWorkflows).at(-1)?.query).toMatchObject({ search: 'soft', kind: 'template', page: '1' })
  })

  it('marks the chosen kind, and takes a node out of the search', async () => {
    const { reads } = open('?uses=AcmeBlur&kind=template')
    const kinds = await screen.findByRole('navigation', { name: 'Kinds of workflows' })
    expect(kinds.querySelectorAll('[aria-current=true]')).toHaveLength(1)
    fireEvent.click(screen.getByRole('link', { name: 'Uses AcmeBlur' }))
    await screen.findByRole('link', { name: title })
    expect(reads(listWorkflows).at(-1)?.query).not.toHaveProperty('uses')
  })

  it('says so when nothing matches', async () => {
    open('?q=nothing', [on(listWorkflows, { ...example, workflows: [], total: 0 })])
    await screen.findByText(/No workflow matches/)
    screen.getByText('0 workflows')
  })

  it('drops a result image that cannot be loaded', async () => {
    // The DOM of the tests loads no pictures.
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
    const workflows = example.workflows.map((one) => ({ ...one, has_picture: true }))
    open('', [on(listWorkflows, { ...example, workflows })])
    await screen.findByRole('link', { name: title })
    const images = () => document.querySelectorAll('article img')
    expect(images()).toHaveLength(2)
    const [, photo] = images()
    if (photo) fireEvent.error(photo)
    expect(images()).toHaveLength(1)
  })
})
