/** A text that was encoded in base64. */
export interface Decoded {
  text: string
  /** Returns about where a position of the text is in the text around it. */
  placeOf(at: number): number
}

interface Run {
  at: number
  letters: string
}

/** A secret of the fewest letters takes this many in base64. */
const shortestRun = 24
/** Longer values come in parts. */
const longestRun = 65_536
/** Letters of base64 in either alphabet, by character code. */
const isLetter = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(/[A-Za-z0-9+/_-]/.test(String.fromCharCode(code))),
)
/** Between the lines of one value, also in source code. */
const betweenLines = /^$|^=*(?:\\[nr]?|[\s"'`+,]|(?<!\\)\b[rbuf]+(?=["'])){1,60}$/
const mostBetween = 60
const lastLine =
  /=*(?:\\[nr]?|[\s"'`+,]|(?<!\\)[rbuf]+(?=["'])){1,60}([A-Za-z0-9+/_-]{1,23})(?![A-Za-z0-9+/_-])/y
/** Longer values start where their letters start. */
const longestShifted = 4096
const readable = /[\t\n\r\x20-\x7e]{16,}/g

/** Yields the readable texts that a text contains in base64. */
export function* decodedIn(text: string): Generator<Decoded> {
  for (const runs of valuesIn(text)) {
    const value = runs.map((run) => run.letters).join('')
    const shifts = value.length <= longestShifted ? 4 : 1
    for (let shift = 0; shift < shifts; shift++) {
      const decoded = decode(value.slice(shift))
      for (const { 0: found, index } of decoded.matchAll(readable))
        yield { text: found, placeOf: (at) => placeIn(runs, shift + Math.floor(((index + at) * 4) / 3)) }
    }
  }
}

/** Yields the parts of each value. Encoders break values into lines of one length. */
function* valuesIn(text: string): Generator<Run[]> {
  let runs: Run[] = []
  let end = 0
  for (const [index, found] of lettersIn(text)) {
    const between = index - end <= mostBetween ? text.slice(end, index) : ''
    // The last letter of an escaped line break looks like one of the value.
    const isEscaped = between.endsWith('\\') && /^[nr]/.test(found)
    const run = isEscaped ? { at: index + 1, letters: found.slice(1) } : { at: index, letters: found }
    const isNext = betweenLines.test(isEscaped ? `${between}n` : between)
    const isFull = runs.at(-1)?.letters.length === runs[0]?.letters.length
    if (runs.length > 0 && !(isNext && isFull)) {
      yield withLastLine(runs, text, end)
      runs = []
    }
    runs.push(run)
    end = index + found.length
  }
  if (runs.length > 0) yield withLastLine(runs, text, end)
}

/** Yields the runs of letters with their positions. Looks at one of 24 characters where there is none. */
function* lettersIn(text: string): Generator<[at: number, letters: string]> {
  let start = 0
  while (start + shortestRun <= text.length) {
    let at = start + shortestRun - 1
    while (at >= start && isLetter[text.charCodeAt(at)] === 1) at--
    if (at >= start) {
      start = at + 1
      continue
    }
    let end = start + shortestRun
    while (end < start + longestRun && isLetter[text.charCodeAt(end)] === 1) end++
    yield [start, text.slice(start, end)]
    start = end
  }
}

/** The last line of a value can be shorter than every secret. */
function withLastLine(runs: Run[], text: string, end: number): Run[] {
  lastLine.lastIndex = end
  const rest = lastLine.exec(text)?.[1]
  return rest === undefined ? runs : [...runs, { at: lastLine.lastIndex - rest.length, letters: rest }]
}

function decode(value: string): string {
  const usual = value.replaceAll('-', '+').replaceAll('_', '/')
  // A single letter is less than a byte.
  const whole = usual.length % 4 === 1 ? usual.slice(0, -1) : usual
  // UTF-16 has zeros beside every letter of ASCII.
  return atob(whole).replaceAll('\0', '')
}

function placeIn(runs: readonly Run[], at: number): number {
  let left = at
  for (const run of runs) {
    if (left < run.letters.length) return run.at + left
    left -= run.letters.length
  }
  return runs.at(-1)?.at ?? 0
}
