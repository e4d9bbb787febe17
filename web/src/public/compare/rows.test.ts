import { describe, expect, it } from 'vitest'
import { isSame, toMarkdown } from './rows.ts'

describe('a comparison as Markdown', () => {
  it('is a table whose cells escape what would change it', () => {
    const titles = [
      { text: 'A|B', url: 'https://site.test/nodes/a' },
      { text: 'C', url: 'https://site.test/nodes/c' },
    ]
    const rows = [
      { name: 'License', values: [['MIT'], []] },
      { name: 'Inputs', values: [['IMAGE', 'a|b'], ['`x`']], isCode: true },
      { name: 'Text', values: [['*one*\ntwo'], ['<b>']] },
    ]
    expect(toMarkdown(titles, rows).split('\n')).toEqual([
      '|  | [A\\|B](https://site.test/nodes/a) | [C](https://site.test/nodes/c) |',
      '| --- | --- | --- |',
      '| License | MIT |  |',
      "| Inputs | `IMAGE`<br>`a\\|b` | `'x'` |",
      '| Text | \\*one\\* two | \\<b\\> |',
    ])
  })
})

describe('a row', () => {
  it('is the same when all values are', () => {
    expect(
      isSame({
        name: '',
        values: [
          ['a', 'b'],
          ['a', 'b'],
        ],
      }),
    ).toBe(true)
    expect(isSame({ name: '', values: [['a'], []] })).toBe(false)
  })
})
