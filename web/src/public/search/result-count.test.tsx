import { describe, expect, it } from 'vitest'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { ResultCount } from './result-count.tsx'

describe('ResultCount', () => {
  it('announces the number of results', () => {
    const html = show(<ResultCount q=" blur " total={1} />)
    expect(html).toContain('role="status"')
    expect(textIn(html)).toBe('1 pack for “blur”')
  })

  it('marks a count that stopped at the limit', () => {
    expect(textIn(show(<ResultCount q="image" total={1000} />))).toBe('1,000 packs or more for “image”')
  })

  it('shows the typed and the searched words of a correction', () => {
    const text = textIn(show(<ResultCount q="contorlnet" total={12} corrected="controlnet" />))
    expect(text).toContain('Nothing matched “contorlnet”. Showing results for “controlnet”.')
  })
})
