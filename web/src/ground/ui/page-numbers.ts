/** Pages to link to: first, last, the current one and its neighbors. Null marks a gap. */
export function pageNumbers(page: number, total: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, total].filter((number) => number >= 1 && number <= total)
  const sorted = [...new Set(wanted)].sort((a, b) => a - b)
  return sorted.flatMap((number, index) => [...gapBetween(sorted[index - 1], number), number])
}

/** A gap of one page shows that page instead. */
function gapBetween(before: number | undefined, after: number): (number | null)[] {
  const missing = before === undefined ? 0 : after - before - 1
  if (missing <= 0) return []
  return [missing === 1 ? after - 1 : null]
}
