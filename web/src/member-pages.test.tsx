// @vitest-environment happy-dom

import { screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import type { LoaderFunction } from 'react-router'
import { describe, expect, it } from 'vitest'
import { openPage } from './ground/page/page.test-support.tsx'
import { paths } from './ground/paths/paths.ts'
import { createMemberRoutes } from './member-routes.ts'

interface PageModule {
  Component: ComponentType
  loader: LoaderFunction
}

const example: Record<string, string> = {
  nodeId: 'acme-blur',
  publisherId: 'acme',
  version: '1.2.0',
  userId: 'user-sam',
  collectionId: '9d6c1b0e-6a51-4f3e-8a0f-1f5f7d2f4c11',
}
const pages = createMemberRoutes().map(({ id = '', path = '', lazy }) => ({
  id,
  path,
  at: path.replace(/:(\w+)/g, (_, name: string) => example[name] ?? ''),
  load: lazy as unknown as () => Promise<PageModule>,
}))
const admins = pages.filter(({ path }) => path.startsWith('/admin'))
/** Public pages do not redirect. */
const publicIds: string[] = [paths.howToPublish]
const others = pages.filter(({ id, path }) => !publicIds.includes(id) && !path.startsWith('/admin'))

describe('pages for signed-in users', () => {
  it.each([...admins, ...others])(
    '$path redirects anonymous visitors to log in and back',
    async ({ path, at, load }) => {
      const { reads: _, writes } = openPage(await load(), { path, at })
      await screen.findByText(`At /auth/login?fromUrl=${encodeURIComponent(at)}`)
      expect(writes()).toEqual([])
    },
  )

  it.each(admins)('$path refuses users who are not admins', async ({ path, at, load }) => {
    openPage(await load(), { path, at, as: { role: 'owner' } })
    await screen.findByText('This page is for admins')
    expect(screen.queryByText('Admin pages')).toBeNull()
  })

  it.each(admins)('$path refuses banned admins', async ({ path, at, load }) => {
    openPage(await load(), { path, at, as: { isAdmin: true, isBanned: true } })
    await screen.findByText('This page is for admins')
  })

  it.each(admins)('$path shows admins a title and breadcrumbs', async ({ path, at, load }) => {
    openPage(await load(), { path, at, as: { isAdmin: true } })
    await screen.findByRole('heading', { level: 1 })
    screen.getByRole('navigation', { name: 'You are here' })
  })
})
