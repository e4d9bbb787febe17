// @vitest-environment happy-dom
import { getComfyNode, getNode, getNodeScore, suggest } from '@nodeyard/contract/packs'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fill, offers, openPage, press } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on, type Rule, refusal } from '../../ground/site/registry.test-support.ts'
import * as page from './compare-page.tsx'

const node = exampleOf(getNode)
const open = (search = '', rules: Rule[] = []) =>
  openPage(page, { path: paths.comparePacks, at: `/compare${search}`, rules })
const valuesOf = (name: string) => {
  const row = screen.getByRole('rowheader', { name }).closest('tr')
  return [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)
}

describe('comparison of packs', () => {
  it('shows facts side by side', async () => {
    open('?packs=acme-blur')
    await screen.findByRole('table', { name: 'Compare' })
    expect(valuesOf('Publisher')).toEqual([`@${node.publisher.id}`])
  })

  it('compares packs that were not judged', async () => {
    open('?packs=acme-blur', [on(getNodeScore, {})])
    await screen.findByRole('table', { name: 'Compare' })
    expect(valuesOf('Python')).toEqual(['–'])
  })

  it('copies the table, and says so outside the button', async () => {
    const copied: string[] = []
    const clipboard = { writeText: async (text: string) => void copied.push(text) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    open('?packs=acme-blur')
    const button = await screen.findByRole('button', { name: 'Copy as Markdown' })
    expect(button.querySelector('[role]')).toBeNull()
    button.click()
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Copied'))
    expect(copied[0]).toContain(`@${node.publisher.id}`)
  })

  it('names packs that do not exist and offers to remove them', async () => {
    open('?packs=gone', [on(getNode, refusal(404, 'node_not_found'))])
    await screen.findByText('Unknown pack: gone.')
    screen.getByText(/^Add a pack to begin\./)
    expect(offers()).toContain('Remove')
  })

  it('adds a pack to the address', async () => {
    open()
    await fill('Name or id of a pack', 'acme-blur')
    await press('Add')
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Compare' })).not.toBeNull())
  })

  it('adds a pack by its name', async () => {
    const { reads } = open()
    await fill('Name or id of a pack', 'acme BLUR ')
    await press('Add')
    await screen.findByRole('table', { name: 'Compare' })
    expect(reads(getNode).map(({ path }) => path)).toEqual(['/nodes/acme-blur'])
  })
})

describe('comparison of nodes', () => {
  it('shows two nodes with their sockets', async () => {
    open('?nodes=acme-blur/AcmeBlur')
    await screen.findByRole('table', { name: 'Compare' })
    expect(valuesOf('Pack')).toEqual([node.name])
  })

  it('adds a second node by its name', async () => {
    const found = {
      ...exampleOf(suggest),
      comfy_nodes: [{ comfy_node_name: 'AcmeSharpen', node_id: 'acme-blur' }],
    }
    const ofPath = ({ path }: { path: string }) => ({
      ...exampleOf(getComfyNode),
      comfy_node_name: path.split('/').at(-1) ?? '',
    })
    open('?nodes=acme-blur/AcmeBlur', [on(suggest, found), on(getComfyNode, ofPath)])
    await fill('Name of a node to compare with', 'acmesharpen')
    await press('Add')
    await waitFor(() => expect(valuesOf('Pack')).toHaveLength(2))
    expect(screen.queryByLabelText('Name of a node to compare with')).toBeNull()
  })

  it('says that no pack has a node, and keeps its name in the field', async () => {
    const nothing = { ...exampleOf(suggest), comfy_nodes: [] }
    open('?nodes=acme-blur/AcmeBlur&add=Sharpen', [on(suggest, nothing)])
    await screen.findByText('The node Sharpen is not in a published pack.')
    screen.getByDisplayValue('Sharpen')
  })
})
