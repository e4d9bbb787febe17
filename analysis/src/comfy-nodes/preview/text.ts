/** Control characters, characters that XML forbids, and characters that change the text direction. */
const unwanted = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]+/g

/** Makes an author's text safe for a drawing: one line without control characters. */
export function plain(text: string): string {
  return text.toWellFormed().replace(unwanted, ' ').trim()
}

/** Escapes a text for XML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * Escapes and isolates a text: a name in another script keeps its own direction and does not affect its
 * surroundings.
 */
export function isolated(text: string): string {
  return text === '' ? '' : `\u2068${escaped(text)}\u2069`
}

/**
 * Estimates the drawn width of a text, in units of its font size; errs on the wide side on purpose. Stops at the first
 * character beyond `enough`.
 */
export function widthOf(text: string, enough = Number.POSITIVE_INFINITY): number {
  let width = 0
  for (const character of text) {
    width += characterWidth(character)
    if (width > enough) break
  }
  return width
}

const narrow = /[ .,:;'|!iljtfrI()[\]]/
const wide = /[mwMW@%]/
const square = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/

function characterWidth(character: string): number {
  if (square.test(character) || (character.codePointAt(0) ?? 0) > 0xffff) return 1.05
  if (narrow.test(character)) return 0.34
  if (wide.test(character)) return 0.9
  return /[A-Z]/.test(character) ? 0.7 : 0.58
}

/** Truncates a text to this width with an ellipsis. */
export function fitted(text: string, width: number): string {
  if (widthOf(text, width) <= width) return text
  let kept = ''
  let used = 0.9
  for (const character of text) {
    used += characterWidth(character)
    if (used > width) break
    kept += character
  }
  return kept.trimEnd() === '' ? '' : `${kept.trimEnd()}…`
}

/** Breaks a text into lines of at most this width; the last one ends in an ellipsis when there is more. */
export function wrapped(text: string, width: number, lines: number): string[] {
  const result: string[] = []
  let rest = text
  while (rest !== '' && result.length < lines - 1 && widthOf(rest, width) > width) {
    const line = startOf(rest, width)
    result.push(line.trim())
    rest = rest.slice(line.length).trimStart()
  }
  if (rest !== '') result.push(fitted(rest, width))
  return result
}

/** Returns the part up to the last blank that fits, else as much as fits. */
function startOf(text: string, width: number): string {
  let end = 0
  let used = 0
  for (const character of text) {
    used += characterWidth(character)
    if (used > width) break
    end += character.length
  }
  const blank = text.lastIndexOf(' ', end)
  return text.slice(0, blank > end / 2 ? blank : Math.max(end, 1))
}
