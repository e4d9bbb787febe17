import type { SearchFacets } from '@nodeyard/contract/search'
import { expect, test } from 'vitest'
import { homeSearch } from '../../ground/paths/links.ts'
import { readSearch } from '../../ground/paths/search-params.ts'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { Facets } from './facets.tsx'

const nothing: SearchFacets = {
  ...{ category: [], updated_within_days: [], state: [], has_nodes: [], has_workflows: [] },
  ...{ os: [], accelerator: [], tag: [], license: [] },
}
const tags = Array.from({ length: 12 }, (_, index) => ({ value: `tag-${index}`, count: 100 - index }))

function shownWith(query: string): string {
  const search = readSearch(homeSearch, new URLSearchParams(query))
  return textIn(show(<Facets search={search} counts={{ ...nothing, tag: tags }} total={161} />))
}

test('the most frequent values are offered', () => {
  expect(shownWith('q=blur')).toContain('tag-7 93')
  expect(shownWith('q=blur')).not.toContain('tag-8')
})

test('a chosen value stands among them wherever it comes, with as many nodes as are found', () => {
  expect(shownWith('tag=tag-10')).toContain('tag-10 161')
})
