/** Control characters, those that XML does not know, and those that turn the direction of what follows. */
const unwanted = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]+/g

/** A text of an author as it may stand in a drawing: one line, nothing that acts on its surroundings. */
export function plain(text: string): string {
  return text.toWellFormed().replace(unwanted, ' ').trim()
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Escaped, and isolated: a name in another script keeps its own direction and turns nothing around it. */
export function isolated(text: string): string {
  return text === '' ? '' : `\u2068${escaped(text)}\u2069`
}

/** About as wide as the text is drawn, in units of its font size; an error to the wide side is on purpose. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += characterWidth(character)
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

/** The text, or as much of its start as fits, with an ellipsis. */
export function fitted(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let used = 0.9
  for (const character of text) {
    used += characterWidth(character)
    if (used > width) break
    kept += character
  }
  return kept.trimEnd() === '' ? '' : `${kept.trimEnd()}…`
}

/** Lines of at most this width, broken anywhere; the last one says by an ellipsis that there is more. */
export function wrapped(text: string, width: number, lines: number): string[] {
  const result: string[] = []
  let rest = text
  while (rest !== '' && result.length < lines - 1 && widthOf(rest) > width) {
    const line = startOf(rest, width)
    result.push(line.trim())
    rest = rest.slice(line.length).trimStart()
  }
  if (rest !== '') result.push(fitted(rest, width))
  return result
}

/** Up to the last blank that fits, else as much as fits. */
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
