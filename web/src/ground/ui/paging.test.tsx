// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { testSite, withSite } from '../site/site.test-support.tsx'
import { Paging } from './paging.tsx'

afterEach(cleanup)

function open(page: number, totalPages: number): HTMLAnchorElement[] {
  const linkTo = (number: number) => `/nodes?page=${number}`
  render(withSite(testSite(), <Paging label="Nodes" page={page} totalPages={totalPages} linkTo={linkTo} />))
  return screen.queryAllByRole<HTMLAnchorElement>('link')
}

const target = (link: HTMLAnchorElement | undefined) => link?.getAttribute('href')
const byRel = (links: HTMLAnchorElement[], rel: string) =>
  target(links.find((link) => link.getAttribute('rel') === rel))

describe('Paging', () => {
  it('renders nothing for a single page', () => {
    expect(open(1, 1)).toEqual([])
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('links to the previous and the next page', () => {
    const links = open(3, 5)
    expect(byRel(links, 'prev')).toBe('/nodes?page=2')
    expect(byRel(links, 'next')).toBe('/nodes?page=4')
  })

  it('has no previous page on the first', () => {
    const links = open(1, 5)
    expect(byRel(links, 'prev')).toBeUndefined()
    expect(byRel(links, 'next')).toBe('/nodes?page=2')
  })

  it('has no next page on the last', () => {
    expect(byRel(open(5, 5), 'next')).toBeUndefined()
  })

  it('marks the current page', () => {
    const current = open(3, 5).filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current.map(target)).toEqual(['/nodes?page=3'])
  })

  it('names each link for screen readers', () => {
    open(3, 5)
    screen.getByRole('navigation', { name: 'Nodes' })
    for (const number of [1, 2, 3, 4, 5]) screen.getByLabelText(new RegExp(`\\b${number}\\b`))
  })

  it('shortens a long list with a gap', () => {
    open(1, 50)
    screen.getByText('…')
    expect(screen.queryByText('25')).toBeNull()
    screen.getByText('50')
  })
})
