// @vitest-environment happy-dom

import { screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import type { LoaderFunction } from 'react-router'
import { describe, expect, it } from 'vitest'
import { openPage } from './ground/page/page.test-support.tsx'
import { createMemberRoutes, memberPageFiles } from './member-routes.ts'

interface PageModule {
  Component: ComponentType
  loader: LoaderFunction
}

const example: Record<string, string> = {
  nodeId: 'acme-blur',
  publisherId: 'acme',
  version: '1.2.0',
  userId: 'user-sam',
}
const pages = createMemberRoutes().map(({ id = '', path = '', lazy }) => ({
  id,
  path,
  at: path.replace(/:(\w+)/g, (_, name: string) => example[name] ?? ''),
  load: lazy as unknown as () => Promise<PageModule>,
}))
const admins = pages.filter(({ path }) => path.startsWith('/admin'))
/** Reads like any page: how to publish is for strangers, too. */
const others = pages.filter(({ id, path }) => id !== 'howToPublish' && !path.startsWith('/admin'))

describe('the pages of signed-in people', () => {
  it('all have their file', () => {
    expect(pages.map(({ id }) => id).sort()).toEqual(Object.keys(memberPageFiles).sort())
  })

  it.each([...admins, ...others])(
    '$path sends a stranger to log in, and back',
    async ({ path, at, load }) => {
      const { reads: _, writes } = openPage(await load(), { path, at })
      await screen.findByText(`At /auth/login?fromUrl=${encodeURIComponent(at)}`)
      expect(writes()).toEqual([])
    },
  )

  it.each(admins)('$path refuses a person who is no admin', async ({ path, at, load }) => {
    openPage(await load(), { path, at, as: { role: 'owner' } })
    await screen.findByText('This page is for admins')
    expect(screen.queryByText('Admin pages')).toBeNull()
  })

  it.each(admins)('$path refuses an admin who is banned', async ({ path, at, load }) => {
    openPage(await load(), { path, at, as: { isAdmin: true, isBanned: true } })
    await screen.findByText('This page is for admins')
  })

  it.each(admins)('$path has a title and a way back for an admin', async ({ path, at, load }) => {
    openPage(await load(), { path, at, as: { isAdmin: true } })
    await screen.findByRole('heading', { level: 1 })
    screen.getByRole('navigation', { name: 'You are here' })
  })
})
