import { defined } from '../ground/defined.ts'
import {
  type GraphGroup,
  type GraphLink,
  type GraphNode,
  type GraphSocket,
  type GraphWidget,
  layoutLimits,
} from './graph-layout.ts'
import { isRecord, listOf, recordOf } from './values.ts'

type Record_ = Record<string, unknown>

/** Sizes that the editor uses if a file gives none, and the largest ones drawn. */
const usualWidth = 210
const leastWidth = 60
const largestSide = 20_000
const largestPlace = 10_000_000
const slotHeight = 20
const widgetHeight = 24
const noteTypes = new Set(['Note', 'MarkdownNote'])

interface ReadNodes {
  nodes: GraphNode[]
  /** Places in `nodes` by the node's id in the file. */
  places: Map<string, number>
  omitted: number
}

export function readNodes(graph: Record_, subgraphs: readonly Record_[]): ReadNodes {
  const names = new Map(subgraphs.map(({ id, name }) => [id, name]))
  const all = listOf(graph['nodes']).filter(isRecord)
  const drawn = all.slice(0, layoutLimits.nodes)
  return {
    nodes: drawn.map((node) => readNode(node, names)),
    places: new Map(drawn.map(({ id }, place) => [String(id), place])),
    omitted: all.length - drawn.length,
  }
}

function readNode(node: Record_, subgraphNames: ReadonlyMap<unknown, unknown>): GraphNode {
  const type = shortText(node['type'], layoutLimits.nameLength * 2)
  const isSubgraph = subgraphNames.has(node['type'])
  const title =
    shortText(node['title'], layoutLimits.nameLength) || nameOf(type, subgraphNames.get(node['type']))
  const sockets = readInputs(listOf(node['inputs']).filter(isRecord))
  const outputs = readSockets(listOf(node['outputs']).filter(isRecord))
  const values = readValues(node['widgets_values'])
  const isNote = noteTypes.has(type)
  const widgets = isNote ? [] : nameWidgets(values, sockets.widgetNames)
  const [x = 0, y = 0] = pairOf(node['pos'])
  const [width = usualWidth, height = 0] = pairOf(node['size'])
  const rows = Math.max(sockets.inputs.filter(({ widget }) => widget === undefined).length, outputs.length)
  const least = rows * slotHeight + widgets.length * widgetHeight + 10
  const mode = node['mode']
  const color = colorOf(node['bgcolor']) ?? colorOf(node['color'])
  const isCollapsed = recordOf(node['flags'])['collapsed'] === true
  return {
    type,
    title,
    x: placeOf(x),
    y: placeOf(y),
    width: sideOf(width, leastWidth),
    height: sideOf(height, least),
    inputs: sockets.inputs,
    outputs,
    widgets,
    ...defined({ color: color || undefined }),
    ...(isNote
      ? {
          note: values
            .map(({ value }) => value)
            .join('\n')
            .slice(0, layoutLimits.noteLength),
        }
      : {}),
    ...defined({ isCollapsed: isCollapsed || undefined }),
    ...(mode === 2 ? { isMuted: true } : {}),
    ...(mode === 4 ? { isBypassed: true } : {}),
    ...defined({ isSubgraph: isSubgraph || undefined }),
  }
}

/** Group nodes are called `workflow/NAME`. */
const nameOf = (type: string, subgraphName: unknown) =>
  shortText(subgraphName, layoutLimits.nameLength) ||
  type.replace(/^workflow[/>]/, '').slice(0, layoutLimits.nameLength)

/** Newer files list widgets among the inputs; a link to one of them ends beside the widget. */
function readInputs(all: readonly Record_[]): { inputs: GraphSocket[]; widgetNames: string[] } {
  const widgetNames: string[] = []
  const inputs = all.slice(0, layoutLimits.sockets).map((input): GraphSocket => {
    const socket = readSocket(input)
    if (!isRecord(input['widget'])) return socket
    widgetNames.push(socket.name)
    return { ...socket, widget: widgetNames.length - 1 }
  })
  return { inputs, widgetNames }
}

const readSockets = (all: readonly Record_[]) => all.slice(0, layoutLimits.sockets).map(readSocket)

