import type { SearchFacets } from '@nodeyard/contract/search'
import { describe, expect, it } from 'vitest'
import { homeSearch } from '../../ground/paths/links.ts'
import { readSearch } from '../../ground/paths/search-params.ts'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { Facets } from './facets.tsx'

const nothing: SearchFacets = {
  ...{ category: [], updated_within_days: [], state: [], has_nodes: [] },
  ...{ os: [], accelerator: [], tag: [], license: [] },
}
const tags = Array.from({ length: 12 }, (_, index) => ({ value: `tag-${index}`, count: 100 - index }))

function shownWith(query: string): string {
  const search = readSearch(homeSearch, new URLSearchParams(query))
  return textIn(show(<Facets search={search} counts={{ ...nothing, tag: tags }} total={161} />))
}

describe('facets', () => {
  it('offer the most frequent values', () => {
    expect(shownWith('q=blur')).toContain('tag-7 93')
    expect(shownWith('q=blur')).not.toContain('tag-8')
  })

  it('include the selected value, with the number of results', () => {
    expect(shownWith('tag=tag-10')).toContain('tag-10 161')
  })
})
