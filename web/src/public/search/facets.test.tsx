import type { SearchFacets } from '@nodeyard/contract/packs'
import { describe, expect, it } from 'vitest'
import { homeSearch } from '../../ground/paths/links.ts'
import { readSearch } from '../../ground/paths/search-params.ts'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { Facets, narrowing } from './facets.tsx'

const nothing: SearchFacets = {
  ...{ category: [], updated_within_days: [], state: [], has_nodes: [], has_workflows: [] },
  ...{ os: [], accelerator: [], tag: [], license: [] },
  ...{ committed_within_days: [], python: [], tool_version: [], size: [], health: [], evidence: [] },
}
const tags = Array.from({ length: 12 }, (_, index) => ({ value: `tag-${index}`, count: 100 - index }))

function shownWith(query: string): string {
  const search = readSearch(homeSearch, new URLSearchParams(query))
  return textIn(show(<Facets search={search} counts={{ ...nothing, tag: tags }} total={161} />))
}

describe('facets', () => {
  it('offer the most frequent values', () => {
    expect(shownWith('q=blur')).toContain('tag-9 91')
    expect(shownWith('q=blur')).not.toContain('tag-10')
  })

  it('leave out those that every result shares, unless one is selected', () => {
    const counts = { ...nothing, tag: [{ value: 'video', count: 161 }] }
    const shown = (query: string) => {
      const search = readSearch(homeSearch, new URLSearchParams(query))
      return narrowing({ search, counts, total: 161 }).map(({ name }) => name)
    }
    expect(shown('q=blur')).toEqual([])
    expect(shown('tag=video')).toEqual(['tag'])
  })

  it('leave out those whose only value is that nothing is stated', () => {
    const search = readSearch(homeSearch, new URLSearchParams('q=blur'))
    const counts = { ...nothing, python: [{ value: 'not_stated', count: 160 }] }
    expect(narrowing({ search, counts, total: 161 })).toEqual([])
  })

  it('include the selected value, with the number of results', () => {
    expect(shownWith('tag=tag-11')).toContain('tag-11 161')
  })

  it('say whether a value was declared or found in the code, or is not stated', () => {
    const search = readSearch(homeSearch, new URLSearchParams('q=blur'))
    const os = ['declared:Windows', 'detected:Windows', 'not_stated'].map((value, at) => ({
      value,
      count: 9 - at,
    }))
    const text = textIn(show(<Facets search={search} counts={{ ...nothing, os }} total={161} />))
    expect(text).toContain('Windows (declared) 9 Windows (found in the code) 8 Not stated 7')
  })
})
