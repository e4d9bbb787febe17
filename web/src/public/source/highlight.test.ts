import { describe, expect, it } from 'vitest'
import { highlightedLines, linesOf } from './highlight.ts'

describe('highlightedLines', () => {
  it('keeps the HTML of each line complete when a token spans several lines', () => {
    const lines = highlightedLines('x = """one\ntwo"""\ny = 1', 'nodes.py')
    expect(lines).toHaveLength(3)
    for (const line of lines) {
      expect(line.match(/<span/g)?.length ?? 0).toBe(line.match(/<\/span>/g)?.length ?? 0)
    }
    expect(lines[1]).toContain('hljs-string')
  })

  it('escapes markup in files', () => {
    const hostile = '<script>alert(1)</script>\n<img src=x onerror=alert(1)>'
    for (const path of ['a.py', 'a.html', 'a.unknown', 'a.md', 'LICENSE']) {
      const html = highlightedLines(hostile, path).join('\n')
      expect(html.replace(/<\/?span[^>]*>/g, '')).not.toMatch(/[<>]/)
    }
  })

  it('reopens elements on the next line', () => {
    expect(linesOf('<span class="a">1\n<span class="b">2</span>\n3</span>')).toEqual([
      '<span class="a">1</span>',
      '<span class="a"><span class="b">2</span></span>',
      '<span class="a">3</span>',
    ])
  })

  it('shows a text plain if too many elements span line breaks', () => {
    const open = (count: number) => `${'<span class="a">'.repeat(count)}\nx`
    expect(linesOf(open(100))).toHaveLength(2)
    expect(linesOf(open(101))).toBeUndefined()
  })

  it('highlights a long text in pieces without losing lines', () => {
    const source = Array.from({ length: 900 }, (_, i) => `def f${i}(a):\n    return "${i}"\n`).join('\n')
    const lines = highlightedLines(source, 'nodes.py')
    expect(lines.map((line) => line.replace(/<[^<>]*>/g, '').replaceAll('&quot;', '"')).join('\n')).toBe(
      source.replace(/\n$/, ''),
    )
    expect(lines.filter((line) => line.includes('hljs-keyword'))).toHaveLength(1800)
  })

  it('shows a text with a very long line plain', () => {
    expect(highlightedLines(`x = 1\n${'a'.repeat(1001)}`, 'nodes.py')[0]).toBe('x = 1')
  })
})
