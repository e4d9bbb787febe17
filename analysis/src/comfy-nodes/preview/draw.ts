import type { ComfyNodeBox, Output, Socket, Widget } from './box.ts'
import { lightPalette, type Palette, socketKindOf } from './palette.ts'
import { escaped, fitted, isolated, plain, widthOf, wrapped } from './text.ts'

/** The words of the text alternative of the drawing. */
interface DrawingWords {
  inputs: string
  outputs: string
  widgets: string
  optional: string
  list: string
}

const english: DrawingWords = {
  inputs: 'Inputs',
  outputs: 'Outputs',
  widgets: 'Widgets',
  optional: 'optional',
  list: 'list',
}

export interface Drawing {
  /** Prefix of the ids inside, so that a page can contain several drawings. */
  id: string
  palette?: Palette
  words?: DrawingWords
}

const drawingWidth = 320

const titleHeight = 30
const padding = 10
const rowHeight = 22
const fieldHeight = 22
const fieldGap = 6
const lineHeight = 16
const multilineRows = 3
const fontSize = 12
const smallSize = 10
/** Rows of sockets on a side, and of widgets; the rest is counted. */
const shownRows = 24
const inset = 10
const textInset = 22

/**
 * Draws a comfy-node as the tool does: title, sockets in the colors of their types, widgets with their
 * defaults. The SVG is self-contained: it has no style sheet, script, font or external reference. Authors'
 * texts are escaped and keep their own direction. Title and description are its text alternative.
 */
