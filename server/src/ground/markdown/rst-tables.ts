import { escapeHtml } from './escape.ts'

/** Maximum height of a table without borders, which bounds the search for its end. */
const maxLines = 300
const gridLine = /^\+(?:[-=]+\+)+$/
const simpleLine = /^=+(?: +=+)+$/

/** Returns the end of a table that starts at this line; undefined without one. */
export function tableEnd(lines: readonly string[], at: number): number | undefined {
  const line = lines[at] ?? ''
  if (gridLine.test(line)) {
    let end = at
    while (end < lines.length && /^[+|]/.test(lines[end] ?? '')) end++
    return end
  }
  if (!simpleLine.test(line)) return undefined
  const last = Math.min(lines.length, at + maxLines)
  for (let end = at + 1, borders = 1; end < last; end++) {
    if (simpleLine.test(lines[end] ?? '')) borders++
    const isLast = lines[end + 1] === undefined || lines[end + 1] === ''
    if (simpleLine.test(lines[end] ?? '') && isLast && borders >= 2) return end + 1
  }
  return undefined
}

/** Renders a table, or its source when cells span several columns or rows. */
export function renderTable(lines: readonly string[], inline: (text: string) => string): string {
  const rows = gridLine.test(lines[0] ?? '') ? gridRows(lines) : simpleRows(lines)
  if (!rows) return `<pre>${escapeHtml(lines.join('\n'))}</pre>`
  const cells = (row: readonly string[], tag: string) =>
    row.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')
  const made = (part: Row[], tag: string) =>
    part.map(({ cells: row }) => `<tr>${cells(row, tag)}</tr>`).join('\n')
  const [head, body] = [rows.filter(({ isHead }) => isHead), rows.filter(({ isHead }) => !isHead)]
  return `<table>${head.length > 0 ? `<thead>${made(head, 'th')}</thead>` : ''}<tbody>${made(body, 'td')}</tbody></table>`
}

interface Row {
  cells: string[]
  isHead: boolean
}

function gridRows(lines: readonly string[]): Row[] | undefined {
  const [first = ''] = lines
  const edges = [...first].flatMap((letter, i) => (letter === '+' ? [i] : []))
  const rows: Row[] = []
  let current: string[] | undefined
  for (const line of lines.slice(1)) {
    if (gridLine.test(line)) {
      if (!edges.every((edge) => line[edge] === '+')) return undefined
      if (current) rows.push({ cells: current, isHead: false })
      if (line.includes('=')) for (const row of rows) row.isHead = true
      current = undefined
      continue
    }
    if (!edges.every((edge) => line[edge] === '|')) return undefined
    current = joined(
      current,
      edges.slice(1).map((edge, i) => line.slice((edges[i] ?? 0) + 1, edge)),
    )
  }
  return rows
}

function simpleRows(lines: readonly string[]): Row[] {
  const [first = ''] = lines
  const columns = [...first.matchAll(/=+/g)].map(({ index }) => index)
  const borders = lines.flatMap((line, i) => (simpleLine.test(line) ? [i] : []))
  const headEnd = borders.length > 2 ? (borders[1] ?? 0) : 0
  const isBorder = new Set(borders)
  const rows: Row[] = []
  for (const [i, line] of lines.entries()) {
    if (line === '' || isBorder.has(i) || /^[- ]+$/.test(line)) continue
    const cells = columns.map((from, n) => line.slice(from, columns[n + 1]))
    const last = rows.at(-1)
    // A row with an empty first column continues the previous one.
    if (cells[0]?.trim() === '' && last) last.cells = joined(last.cells, cells)
    else rows.push({ cells: cells.map((cell) => cell.trim()), isHead: i < headEnd })
  }
  return rows
}

function joined(before: readonly string[] | undefined, cells: readonly string[]): string[] {
  return cells.map((cell, i) => [before?.[i], cell.trim()].filter(Boolean).join(' '))
}
