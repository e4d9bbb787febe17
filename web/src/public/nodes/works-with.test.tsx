// @vitest-environment happy-dom
import { getCompatibility } from '@nodeyard/contract/packs'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { exampleOf, on, type Rule, refusal, registryFor } from '../../ground/site/registry.test-support.ts'
import { withSite } from '../../ground/site/site.test-support.tsx'
import { WorksWith } from './works-with.tsx'

afterEach(cleanup)

const fine = exampleOf(getCompatibility)
const conflict = {
  ...{ kind: 'direct' as const, severity: 'breaks' as const, subject: 'numpy', steps: [], dead_ends: [] },
  parties: [
    { source: 'node' as const, node_id: 'acme-blur', version: '1.2.0', lines: [{ text: 'numpy>=2' }] },
    {
      ...{ source: 'node' as const, node_id: 'old-pack', version: '0.1.0' },
      lines: [{ text: 'numpy<2', file: 'requirements.txt', line: 3 }],
    },
  ],
}

const open = (rule: Rule) => {
  const registry = registryFor('anonymous', [rule])
  render(withSite(registry.site, <WorksWith nodeId="acme-blur" version="1.2.0" />))
  return registry
}

describe('compatibility of a pack', () => {
  it('is asked for the version, and names packs with the lines responsible', async () => {
    const { reads } = open(
      on(getCompatibility, { ...fine, compared: 100, conflicts: [{ node_id: 'old-pack', conflict }] }),
    )
    await screen.findByText('With the 100 most installed packs')
    expect(reads(getCompatibility)[0]?.query).toEqual({ version: '1.2.0' })
    expect(document.body.textContent).toContain('old-pack 0.1.0: numpy<2 (requirements.txt:3)')
    expect(screen.getByRole('link', { name: 'old-pack' })).toBeTruthy()
  })

  it('says which versions of Python cannot work, with one reason for several', async () => {
    const pythons = fine.pythons.map((one, place) =>
      place < 2 ? { ...one, verdict: 'conflict' as const, conflicts: [conflict] } : one,
    )
    open(on(getCompatibility, { ...fine, pythons }))
    await screen.findByText('3.10, 3.11')
    expect(screen.getAllByText('requirements conflict')).toHaveLength(1)
    expect(screen.getAllByText(/these cannot be met by one version/)).toHaveLength(1)
  })

  it.each([
    [0, 'Their requirements were compared; no conflict found'],
    [4, 'Checked in part: 4 packs'],
    [99, 'Not checked: the registry has too little data'],
  ])('says what was compared, where %i of 99 packs lack data', async (unknown, text) => {
    open(on(getCompatibility, { ...fine, compared: 99, unknown }))
    const box = (await screen.findByText('With the 99 most installed packs')).parentElement
    expect(box?.textContent).toContain(text)
    expect(/no conflict found/.test(box?.textContent ?? '')).toBe(unknown < 99)
  })

  it('does not call an unchecked version of Python good', async () => {
    const pythons = fine.pythons.map((one) => ({ ...one, verdict: 'unknown' as const }))
    open(on(getCompatibility, { ...fine, pythons }))
    await screen.findByText('not checked')
    expect(screen.queryByText('requirements fit')).toBeNull()
  })

  it('keeps the room of the usual result while it is awaited', async () => {
    open(on(getCompatibility, () => new Promise(() => {})))
    const box = (await screen.findByText('Comparing requirements…')).parentElement
    expect(box?.querySelector('[aria-hidden="true"] .card')?.textContent).toContain('3.14')
  })

  it('is left out when it cannot be compared', async () => {
    open(on(getCompatibility, { pythons: [], conflicts: [], compared: 0, unknown: 0, is_exhausted: false }))
    await screen.findByText('Comparing requirements…')
    await expect.poll(() => document.body.textContent).toBe('')
  })

  it('is left out when the registry does not respond', async () => {
    open(on(getCompatibility, refusal(503, 'unavailable')))
    await expect.poll(() => document.body.textContent).toBe('')
  })
})
