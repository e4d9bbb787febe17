// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { homeSearch } from '../../ground/paths/links.ts'
import { readSearch } from '../../ground/paths/search-params.ts'
import { testSite, withSite } from '../../ground/site/site.test-support.tsx'
import { NothingFound } from './nothing-found.tsx'

afterEach(cleanup)

const everything = readSearch(homeSearch, new URLSearchParams())

describe('catalog without nodes', () => {
  it('says that it is being filled while the demo is published', () => {
    const site = testSite()
    const filling = { ...site, settings: { ...site.settings, isFilling: true } }
    render(withSite(filling, <NothingFound search={everything} total={0} />))
    expect(screen.getByText(/^The demo catalog is being published\./)).toBeTruthy()
  })

  it('says that nothing is published otherwise', () => {
    render(withSite(testSite(), <NothingFound search={everything} total={0} />))
    expect(screen.getByText('No pack has been published yet')).toBeTruthy()
  })
})
