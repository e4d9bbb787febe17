import type {
  GraphGroup,
  GraphLayout,
  GraphLink,
  GraphNode,
  GraphSocket,
} from '../../workflow/graph-layout.ts'
import { editorPalette, type Palette, socketKindOf } from './palette.ts'
import { escaped, fitted, isolated, plain, widthOf, wrapped } from './text.ts'

/** A comfy-node that an installation lacks: one of a known pack, or one of no known pack. */
export type GraphMark = 'needed' | 'missing'

interface GraphDrawing {
  /** Prefix of the ids inside, so that a page can contain several drawings. */
  id: string
  /** The text alternative in a few words. */
  label: string
  palette?: Palette
  /** Leaves out the parts that are illegible in a small picture: labels of sockets, and values. */
  isSmall?: boolean
  /** How many pixels wide it is shown: titles, lines and dots of wide graphs are drawn larger for it. */
  shownWidth?: number
  /** Adds a signal that travels along each link, for a style sheet to move. */
  hasSignals?: boolean
  /** Comfy-nodes to mark, by class name or by the id of a subgraph. */
  marks?: ReadonlyMap<string, GraphMark>
}

/** Colors and signs of marks, readable on the editor's dark surface. */
const marks: Record<GraphMark, { color: string; sign: string }> = {
  needed: { color: '#ffb74d', sign: '↓' },
  missing: { color: '#ff5c5c', sign: '!' },
}

interface Look {
  palette: Palette
  isSmall: boolean
  hasSignals: boolean
  scale: number
  marks: ReadonlyMap<string, GraphMark>
  left: { characters: number }
}

/** Nodes after this much of a drawing have no sockets, values or notes. */
export const maxDrawnCharacters = 4_000_000
/** Lines of one text. */
const maxLines = 60
/** A graph can be reduced to this part before its lines and titles are drawn larger. */
const maxReduced = 1.5
const largestTitle = 23
const titleHeight = 30
const slotHeight = 20
const widgetHeight = 20
const widgetGap = 4
const titleSize = 14
const fontSize = 12
const margin = 40
const dotRadius = 5
const inset = 12
const lineHeight = 16
/** A group's frame has room above its nodes for the title. */
const groupTitleSize = 22

/**
 * Draws a workflow as its author arranged it: groups, links in the colors of their types, nodes with sockets and values, and
 * notes. The SVG is self-contained, and authors' texts are escaped and keep their own direction.
 */
export function drawGraph(layout: GraphLayout, drawing: GraphDrawing): string {
  const { id, label, palette = editorPalette, isSmall = false, hasSignals = false, shownWidth } = drawing
  const { x, y, width, height } = boundsOf(layout)
  const name = escaped(id)
  // In a small picture, lines and dots keep a width that can be seen.
  const scale = shownWidth === undefined ? 1 : Math.max(1, width / shownWidth / maxReduced)
  const left = { characters: maxDrawnCharacters }
  const look = { palette, isSmall, hasSignals, scale, marks: drawing.marks ?? new Map(), left }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="${name}-title" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}" direction="ltr" font-family="system-ui, sans-serif" font-size="${fontSize}">`,
    `<title id="${name}-title">${isolated(plain(label))}</title>`,
    ...layout.groups.map((group) => drawGroup(group, palette)),
    ...layout.links.map((link) => drawLink(link, layout.nodes, look)),
    ...layout.nodes.map((node) => drawNode(node, look)),
    '</svg>',
  ].join('')
}

export interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

