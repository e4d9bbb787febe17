// @vitest-environment happy-dom
import { getNodeScore } from '@nodeyard/contract/packs'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../ground/page/page.test-support.tsx'
import { managePaths } from '../../ground/paths/manage-links.ts'
import { exampleOf, on, type Rule } from '../../ground/site/registry.test-support.ts'
import * as detailsPage from './details-page.tsx'
import { Score } from './score.tsx'

const judged = exampleOf(getNodeScore).judged

describe('the score of a pack', () => {
  const open = (rules: Rule[] = []) =>
    openPage(
      {
        Component: () => (
          <>
            <Score nodeId="acme-blur" />
            <p>End</p>
          </>
        ),
      },
      { path: '/', rules },
    )
  const rowOf = (text: string) => screen.getByText(text).closest('li')?.textContent

  it('is explained point by point', async () => {
    open()
    await screen.findByRole('img', { name: '65 of 100' })
    expect(rowOf('Readme explains the pack')).toBe('Readme explains the pack0/10')
    expect(rowOf('Nodes are described')).toBe('Nodes are described 1/110/10')
    expect(screen.getAllByRole('listitem')).toHaveLength(10)
  })

  it('is on the page of its owner', async () => {
    openPage(detailsPage, { path: managePaths.details, at: '/nodes/acme-blur/manage', as: { role: 'owner' } })
    await screen.findByRole('img', { name: '65 of 100' })
  })

  it('names the step that helps most', async () => {
    open()
    await screen.findByText('Best next step (+10):')
    screen.getByText(/^Extend the readme/)
  })

  it('names no step when nothing is left to do', async () => {
    const { next: _, ...whole } = judged ?? { score: 100 }
    open([on(getNodeScore, { judged: { ...whole, score: 100 } as NonNullable<typeof judged> })])
    await screen.findByRole('img', { name: '100 of 100' })
    expect(screen.queryByText(/Best next step/)).toBeNull()
  })

  it('is absent where nothing was judged', async () => {
    open([on(getNodeScore, {})])
    await screen.findByText('End')
    expect(screen.queryByRole('heading', { name: 'Score' })).toBeNull()
  })
})
