// @vitest-environment happy-dom
import { RegistryRefusal } from '@nodeyard/contract/ground'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { anonymous, type SessionState } from '../session/session.ts'
import { registryFor } from '../site/registry.test-support.ts'
import { english, show, textIn } from '../site/site.test-support.tsx'
import { SiteContext } from '../site/site.ts'
import { ErrorPage, InsteadOfPage } from './error-page.tsx'
import { toPageError } from './page-error.ts'

const t = english('common')
const shownFor = (status: number, code: string, message = '') =>
  textIn(show(<InsteadOfPage status={status} problem={code ? { code, message } : null} />))

/** Opens a page whose loader fails, and returns how often the loader ran. */
function openFailing(error: unknown, state: SessionState = anonymous, at = '/'): () => number {
  let loads = 0
  const site = registryFor({}).site
  const session = { ...site.session, current: () => state }
  const loader = () => {
    loads += 1
    return toPageError(error)
  }
  const route = { path: '*', loader, Component: () => null, ErrorBoundary: ErrorPage }
  const router = createMemoryRouter([{ ...route, HydrateFallback: () => null }], { initialEntries: [at] })
  render(
    <SiteContext value={{ ...site, session }}>
      <RouterProvider router={router} />
    </SiteContext>,
  )
  return () => loads
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('texts of the error page', () => {
  it.each([
    [404, 'node_not_found', 'node_not_found_title'],
    [404, 'version_not_found', 'version_not_found_title'],
    [404, 'publisher_not_found', 'publisher_not_found_title'],
    [403, 'not_admin', 'not_allowed_title'],
    [403, 'node_banned', 'banned_title'],
    [404, 'page_not_found', 'not_found_title'],
    [405, '', 'not_found_title'],
    [503, 'unavailable', 'unavailable_title'],
    [500, '', 'failed_title'],
    [418, 'teapot', 'failed_title'],
  ] as const)('explain status %i with the code %j', (status, code, title) => {
    const text = shownFor(status, code)
    expect(text).toContain(t(title))
    expect(text).toContain(String(status))
  })

  it('quote the reason of a ban', () => {
    expect(shownFor(403, 'node_banned', 'It mines coins.')).toContain('It mines coins.')
  })

  it('leave out the generic message of a ban', () => {
    expect(shownFor(403, 'node_banned', 'Node Banned')).not.toContain('Node Banned')
  })

  it('never quote the message of another error', () => {
    expect(shownFor(500, 'internal_error', 'password=1')).not.toContain('password')
  })

  it('do not repeat an unknown code', () => {
    expect(shownFor(400, '<b>code</b>')).not.toContain('code')
  })
})

describe('error page', () => {
  it('links to the home page', async () => {
    openFailing(new RegistryRefusal(404, { error: 'node_not_found', message: '' }))
    const link = await screen.findByText<HTMLAnchorElement>(t('to_home'))
    expect(link.getAttribute('href')).toBe('/')
  })

  it('offers a reload when the server is unreachable, without a status', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    openFailing(new TypeError('Failed to fetch'))
    fireEvent.click(await screen.findByText(t('try_again')))
    expect(reload).toHaveBeenCalledOnce()
    expect(screen.queryByText(t('to_home'))).toBeNull()
    expect(screen.queryByText(/503/)).toBeNull()
  })

  it('shows status 500 for a bug', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    openFailing(new Error('x is not a function'))
    await screen.findByText(t('failed_title'))
    expect(document.body.textContent).not.toContain('x is not a function')
  })

  it('offers a search for the missing thing, and packs with a similar id', async () => {
    openFailing(
      new RegistryRefusal(404, { error: 'node_not_found', message: '' }),
      anonymous,
      '/nodes/acme-blurr',
    )
    const field = await screen.findByRole<HTMLInputElement>('searchbox')
    expect(field.value).toBe('acme-blurr')
    const offer = await screen.findByRole<HTMLAnchorElement>('link', { name: /^Acme Blur/ })
    expect(offer.getAttribute('href')).toBe('/nodes/acme-blur')
  })

  it('leads from a missing version to those that exist', async () => {
    const missing = new RegistryRefusal(404, { error: 'version_not_found', message: '' })
    openFailing(missing, anonymous, '/nodes/acme-blur/versions/9.9.9/source')
    const link = await screen.findByText<HTMLAnchorElement>(t('to_versions'))
    expect(link.getAttribute('href')).toBe('/nodes/acme-blur/versions')
  })

  it('is not indexed by search engines', async () => {
    openFailing(new RegistryRefusal(404, { error: 'node_not_found', message: '' }))
    await screen.findByText(t('node_not_found_title'))
    const robots = document.querySelector('meta[name=robots]')
    expect(robots?.getAttribute('content')).toBe('noindex')
  })
})

describe('second look at a missing node', () => {
  const missing = new RegistryRefusal(404, { error: 'node_not_found', message: '' })

  it('reloads the page once for signed-in users', async () => {
    const { site } = registryFor({})
    const loads = openFailing(missing, site.session.current())
    await waitFor(() => expect(loads()).toBe(2))
    await screen.findByText(t('node_not_found_title'))
    expect(loads()).toBe(2)
  })

  it('does not reload for anonymous visitors', async () => {
    const loads = openFailing(missing)
    await screen.findByText(t('node_not_found_title'))
    expect(loads()).toBe(1)
  })

  it('does not reload after other errors', async () => {
    const { site } = registryFor({})
    const other = new RegistryRefusal(404, { error: 'version_not_found', message: '' })
    const loads = openFailing(other, site.session.current())
    await screen.findByText(t('version_not_found_title'))
    expect(loads()).toBe(1)
  })
})