/** The place of everything that is drawn. Nodes far away from all others would make these too small to see. */
export function boundsOf({ nodes, groups }: Pick<GraphLayout, 'nodes' | 'groups'>): Bounds {
  const boxes = [
    ...nodes.map((node) => ({ ...node, y: node.y - titleHeight, height: heightOf(node) + titleHeight })),
    ...groups,
  ]
  const left = Math.min(...boxes.map(({ x }) => x)) - margin
  const top = Math.min(...boxes.map(({ y }) => y)) - margin
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + margin
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + margin
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const heightOf = ({ isCollapsed, height }: GraphNode) => (isCollapsed ? 0 : height)
const collapsedWidth = ({ title }: GraphNode) => Math.min(240, widthOf(title) * titleSize + 44)
const shownWidth = (node: GraphNode) => (node.isCollapsed ? collapsedWidth(node) : node.width)

function drawGroup({ title, x, y, width, height, color }: GraphGroup, { muted }: Palette): string {
  const shown = color ?? muted
  const words = fitted(plain(title), (width - 20) / groupTitleSize)
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="12" fill="${shown}" fill-opacity=".13" stroke="${shown}" stroke-opacity=".5"/>`,
    words &&
      `<text x="${x + 12}" y="${y + 26}" font-size="${groupTitleSize}" font-weight="600" fill="${shown}">${isolated(words)}</text>`,
  ].join('')
}

function drawLink(
  { from, output, to, input, type }: GraphLink,
  nodes: readonly GraphNode[],
  { palette: { sockets }, hasSignals, scale }: Look,
): string {
  const [source, target] = [nodes[from], nodes[to]]
  if (!source || !target) return ''
  const start = { x: source.x + shownWidth(source), y: source.y + socketY(source, source.outputs, output) }
  const end = { x: target.x, y: target.y + socketY(target, target.inputs, input) }
  const bend = Math.round(Math.min(400, Math.max(30, Math.hypot(end.x - start.x, end.y - start.y) / 4)))
  const path = `M${start.x} ${start.y}C${start.x + bend} ${start.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`
  const colour = sockets[socketKindOf(type)]
  return [
    `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${(3 * scale).toFixed(1)}" stroke-linecap="round" opacity=".85"/>`,
    hasSignals
      ? `<path class="signal signal-${(from * 7 + output * 3) % 12}" d="${path}" fill="none" stroke="${colour}" stroke-width="5" stroke-linecap="round" pathLength="100" stroke-dasharray="0 130"/>`
      : '',
  ].join('')
}

/** Returns the distance of a socket from the top of the body. */
function socketY(node: GraphNode, sockets: readonly GraphSocket[], place: number): number {
  if (node.isCollapsed) return -titleHeight / 2
  const socket = sockets[place]
  if (socket?.widget !== undefined)
    return widgetTop(node) + (socket.widget + 0.5) * (widgetHeight + widgetGap)
  const before = sockets.slice(0, place).filter(({ widget }) => widget === undefined).length
  return (before + 0.7) * slotHeight
}

function slotRows({ inputs, outputs }: GraphNode): number {
  return Math.max(inputs.filter(({ widget }) => widget === undefined).length, outputs.length)
}

const widgetTop = (node: GraphNode) => slotRows(node) * slotHeight + 6

function drawNode(node: GraphNode, look: Look): string {
  const { palette, scale } = look
  const size = Math.min(largestTitle, Math.round(titleSize * scale))
  const { x, y, title, isMuted, isBypassed } = node
  const width = shownWidth(node)
  const words = fitted(plain(title), (width - 36) / size)
  const opacity = isMuted ? ' opacity=".45"' : isBypassed ? ' opacity=".65"' : ''
  return [
    `<g transform="translate(${x} ${y})"${opacity}>`,
    drawBody(node, width, palette),
    drawSign(node, width, look),
    words &&
      `<text x="27" y="${-titleHeight / 2}" dy=".35em" font-size="${size}" font-weight="600" fill="${palette.ink}">${isolated(words)}</text>`,
    node.isCollapsed ? drawCollapsed(node, width, palette) : drawContent(node, look),
    '</g>',
  ].join('')
}

/** The dot in the title, or the frame and sign of a marked comfy-node. */
function drawSign(node: GraphNode, width: number, { palette, scale, marks: marked }: Look): string {
  const mark = marked.get(node.type)
  const y = -titleHeight / 2
  if (!mark) return `<circle cx="15" cy="${y}" r="4.5" fill="${palette.muted}" opacity=".6"/>`
  const { color, sign } = marks[mark]
  const height = heightOf(node) + titleHeight
  return [
    `<rect class="mark-${mark}" x="-2" y="${-titleHeight - 2}" width="${width + 4}" height="${height + 4}" rx="11" fill="${color}" fill-opacity=".16" stroke="${color}" stroke-width="${(4 * scale).toFixed(1)}"/>`,
    `<circle cx="14" cy="${y}" r="9" fill="${color}"/>`,
    `<text x="14" y="${y}" dy=".35em" font-size="13" font-weight="800" text-anchor="middle" fill="#1a1a1a">${sign}</text>`,
  ].join('')
}

function drawBody(node: GraphNode, width: number, { body, title, line, sockets }: Palette): string {
  const { isCollapsed, isBypassed, color, isSubgraph } = node
  const height = heightOf(node)
  const tint = isBypassed ? '#b04fc0' : color
  const frame = isSubgraph ? sockets.model : line
  const rim = `stroke="${frame}" stroke-width="${isSubgraph ? 2 : 1}"`
  const box = `x="0" y="${-titleHeight}" width="${width}" height="${height + titleHeight}" rx="${isCollapsed ? 15 : 9}"`
  if (isCollapsed)
    return `<rect ${box} fill="${title}" ${rim}/>${tint ? `<rect ${box} fill="${tint}" fill-opacity=".45"/>` : ''}`
  const bar = `M0 0V${9 - titleHeight}a9 9 0 0 1 9-9H${width - 9}a9 9 0 0 1 9 9V0Z`
  return [
    `<rect ${box} fill="${body}" ${rim}/>`,
    `<path d="${bar}" fill="${title}"/>`,
    tint
      ? `<rect ${box} fill="${tint}" fill-opacity=".3"/><path d="${bar}" fill="${tint}" fill-opacity=".4"/>`
      : '',
  ].join('')
}

function drawCollapsed({ inputs, outputs }: GraphNode, width: number, { muted }: Palette): string {
  const dot = (x: number) => `<circle cx="${x}" cy="${-titleHeight / 2}" r="4" fill="${muted}"/>`
  return `${inputs.length > 0 ? dot(0) : ''}${outputs.length > 0 ? dot(width) : ''}`
}

function drawContent(node: GraphNode, look: Look): string {
  if (look.left.characters <= 0) return ''
  const content = drawParts(node, look)
  look.left.characters -= content.length
  return content
}

function drawParts(node: GraphNode, look: Look): string {
  const { palette, isSmall } = look
  if (node.note !== undefined) return isSmall ? '' : drawNote(node, node.note, palette)
  return [
    ...node.inputs.map((socket, place) => drawSocket(node, { socket, place, isOutput: false }, look)),
    ...node.outputs.map((socket, place) => drawSocket(node, { socket, place, isOutput: true }, look)),
    drawWidgets(node, look),
  ].join('')
}

interface PlacedSocket {
  socket: GraphSocket
  place: number
  isOutput: boolean
}

function drawSocket(
  node: GraphNode,
  { socket, place, isOutput }: PlacedSocket,
  { palette: { sockets, ink }, isSmall, scale }: Look,
): string {
  if (socket.widget !== undefined) return ''
  const y = socketY(node, isOutput ? node.outputs : node.inputs, place)
  const x = isOutput ? node.width : 0
  const dot = `<circle cx="${x}" cy="${y}" r="${(dotRadius * scale).toFixed(1)}" fill="${sockets[socketKindOf(socket.type)]}"/>`
  const words = isSmall ? '' : fitted(plain(socket.name), (node.width / 2 - inset) / fontSize)
  if (words === '') return dot
  const anchor = isOutput ? ' text-anchor="end"' : ''
  return `${dot}<text x="${isOutput ? x - inset : inset}" y="${y}" dy=".35em" fill="${ink}" fill-opacity=".85"${anchor}>${isolated(words)}</text>`
}

function drawWidgets(node: GraphNode, { palette, isSmall }: Look): string {
  const { widgets, width, height } = node
  const drawn: string[] = []
  let y = widgetTop(node)
  for (const [place, widget] of widgets.entries()) {
    const room = height - y - 6 - (widgets.length - place - 1) * (widgetHeight + widgetGap)
    const isText = isLong(widget.value, width) && room > widgetHeight * 2
    const tall = isText ? room : widgetHeight
    if (y + widgetHeight > height + 4) break
    drawn.push(
      `<rect x="10" y="${y}" width="${width - 20}" height="${tall}" rx="${isText ? 5 : tall / 2}" fill="${palette.field}" stroke="${palette.line}"/>`,
      isSmall
        ? ''
        : isText
          ? drawText(widget.value, { y, width, height: tall }, palette)
          : drawValue(widget, y, width, palette),
    )
    y += tall + widgetGap
  }
  return drawn.join('')
}

const isLong = (value: string, width: number) =>
  value.includes('\n') || widthOf(value, width / fontSize) * fontSize > width - 60

function drawValue(
  { name, value }: { name: string; value: string },
  y: number,
  width: number,
  { ink, muted }: Palette,
): string {
  const room = (width - 52) / fontSize
  const middle = y + widgetHeight / 2
  const label = fitted(plain(name), room * 0.55)
  const shown = fitted(plain(value), room - widthOf(label))
  return [
    label && `<text x="22" y="${middle}" dy=".35em" fill="${muted}">${isolated(label)}</text>`,
    shown &&
      `<text x="${label ? width - 22 : 22}" y="${middle}" dy=".35em" fill="${ink}"${label ? ' text-anchor="end"' : ''}>${isolated(shown)}</text>`,
  ].join('')
}

interface TextBox {
  y: number
  width: number
  height: number
}

function drawText(text: string, { y, width, height }: TextBox, { ink }: Palette): string {
  const lines = Math.min(maxLines, Math.max(1, Math.floor((height - 8) / lineHeight)))
  return text
    .split('\n')
    .slice(0, lines)
    .flatMap((line) => wrapped(plain(line), (width - 40) / fontSize, lines))
    .slice(0, lines)
    .map((line, place) =>
      line === ''
        ? ''
        : `<text x="18" y="${y + 6 + lineHeight * (place + 0.5)}" dy=".35em" fill="${ink}" fill-opacity=".8">${isolated(line)}</text>`,
    )
    .join('')
}

function drawNote({ width, height }: GraphNode, note: string, palette: Palette): string {
  return drawText(note, { y: 4, width, height: height - 8 }, palette)
}
