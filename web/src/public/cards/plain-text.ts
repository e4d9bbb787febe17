/** Removes the Markdown syntax from a text, for summaries of one or two lines. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<[a-z/!][^<>]*>/gi, '')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/^\s{0,3}(#{1,6}|[-*+>])\s+/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}
