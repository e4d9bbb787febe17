// @vitest-environment happy-dom
import { listPackModels } from '@nodeyard/contract/packs'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { exampleOf, on, registryFor } from '../../ground/site/registry.test-support.ts'
import { withSite } from '../../ground/site/site.test-support.tsx'
import { NodeModels } from './node-models.tsx'

afterEach(cleanup)

const open = (answer: ReturnType<typeof exampleOf<typeof listPackModels>>) => {
  const registry = registryFor('anonymous', [on(listPackModels, answer)])
  render(withSite(registry.site, <NodeModels nodeId="acme-blur" />))
  return registry
}

describe('models of a pack', () => {
  it('have their place, host and terms', async () => {
    open(exampleOf(listPackModels))
    const link = await screen.findByRole('link', { name: 'blur.pth' })
    expect(link.getAttribute('href')).toBe('https://huggingface.co/acme/blur/resolve/main/blur.pth')
    for (const text of ['models/blur', 'in the code', 'nodes/load.py:12', 'license: apache-2.0'])
      expect(document.body.textContent).toContain(text)
  })

  it('leave nothing on the page when there are none', async () => {
    const { reads } = open({ packs: [{ node_id: 'acme-blur', models: [] }] })
    await expect.poll(() => reads(listPackModels).length).toBe(1)
    expect(document.body.textContent).toBe('')
  })
})
