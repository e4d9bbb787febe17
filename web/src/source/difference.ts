import { structuredPatch } from 'diff'

/** A stretch of a file around lines that differ. Line numbers count from 1. */
export interface Difference {
  oldStart: number
  newStart: number
  lines: DifferentLine[]
}

export interface DifferentLine {
  kind: 'added' | 'removed' | 'same'
  text: string
  oldLine: number
  newLine: number
}

const linesAround = 3
/** Two texts that have little in common would be compared for very long, and tell nobody anything. */
const longestMs = 2000

/** Undefined for texts that are too different to be compared line by line. */
export function differencesOf(before: string, after: string): Difference[] | undefined {
  const patch = structuredPatch('', '', before, after, '', '', { context: linesAround, timeout: longestMs })
  return patch?.hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart,
    newStart,
    lines: numbered(lines, oldStart, newStart),
  }))
}

const kinds: Readonly<Record<string, DifferentLine['kind']>> = { '+': 'added', '-': 'removed', ' ': 'same' }

function numbered(lines: readonly string[], oldStart: number, newStart: number): DifferentLine[] {
  let oldLine = oldStart
  let newLine = newStart
  return lines.flatMap((line) => {
    const kind = kinds[line[0] ?? '']
    // "\ No newline at end of file" is no line of either.
    if (!kind) return []
    const result = { kind, text: line.slice(1), oldLine, newLine }
    if (kind !== 'added') oldLine++
    if (kind !== 'removed') newLine++
    return [result]
  })
}
