import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

describe('plainText', () => {
  it.each([
    ['Nodes for [Wan](https://example.org/wan) models', 'Nodes for Wan models'],
    ['**Fast** and `small`\n\n- one\n- two', 'Fast and small one two'],
    ['# Title\n![logo](x.png)Text', 'Title Text'],
    ['a < b and c > d', 'a < b and c > d'],
    ['<b>bold</b> <img src=x>', 'bold'],
    ['snake_case_name', 'snake_case_name'],
  ])('reduces %j to %j', (markdown, text) => {
    expect(plainText(markdown)).toBe(text)
  })
})
