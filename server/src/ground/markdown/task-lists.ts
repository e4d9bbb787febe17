import type { MarkdownIt } from 'markdown-it'

/** Adds checkboxes to items that start with `[ ]` or `[x]`. Source: GitHub Flavored Markdown, 5.3. */
export function taskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'task-lists', ({ tokens, Token }) => {
    for (const [i, item] of tokens.entries()) {
      if (item.type !== 'list_item_open' || tokens[i + 1]?.type !== 'paragraph_open') continue
      const [first, ...rest] = tokens[i + 2]?.children ?? []
      const box = first?.type === 'text' ? /^\[([ xX])\][ \t]/.exec(first.content) : null
      if (!first || !box) continue
      first.content = first.content.slice(box[0].length)
      item.attrSet('class', 'task-list-item')
      const open = new Token('html_inline', '', 0)
      open.content = `<label><input type="checkbox" disabled${box[1] === ' ' ? '' : ' checked'}> `
      const close = new Token('html_inline', '', 0)
      close.content = '</label>'
      const inline = tokens[i + 2]
      if (inline) inline.children = [open, first, ...rest, close]
    }
  })
}