function readSocket({ name, label, localized_name: localized, type }: Record_): GraphSocket {
  return {
    name:
      shortText(label, layoutLimits.nameLength) ||
      shortText(localized, layoutLimits.nameLength) ||
      shortText(name, layoutLimits.nameLength),
    type: typeof type === 'string' ? shortText(type, layoutLimits.nameLength) : '*',
  }
}

/** Values in order, or by name. */
function readValues(values: unknown): GraphWidget[] {
  const entries: [string, unknown][] = Array.isArray(values)
    ? values.map((value) => ['', value])
    : Object.entries(recordOf(values))
  return entries
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .slice(0, layoutLimits.widgets)
    .map(([name, value]) => ({
      name: shortText(name, layoutLimits.nameLength),
      value: shortText(String(value), layoutLimits.noteLength),
    }))
}

/** Values that the editor adds after a seed without listing them as an input. */
const afterSeed = new Set(['fixed', 'increment', 'decrement', 'randomize'])

/** Returns the values with their names, if there are as many of both. */
function nameWidgets(values: readonly GraphWidget[], names: readonly string[]): GraphWidget[] {
  const shortened = values.map(({ name, value }) => ({
    name,
    value: value.slice(0, layoutLimits.textLength),
  }))
  const named = shortened.filter(({ value }, place) => place === 0 || !afterSeed.has(value))
  const all = names.length === shortened.length ? shortened : named
  if (all.length !== names.length) return shortened
  return all.map(({ name, value }, place) => ({ name: name || (names[place] ?? ''), value }))
}

/** Links are lists in most files, and objects in newer ones. */
export function readLinks(
  graph: Record_,
  nodes: readonly GraphNode[],
  places: ReadonlyMap<string, number>,
): GraphLink[] {
  return listOf(graph['links'])
    .slice(0, layoutLimits.links)
    .flatMap((link) => {
      const [source, output, target, input, type] = Array.isArray(link) ? link.slice(1) : fieldsOf(link)
      const [from, to] = [places.get(String(source)), places.get(String(target))]
      if (from === undefined || to === undefined || !isSlot(output) || !isSlot(input)) return []
      const known = nodes[from]?.outputs[output]?.type
      return [
        {
          from,
          output,
          to,
          input,
          type: typeof type === 'string' ? type.slice(0, layoutLimits.nameLength) : (known ?? '*'),
        },
      ]
    })
}

function fieldsOf(link: unknown): unknown[] {
  const { origin_id, origin_slot, target_id, target_slot, type } = recordOf(link)
  return [origin_id, origin_slot, target_id, target_slot, type]
}

const isSlot = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < layoutLimits.sockets

export function readGroups(graph: Record_): GraphGroup[] {
  return listOf(graph['groups'])
    .filter(isRecord)
    .slice(0, layoutLimits.groups)
    .flatMap(({ title, bounding, color }) => {
      const box = listOf(bounding)
      if (box.length < 4 || !box.slice(0, 4).every(Number.isFinite)) return []
      const [x, y, width, height] = box as [number, number, number, number]
      const shown = colorOf(color)
      return [
        {
          title: shortText(title, layoutLimits.nameLength),
          x: placeOf(x),
          y: placeOf(y),
          width: sideOf(width, usualWidth),
          height: sideOf(height, usualWidth),
          ...defined({ color: shown || undefined }),
        },
      ]
    })
}

/** Pairs are lists, or objects with the keys `0` and `1`. */
function pairOf(value: unknown): number[] {
  const pair = Array.isArray(value) ? value : Object.values(recordOf(value))
  return pair.slice(0, 2).map(Number).filter(Number.isFinite)
}

const placeOf = (value: number) => Math.round(Math.min(Math.max(value, -largestPlace), largestPlace))

function sideOf(value: number, least: number): number {
  const side = Number.isFinite(value) ? value : 0
  return Math.round(Math.min(Math.max(side, least, 40), largestSide))
}

/** `#rrggbb` of that or of the short form; undefined for anything else. */
function colorOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value)
  const long = short
    ? `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`
    : value
  return /^#[0-9a-f]{6}$/i.test(long) ? long.toLowerCase() : undefined
}

function shortText(value: unknown, length: number): string {
  return typeof value === 'string' ? value.slice(0, length).toWellFormed().trim() : ''
}
