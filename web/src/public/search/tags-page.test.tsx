// @vitest-environment happy-dom
import { listTags } from '@nodeyard/contract/packs'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { on } from '../../ground/site/registry.test-support.ts'
import * as page from './tags-page.tsx'

const open = (tags: [string, number][], categories: [string, number][] = []) => {
  const toCounts = (all: [string, number][]) => all.map(([value, count]) => ({ value, count }))
  openPage(page, {
    path: paths.tags,
    rules: [on(listTags, { tags: toCounts(tags), categories: toCounts(categories) })],
  })
}

describe('the page of tags', () => {
  it('links each tag to its packs, with their number', async () => {
    open([
      ['soft & round', 1200],
      ['blur', 1],
    ])
    const link = await screen.findByRole('link', { name: /soft & round/ })
    expect(link.getAttribute('href')).toBe('/?tag=soft+%26+round')
    expect(link.textContent).toBe('soft & round1,200')
  })

  it('shows the categories that it knows, and passes over others', async () => {
    open(
      [],
      [
        ['image-editing', 2],
        ['constructor', 9],
      ],
    )
    const link = await screen.findByRole('link', { name: /Image editing/i })
    expect(link.getAttribute('href')).toBe('/?category=image-editing')
    expect(screen.queryByText('9')).toBeNull()
  })

  it('says so when no pack has a tag', async () => {
    open([])
    await screen.findByText('No pack has a tag yet.')
  })
})
