import { nameToEmoji } from 'gemoji'

const emoji = new Map(Object.entries(nameToEmoji))

/** Tags, with those of code distinguished, and short names of emoji. */
const parts = /<(\/?)(?:code|pre)\b[^<>]*>|<[^<>]*>|:([+\w-]{1,40}):/g

/**
 * Replaces the short names of emoji that GitHub knows, outside code. Takes sanitized HTML: the links to headings are
 * named after the words that an author typed, so they must exist already.
 */
export function withEmoji(html: string): string {
  let codeDepth = 0
  return html.replace(parts, (whole, closing: string | undefined, name: string | undefined) => {
    if (closing !== undefined) codeDepth += closing ? -1 : 1
    return (name !== undefined && codeDepth === 0 && emoji.get(name)) || whole
  })
}
