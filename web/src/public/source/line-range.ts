export interface LineRange {
  from: number
  to: number
}

/** The lines that an address points at, such as `#L12` or `#L12-L20`, in either order. */
export function lineRangeIn(hash: string): LineRange | undefined {
  const [, first, last] = /^#L(\d{1,7})(?:-L(\d{1,7}))?$/.exec(hash) ?? []
  if (first === undefined) return undefined
  const [a, b] = [Number(first), Number(last ?? first)]
  return { from: Math.min(a, b), to: Math.max(a, b) }
}

/** The address of a line; of all from the one before, for who picks a second one. */
export function hashOf(line: number, since?: number): string {
  return since === undefined || since === line
    ? `#L${line}`
    : `#L${Math.min(since, line)}-L${Math.max(since, line)}`
}
