import { diffArrays } from 'diff'

/**
 * A line of a file next to its earlier version. Line numbers start at 1; one side is missing for added and
 * removed lines.
 */
export interface PairedLine {
  before?: number
  after?: number
  isChanged: boolean
}

/** Texts with little in common take very long to compare and produce no useful result. */
const maxCompareMs = 2000

/** Returns undefined for texts that differ too much to compare line by line. */
export function pairedLines(before: readonly string[], after: readonly string[]): PairedLine[] | undefined {
  const changes = diffArrays([...before], [...after], { timeout: maxCompareMs })
  if (!changes) return undefined
  const pairs: PairedLine[] = []
  let old = 1
  let current = 1
  for (let at = 0; at < changes.length; at++) {
    const change = changes[at]
    if (!change) continue
    const next = changes[at + 1]
    if (!change.added && !change.removed) {
      for (const _ of change.value) pairs.push({ before: old++, after: current++, isChanged: false })
      continue
    }
    // Pairs removed lines with the lines that replaced them.
    const other = next && (next.added || next.removed) && next.added !== change.added ? next : undefined
    if (other) at++
    const [gone, come] = change.removed
      ? [change.value.length, other?.value.length ?? 0]
      : [other?.value.length ?? 0, change.value.length]
    for (let index = 0; index < Math.max(gone, come); index++)
      pairs.push({
        ...(index < gone ? { before: old++ } : {}),
        ...(index < come ? { after: current++ } : {}),
        isChanged: true,
      })
  }
  return pairs
}

export type Stretch =
  | { kind: 'lines'; from: number; lines: readonly PairedLine[] }
  /** Hidden lines, from `from` up to but excluding `to`. */
  | { kind: 'gap'; from: number; to: number }

const linesAround = 3
const linesAroundFinding = 8
const maxChangedLines = 400

/**
 * Lines that are visible at first: changes, up to a limit, and the context of findings, which are at these
 * lines of the later text.
 */
export function shownPlaces(pairs: readonly PairedLine[], findingLines: ReadonlySet<number>): Set<number> {
  const shown = new Set<number>()
  const show = (place: number, around: number) => {
    for (let at = Math.max(0, place - around); at <= Math.min(pairs.length - 1, place + around); at++)
      shown.add(at)
  }
  let changed = 0
  pairs.forEach(({ isChanged, after }, place) => {
    if (isChanged && changed < maxChangedLines) {
      changed++
      show(place, linesAround)
    }
    if (after !== undefined && findingLines.has(after)) show(place, linesAroundFinding)
  })
  if (shown.size === 0 && pairs.length > 0) show(0, 2 * linesAroundFinding)
  return shown
}

/** Splits a file into visible parts and gaps. */
export function stretchesOf(pairs: readonly PairedLine[], shown: ReadonlySet<number>): Stretch[] {
  const stretches: Stretch[] = []
  for (let from = 0; from < pairs.length; ) {
    const isShown = shown.has(from)
    let to = from + 1
    while (to < pairs.length && shown.has(to) === isShown) to++
    stretches.push(
      isShown ? { kind: 'lines', from, lines: pairs.slice(from, to) } : { kind: 'gap', from, to },
    )
    from = to
  }
  return stretches
}

/** Reorders lines for a single column: of each group of changes, removed lines first, then added ones. */
export function oneUnderOther(lines: readonly PairedLine[]): PairedLine[] {
  const result: PairedLine[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]
    if (line && !line.isChanged) {
      result.push(line)
      at++
      continue
    }
    let end = at
    while (lines[end]?.isChanged) end++
    const run = lines.slice(at, end)
    for (const { before } of run) if (before !== undefined) result.push({ before, isChanged: true })
    for (const { after } of run) if (after !== undefined) result.push({ after, isChanged: true })
    at = end
  }
  return result
}
