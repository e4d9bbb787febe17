// @vitest-environment happy-dom
import { getVersionDownloads } from '@nodeyard/contract/packs'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../ground/page/page.test-support.tsx'
import { managePaths } from '../../ground/paths/manage-links.ts'
import { on, type Rule, refusal } from '../../ground/site/registry.test-support.ts'
import * as page from './statistics-page.tsx'

const open = (rules: Rule[] = [], search = '') =>
  openPage(page, {
    ...{ path: managePaths.statistics, at: `/nodes/acme-blur/manage/statistics${search}` },
    ...{ as: { role: 'member' as const }, rules },
  })
const installs = on(getVersionDownloads, {
  from: '2026-04-29',
  versions: [
    { version: '1.2.0', total: 6, counts: [1, 2, 3] },
    { version: '1.1.0', total: 3, counts: [3, 0, 0] },
  ],
  others: [1, 0, 0],
})

describe('statistics of a node', () => {
  it.each([
    ['', '90'],
    ['?days=30', '30'],
    ['?days=7', '90'],
  ])('cover the span of %s', async (search, days) => {
    const { reads } = open([installs], search)
    await screen.findByText('10 installs')
    expect(reads(getVersionDownloads)[0]?.query).toEqual({ days })
    const current = document.querySelector('nav[aria-label=Period] [aria-current=page]')
    expect(current?.textContent).toBe(`${days} days`)
  })

  it('list each version with its share and sum up the rest', async () => {
    open([installs])
    const table = await screen.findByRole('table', { name: 'Installs by version' })
    const rows = [...table.querySelectorAll('tbody tr')].map((row) => row.textContent?.replace(/\s/g, ''))
    expect(rows).toEqual(['1.2.0660%', '1.1.0330%', 'Otherversions110%'])
  })

  it('show when there were no installs', async () => {
    open()
    await screen.findByText('0 installs in this period.')
  })

  it('show an error when loading fails', async () => {
    open([on(getVersionDownloads, refusal(404, 'node_not_found'))])
    await screen.findByRole('alert')
  })
})
