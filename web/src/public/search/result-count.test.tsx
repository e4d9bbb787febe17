import { expect, test } from 'vitest'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { ResultCount } from './result-count.tsx'

test('the number of results is announced', () => {
  const html = show(<ResultCount q=" blur " total={1} />)
  expect(html).toContain('role="status"')
  expect(textIn(html)).toBe('1 pack for “blur”')
})

test('what is counted no further is so many or more', () => {
  expect(textIn(show(<ResultCount q="image" total={1000} />))).toBe('1,000 packs or more for “image”')
})

test('a correction says what was typed and what was searched', () => {
  const text = textIn(show(<ResultCount q="contorlnet" total={12} corrected="controlnet" />))
  expect(text).toContain('Nothing matched “contorlnet”. Showing results for “controlnet”.')
})
