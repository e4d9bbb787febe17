export interface LineRange {
  from: number
  to: number
}

/** Parses the lines of an address such as `#L12` or `#L12-L20`, in either order. */
export function lineRangeIn(hash: string): LineRange | undefined {
  const [, first, last] = /^#L(\d{1,7})(?:-L(\d{1,7}))?$/.exec(hash) ?? []
  if (first === undefined) return undefined
  const [a, b] = [Number(first), Number(last ?? first)]
  return { from: Math.min(a, b), to: Math.max(a, b) }
}

/** Address of a line, or of the range from a previously selected line. */
export function hashOf(line: number, since?: number): string {
  return since === undefined || since === line
    ? `#L${line}`
    : `#L${Math.min(since, line)}-L${Math.max(since, line)}`
}
