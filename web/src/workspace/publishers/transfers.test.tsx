// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { siteOf, withSite } from '../../ground/site/site.test-support.tsx'
import type { Managed } from './manage-layout.tsx'
import { Transfers } from './transfers.tsx'

afterEach(cleanup)

const offer = (number: number) => ({
  ...{ id: String(number), nodeId: `blur-${number}`, from: 'acme', to: 'lumen' },
  ...{ createdAt: '2026-01-02T00:00:00Z', expiresAt: '2026-02-02T00:00:00Z' },
})

describe('offers of nodes', () => {
  it('show the newest of many, and more on demand', async () => {
    const offers = Array.from({ length: 70 }, (_, index) => offer(index))
    const managed = { publisher: { id: 'acme' }, may: () => false } as unknown as Managed
    render(
      withSite(
        siteOf('ada', () => offers),
        <Transfers managed={managed} />,
      ),
    )
    await screen.findByText('blur-49')
    expect(screen.getAllByRole('listitem')).toHaveLength(50)
    fireEvent.click(screen.getByText('Show 20 more'))
    expect(screen.getAllByRole('listitem')).toHaveLength(70)
  })
})
