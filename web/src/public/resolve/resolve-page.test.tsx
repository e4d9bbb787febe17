// @vitest-environment happy-dom
import { findProviders, getRepositoryReading, requestRepositoryReading } from '@nodeyard/contract/packs'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fill, openPage, press } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on, type Rule, refusal } from '../../ground/site/registry.test-support.ts'
import * as page from './resolve-page.tsx'

const { comfy_nodes: providers } = exampleOf(findProviders)
const workflow = (...types: string[]) =>
  JSON.stringify({
    nodes: types.map((type, id) => ({ id, type, inputs: [], outputs: [], widgets_values: [] })),
    links: [],
  })
const unknown = (comfy_node_name: string) => ({
  comfy_nodes: [{ comfy_node_name, status: 'unknown' as const, notices: [], alternatives: [] }],
})
const resolve = async (text: string, rules: Rule[] = []) => {
  const registry = openPage(page, { path: paths.resolve, rules })
  await fill('Or paste its JSON, an error, or node names', text)
  await press('Find packs')
  return registry
}

describe('the resolver of workflows', () => {
  it.each([['JSON without a workflow', '{"a": 1}', /does not contain a workflow|cannot be read/]])(
    'explains why it cannot read %s',
    async (_name, text, problem) => {
      const { writes } = await resolve(text)
      await screen.findByText(problem)
      expect(writes()).toEqual([])
    },
  )

  it('says that a text names nothing known', async () => {
    await resolve('hello', [on(findProviders, unknown('hello'))])
    await screen.findByText(/a text that names a known node/)
  })

  it('sends only the names in a workflow', async () => {
    const { writes } = await resolve(workflow('AcmeBlur'))
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect(JSON.stringify(writes()[0]?.body)).toContain('AcmeBlur')
    expect(JSON.stringify(writes()[0]?.body)).not.toContain('widgets_values')
  })

  it('begins with the result and the commands, before the graph', async () => {
    await resolve(workflow('AcmeBlur'), [on(findProviders, { comfy_nodes: providers })])
    await screen.findByRole('heading', { level: 1, name: /^This workflow needs \d packs?/ })
    await screen.findByText(/node.* found/)
    const titles = () => screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)
    await waitFor(() => expect(titles()).toContain('The workflow'))
    expect(titles().slice(0, 2)).toEqual(['Install what it needs', 'The workflow'])
  })

  it('names a repository that the workflow records, and offers to read it', async () => {
    const commit = 'b'.repeat(40)
    const type = 'ExampleNobodyLists'
    const properties = { aux_id: 'some-owner/ComfyUI-Example', ver: commit }
    const key = 'github.com/some-owner/comfyui-example'
    const reading = { repository: `https://${key}`, key, commit }
    const { writes } = await resolve(JSON.stringify({ nodes: [{ id: 1, type, properties }], links: [] }), [
      on(findProviders, unknown(type)),
      on(getRepositoryReading, { ...reading, state: 'unread' }),
      on(requestRepositoryReading, { ...reading, state: 'waiting' }),
    ])
    await screen.findByText(
      /records github.com\/some-owner\/ComfyUI-Example at bbbbbbb\. .* does not list it/,
    )
    const link = screen.getByRole('link', { name: 'github.com/some-owner/ComfyUI-Example' })
    expect(link.getAttribute('href')).toBe(`https://github.com/some-owner/ComfyUI-Example/tree/${commit}`)
    await press('Read this repository')
    await screen.findByText(new RegExp(`/repositories/${key}@${commit}`))
    expect(writes().at(-1)?.body).toEqual({ address: `${key}@${commit}` })
  })

  it('keeps the workflow for a reload, and opens an address with names', async () => {
    const own = workflow('AcmeBlur')
    await resolve(own, [on(findProviders, { comfy_nodes: providers })])
    await screen.findByRole('heading', { name: /^This workflow needs \d packs?/ })
    const kept = JSON.parse(sessionStorage.getItem('nodeyard-resolve') ?? '')
    expect(JSON.parse(kept.texts[0])).toEqual(JSON.parse(own))
    expect(kept.shared).toMatch(/^#node=/)
    const rules = [on(findProviders, unknown('Fog'))]
    const { writes } = openPage(page, {
      path: paths.resolve,
      at: `${paths.resolve}#node=Fog&model=a.pt`,
      rules,
    })
    await screen.findByRole('heading', { name: 'This workflow needs 0 packs; 1 node is unknown' })
    expect(writes()[0]?.body).toEqual({ comfy_nodes: [{ comfy_node_name: 'Fog' }] })
  })

  it('resolves a kept workflow again', async () => {
    sessionStorage.setItem(
      'nodeyard-resolve',
      JSON.stringify({ names: ['portrait.json'], texts: [workflow('Fog')], shared: '#node=Fog' }),
    )
    openPage(page, {
      path: paths.resolve,
      at: `${paths.resolve}#node=Fog`,
      rules: [on(findProviders, unknown('Fog'))],
      keepsStorage: true,
    })
    await screen.findByRole('heading', { name: /portrait\.json.* needs 0 packs; 1 node is unknown/ })
  })

  it('shows when the registry does not respond', async () => {
    await resolve(workflow('AcmeBlur'), [on(findProviders, refusal(503, 'unavailable'))])
    await screen.findByText('The registry did not respond. Try again in a moment.')
  })

  it('can be tried again after a problem', async () => {
    await resolve('{"a": 1}')
    await screen.findByText('Could not read this')
    await fill('Or paste its JSON, an error, or node names', workflow('AcmeBlur'))
    await press('Find packs')
    await waitFor(() => expect(screen.queryByText('Could not read this')).toBeNull())
  })
})
