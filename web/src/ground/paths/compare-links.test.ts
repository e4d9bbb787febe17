import { describe, expect, it } from 'vitest'
import { compareLink, compareSearch } from './compare-links.ts'
import { readSearch } from './search-params.ts'

const read = (query: string) => readSearch(compareSearch, new URLSearchParams(query))

describe('the address of a comparison', () => {
  it('holds up to four packs, each once', () => {
    expect(read('packs=a,b,a,,c,d,e').packs).toEqual(['a', 'b', 'c', 'd'])
  })

  it('holds up to two nodes with any name', () => {
    const nodes = [
      { nodeId: 'acme-blur', name: 'Blur, soft/hard' },
      { nodeId: 'x', name: '模糊' },
    ]
    const link = compareLink({ nodes })
    expect(read(link.slice(link.indexOf('?') + 1)).nodes).toEqual(nodes)
    expect(read('nodes=a/B,c/D,e/F').nodes).toHaveLength(2)
    expect(read('nodes=a/B,a/B').nodes).toHaveLength(1)
  })

  it('ignores what it cannot read', () => {
    expect(read('nodes=%25E0%25A4,a,b/').nodes).toEqual([])
  })
})
