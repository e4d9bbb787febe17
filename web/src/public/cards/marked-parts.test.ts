import { describe, expect, it } from 'vitest'
import { markedParts } from './marked-parts.ts'

const marked = (text: string, words: readonly string[]) =>
  markedParts(text, words)
    .map(({ part, isMarked }) => (isMarked ? `[${part}]` : part))
    .join('')

describe('marking the words of a search', () => {
  it('marks whole words that begin with one of them', () => {
    expect(marked('Upscaling of images', ['upscal', 'image'])).toBe('[Upscaling] of [images]')
    expect(marked('A reactor, not AudioReact', ['act'])).toBe('A reactor, not AudioReact')
  })

  it('marks parts of names in camel case', () => {
    expect(marked('WanVideoWrapper', ['video'])).toBe('Wan[Video]Wrapper')
  })

  it('marks words of scripts without blanks anywhere', () => {
    expect(marked('视频插帧节点', ['插帧'])).toBe('视频[插帧]节点')
  })

  it('prefers the longest word, and ignores other signs', () => {
    expect(marked('c++ upscaler', ['up', 'upscaler', 'c++', '('])).toBe('c++ [upscaler]')
    expect(marked('plain', [])).toBe('plain')
  })
})
