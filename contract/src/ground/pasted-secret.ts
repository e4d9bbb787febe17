/**
 * Characters that are always invisible: byte order marks, zero-width and control characters, soft hyphens.
 */
const invisible = /[\p{Cf}\u0000-\u0008\u000e-\u001f\u007f-\u009f]/gu
const lineBreaks = /[\t\n\v\f\r]/g
const quotes = '\'"`´‘’‚“”„«»‹›'
const bearer = /^(authorization:)?\s*bearer\s+/i

/** Removes the characters that copying and pasting adds to a secret, and a leading `Bearer`. */
export function cleanSecret(pasted: string): string {
  const secret = cleanPasted(pasted)
  return bearer.test(secret) ? cleanSecret(secret.replace(bearer, '')) : secret
}

/**
 * Removes the characters that copying and pasting adds to a name: surrounding blanks and quotes, line breaks,
 * invisible characters.
 */
export function cleanPasted(pasted: string): string {
  let text = pasted.replace(invisible, '')
  for (let before = ''; before !== text; ) {
    before = text
    text = withoutQuotes(text.trim())
  }
  return text.replace(lineBreaks, bearer.test(text) ? ' ' : '')
}

function withoutQuotes(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && quotes.includes(text.charAt(start))) start++
  while (end > start && quotes.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
