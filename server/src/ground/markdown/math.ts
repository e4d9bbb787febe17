import type { MarkdownIt } from 'markdown-it'

const fence = '$$'
/** Bounds the search for the end of each formula. */
const maxLines = 100

/** Shows formulas between `$$` as source, like code blocks of the language `math`: nothing in them is Markdown. */
export function math(markdown: MarkdownIt): void {
  markdown.block.ruler.before(
    'fence',
    'math',
    (state, start, end, isProbe) => {
      const lineAt = (line: number) =>
        state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd()
      if (!lineAt(start).startsWith(fence)) return false
      const last = findEnd(lineAt, start, Math.min(end, start + maxLines))
      if (last === undefined) return false
      if (isProbe) return true
      const lines = Array.from({ length: last - start + 1 }, (_, place) => lineAt(start + place))
      const token = state.push('fence', 'code', 0)
      token.info = 'math'
      token.content = `${lines.join('\n').slice(fence.length, -fence.length).trim()}\n`
      token.map = [start, last + 1]
      token.markup = fence
      state.line = last + 1
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )
}

/** Finds the line that ends the formula that begins at `start`. */
function findEnd(lineAt: (line: number) => string, start: number, end: number): number | undefined {
  const first = lineAt(start)
  if (first.length > 2 * fence.length && first.endsWith(fence)) return start
  for (let line = start + 1; line < end; line++) if (lineAt(line).endsWith(fence)) return line
  return undefined
}
