// @vitest-environment happy-dom
import { createPublisher, listOwnPublishers } from '@nodeyard/contract/people'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { fill, openPage } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on, type Rule } from '../../ground/site/registry.test-support.ts'
import { type Call, siteOf, testSite, withSite } from '../../ground/site/site.test-support.tsx'
import * as page from './how-to-publish-page.tsx'

const { Component } = page

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const field = () => screen.findByLabelText<HTMLInputElement>('Id of your pack')
const nothingYet = ({ path }: Call) => (path.endsWith('/users') ? { id: '1', name: 'Ada' } : [])

describe('publishing guide', () => {
  it('keeps the id that a visitor types, through a reload and the sign-in', async () => {
    render(withSite(testSite(), <Component />))
    fireEvent.change(await field(), { target: { value: 'soft-blur' } })
    cleanup()
    render(withSite(testSite(), <Component />))
    expect((await field()).value).toBe('soft-blur')
    cleanup()
    render(withSite(siteOf('ada', nothingYet), <Component />))
    expect((await field()).value).toBe('soft-blur')
  })

  it('creates a publisher in place, and offers a token', async () => {
    const { writes } = openPage(page, {
      path: paths.howToPublish,
      as: { role: 'owner' },
      rules: [noPublishers()],
    })
    await fill('Publisher id', 'acme')
    const create = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create' })
    await waitFor(() => expect(create.disabled).toBe(false))
    create.click()
    await screen.findByRole('button', { name: 'Create a token' })
    expect(writes().map(({ route }) => route)).toEqual([createPublisher])
  })

  it('creates a token that publishes the pack of the guide for 90 days, and says so', async () => {
    const { writes } = openPage(page, { path: paths.howToPublish, as: { role: 'owner' } })
    fireEvent.change(await field(), { target: { value: 'soft-blur' } })
    await screen.findByText(/^It publishes soft-blur only, until .*20\d\d\. It cannot yank/)
    screen.getByRole('button', { name: 'Create a token' }).click()
    await screen.findByText('Copy it now: it is not shown again. Store it as a secret, as REGISTRY_TOKEN.')
    screen.getByText(/^It publishes soft-blur only/)
    expect(writes().map(({ body }) => body)).toEqual([
      {
        ...{ name: 'From the guide', actions: ['publish-new', 'publish-update'] },
        ...{ expires_in_days: 90, nodes: ['soft-blur'] },
      },
    ])
  })
})

/** The user has no publisher until one is created. */
function noPublishers(): Rule {
  let asked = 0
  return on(listOwnPublishers, () => (asked++ === 0 ? [] : exampleOf(listOwnPublishers)))
}
