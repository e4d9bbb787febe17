import type { MarkdownIt } from 'markdown-it'

const kinds = ['note', 'tip', 'important', 'warning', 'caution'] as const
type AlertKind = (typeof kinds)[number]

const marker = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i

/**
 * Renders quotes that start with markers such as `[!NOTE]`. Source: GitHub's "Basic writing and formatting
 * syntax", Alerts.
 */
export function alerts(markdown: MarkdownIt): void {
  markdown.core.ruler.after('block', 'alerts', (state) => {
    const open: (AlertKind | undefined)[] = []
    const result: typeof state.tokens = []
    for (const [i, token] of state.tokens.entries()) {
      result.push(token)
      if (token.type === 'blockquote_open') {
        const inline = state.tokens[i + 2]
        const kind = inline?.type === 'inline' ? kindOf(inline.content) : undefined
        open.push(kind)
        if (!kind || !inline) continue
        inline.content = inline.content.replace(marker, '')
        token.tag = 'div'
        token.attrSet('class', `markdown-alert markdown-alert-${kind}`)
        const title = new state.Token('html_block', '', 0)
        title.content = `<p class="markdown-alert-title">${kind.charAt(0).toUpperCase()}${kind.slice(1)}</p>`
        result.push(title)
      } else if (token.type === 'blockquote_close' && open.pop()) token.tag = 'div'
    }
    state.tokens = result
  })
}

function kindOf(content: string): AlertKind | undefined {
  const name = marker.exec(content)?.[1]?.toLowerCase()
  return kinds.find((kind) => kind === name)
}