export function drawComfyNode(box: ComfyNodeBox, { id, palette, words = english }: Drawing): string {
  const colours = palette ?? lightPalette
  const sockets = drawSockets(box, colours)
  const widgets = drawWidgets(box.widgets, titleHeight + sockets.height, colours)
  const height = titleHeight + sockets.height + widgets.height + (sockets.height + widgets.height ? 4 : 0)
  const name = escaped(id)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="${name}-title" aria-describedby="${name}-text" width="${drawingWidth}" height="${height}" viewBox="0 0 ${drawingWidth} ${height}" direction="ltr" font-family="system-ui, sans-serif" font-size="${fontSize}">`,
    `<title id="${name}-title">${isolated(plain(box.title))}</title>`,
    `<desc id="${name}-text">${escaped(describeBox(box, words))}</desc>`,
    drawBody(box.title, height, colours),
    sockets.drawn,
    widgets.drawn,
    '</svg>',
  ].join('')
}

/** Describes everything that the drawing shows, in a few sentences. */
export function describeBox(
  { inputs, outputs, widgets }: ComfyNodeBox,
  words: DrawingWords = english,
): string {
  const input = ({ type, isOptional, ...socket }: Socket) =>
    `${shownName(socket)} (${[plain(type), ...(isOptional ? [words.optional] : [])].join(', ')})`
  const output = ({ type, isList, ...socket }: Output) =>
    `${shownName(socket)} (${[plain(type), ...(isList ? [words.list] : [])].join(', ')})`
  const widget = (widget: Widget) =>
    widget.default === undefined ? shownName(widget) : `${shownName(widget)} = ${plain(widget.default)}`
  const parts: [string, string[]][] = [
    [words.inputs, inputs.map(input)],
    [words.outputs, outputs.map(output)],
    [words.widgets, widgets.map(widget)],
  ]
  return parts
    .filter(([, items]) => items.length > 0)
    .map(([label, items]) => `${label}: ${items.join('; ')}.`)
    .join(' ')
}

function drawBody(title: string, height: number, { body, title: bar, line, ink }: Palette): string {
  const right = drawingWidth - 0.5
  return [
    `<rect x=".5" y=".5" width="${drawingWidth - 1}" height="${height - 1}" rx="8" fill="${body}" stroke="${line}"/>`,
    `<path d="M.5 ${titleHeight}V8.5a8 8 0 0 1 8-8H${right - 8}a8 8 0 0 1 8 8V${titleHeight}Z" fill="${bar}" stroke="${line}"/>`,
    text(fitted(plain(title), (drawingWidth - 2 * inset) / 13), {
      x: inset + 2,
      y: titleHeight / 2,
      fill: ink,
      extra: ' font-size="13" font-weight="600"',
    }),
  ].join('')
}

function drawSockets({ inputs, outputs }: ComfyNodeBox, colours: Palette): { drawn: string; height: number } {
  const rows = Math.min(Math.max(inputs.length, outputs.length), shownRows)
  if (rows === 0) return { drawn: '', height: 0 }
  const drawn: string[] = []
  for (let row = 0; row < rows; row++) {
    const isLast = row === shownRows - 1
    const y = titleHeight + padding / 2 + rowHeight * (row + 0.5)
    drawn.push(
      drawRow(
        isLast ? [] : inputs.slice(row, row + 1),
        isLast ? [] : outputs.slice(row, row + 1),
        y,
        colours,
      ),
    )
    if (isLast) drawn.push(drawRest(inputs.length - row, outputs.length - row, y, colours))
  }
  return { drawn: drawn.join(''), height: rows * rowHeight + padding }
}

/** Width of one row, in units of the font size. */
const rowWidth = (drawingWidth - 2 * textInset - 16) / fontSize

function drawRow([input]: Socket[], [output]: Output[], y: number, colours: Palette): string {
  const half = rowWidth / 2
  const wanted = { in: input ? labelWidth(input) : 0, out: output ? labelWidth(output) : 0 }
  const room = {
    in: Math.max(half, rowWidth - wanted.out),
    out: Math.max(half, rowWidth - Math.min(wanted.in, Math.max(half, rowWidth - wanted.out))),
  }
  return [
    input ? drawSocket(input, { y, room: room.in, side: 'in', isFilled: !input.isOptional }, colours) : '',
    output ? drawSocket(output, { y, room: room.out, side: 'out', isFilled: true }, colours) : '',
  ].join('')
}

function shownName({ name, label = name }: { name: string; label?: string }): string {
  return plain(label)
}

/** The type is shown when the name does not tell it, because color alone must not carry meaning. */
function typeLabel({ type, ...socket }: Socket | Output): string {
  return shownName(socket).toLowerCase() === plain(type).toLowerCase() ? '' : plain(type)
}

const typeScale = smallSize / fontSize

function labelWidth(socket: Socket | Output): number {
  const type = typeLabel(socket)
  return widthOf(shownName(socket)) + (type ? 0.6 + widthOf(type) * typeScale : 0)
}

function drawSocket(
  socket: Socket | Output,
  { y, room, side, isFilled }: { y: number; room: number; side: 'in' | 'out'; isFilled: boolean },
  { muted, ink, body, sockets }: Palette,
): string {
  const colour = sockets[socketKindOf(socket.type)]
  const at =
    side === 'in'
      ? { dot: inset, text: textInset }
      : { dot: drawingWidth - inset, text: drawingWidth - textInset }
  const type = typeLabel(socket)
  const name = fitted(
    shownName(socket),
    type ? Math.max(room * 0.6, room - widthOf(type) * typeScale - 0.6) : room,
  )
  const left = (room - widthOf(name) - 0.6) / typeScale
  const shownType = type ? fitted(type, left) : ''
  const typeSpan = shownType
    ? `<tspan font-size="${smallSize}" fill="${muted}">${isolated(shownType)}</tspan>`
    : ''
  const nameSpan = `<tspan>${isolated(name)}</tspan>`
  const spans = side === 'in' ? [nameSpan, typeSpan] : [typeSpan, nameSpan]
  const anchor = side === 'in' ? '' : ' text-anchor="end"'
  return [
    `<circle cx="${at.dot}" cy="${y}" r="4.5" fill="${isFilled ? colour : body}" stroke="${colour}" stroke-width="2"/>`,
    `<text x="${at.text}" y="${y}" dy=".35em" fill="${ink}"${anchor}>${spans.filter(Boolean).join('  ')}</text>`,
  ].join('')
}

function drawRest(inputs: number, outputs: number, y: number, { muted }: Palette): string {
  return [
    inputs > 0 ? text(`+ ${inputs}`, { x: textInset, y, fill: muted }) : '',
    outputs > 0
      ? text(`+ ${outputs}`, { x: drawingWidth - textInset, y, fill: muted, extra: ' text-anchor="end"' })
      : '',
  ].join('')
}

function drawWidgets(widgets: Widget[], top: number, colours: Palette): { drawn: string; height: number } {
  if (widgets.length === 0) return { drawn: '', height: 0 }
  let y = top + padding / 2
  const drawn: string[] = []
  for (const widget of widgets.slice(0, widgets.length > shownRows ? shownRows - 1 : shownRows)) {
    const height = heightOf(widget)
    drawn.push(drawWidget(widget, y, height, colours))
    y += height + fieldGap
  }
  if (widgets.length > shownRows) {
    drawn.push(
      text(`+ ${widgets.length - shownRows + 1}`, {
        x: textInset,
        y: y + fieldHeight / 2,
        fill: colours.muted,
      }),
    )
    y += fieldHeight + fieldGap
  }
  return { drawn: drawn.join(''), height: y - top }
}

function heightOf({ isMultiline }: Widget): number {
  return isMultiline ? multilineRows * lineHeight + 10 : fieldHeight
}

function drawWidget(widget: Widget, y: number, height: number, colours: Palette): string {
  const { field, line } = colours
  const radius = widget.isMultiline ? 4 : fieldHeight / 2
  const frame = `<rect x="${inset}" y="${y}" width="${drawingWidth - 2 * inset}" height="${height}" rx="${radius}" fill="${field}" stroke="${line}"/>`
  return (
    frame + (widget.isMultiline ? drawLines(widget, y, colours) : drawField(widget, y + height / 2, colours))
  )
}

/** A multiline text shows its default, or its name while it is empty. */
function drawLines({ default: initial, ...widget }: Widget, y: number, { ink, muted }: Palette): string {
  const content = plain(initial ?? '')
  const width = (drawingWidth - 2 * textInset) / fontSize
  const lines = content === '' ? [fitted(shownName(widget), width)] : wrapped(content, width, multilineRows)
  return lines
    .map((line, index) =>
      text(line, { x: inset + 8, y: y + 5 + lineHeight * (index + 0.5), fill: content === '' ? muted : ink }),
    )
    .join('')
}

function drawField(widget: Widget, y: number, colours: Palette): string {
  const { ink, muted, sockets } = colours
  const isOn = widget.type === 'BOOLEAN'
  const start = { x: textInset + 4, y, fill: muted }
  const end = drawingWidth - textInset - (isOn ? 12 : 4)
  const room = (end - start.x - 12) / fontSize
  const value = plain(shownValue(widget))
  const name = fitted(shownName(widget), value ? Math.max(room * 0.5, room - widthOf(value)) : room)
  const shown = fitted(value, room - widthOf(name))
  return [
    text(name, start),
    shown ? text(shown, { x: end, y, fill: ink, extra: ' text-anchor="end"' }) : '',
    isOn
      ? `<circle cx="${drawingWidth - textInset}" cy="${y}" r="5" fill="${widget.default?.toLowerCase() === 'true' ? sockets.number : muted}"/>`
      : drawArrows(widget, y, muted),
  ].join('')
}

/** The tool has arrows on both sides of numbers and choices. */
function drawArrows({ type }: Widget, y: number, fill: string): string {
  if (type === 'STRING') return ''
  const left = inset + 7
  const right = drawingWidth - left
  return `<path d="M${left} ${y}l5-4v8ZM${right} ${y}l-5-4v8Z" fill="${fill}"/>`
}

/** Returns the initial value of a widget: the default, else the first choice, else the tool's own default. */
function shownValue({ type, default: initial, choices, range }: Widget): string {
  if (initial !== undefined) return initial
  if (choices?.[0] !== undefined) return choices[0]
  if (type === 'INT' || type === 'FLOAT') return String(Math.max(0, range?.min ?? 0))
  return type === 'BOOLEAN' ? 'false' : ''
}

interface Placed {
  x: number
  /** The middle of the line. */
  y: number
  fill: string
  extra?: string
}

function text(content: string, { x, y, fill, extra = '' }: Placed): string {
  return `<text x="${x}" y="${y}" dy=".35em" fill="${fill}"${extra}>${isolated(content)}</text>`
}
