// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Call, siteOf, testSite, withSite } from '../../ground/site/site.test-support.tsx'
import { Component } from './how-to-publish-page.tsx'

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
})
