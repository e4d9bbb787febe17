/** What authors wrote in Markdown, in the one or two lines of a list: the words without the marks. */
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
