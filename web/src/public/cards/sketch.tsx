import { fitted, plain, socketKindOf } from '@nodeyard/analysis/comfy-nodes'
import type { Sketch } from '@nodeyard/contract/packs'

const box = { width: 320, height: 160 } as const
const titleHeight = 24
const rowHeight = 16
const widgetHeight = 15
const widgetGap = 4

interface Placed {
  sketch: Sketch
  x: number
  y: number
  width: number
}

/** Up to two nodes as the editor shows them, cut off where the picture ends. Decoration: the card says it in words. */
export function Sketches({ sketches }: { sketches: readonly Sketch[] }) {
  const placed = placeAll(sketches)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="xMidYMin slice"
      direction="ltr"
      className="sketch absolute inset-0 size-full"
    >
      <Cable placed={placed} />
      {placed.map((one) => (
        <NodeBox key={one.x + one.y} {...one} />
      ))}
    </svg>
  )
}

/** Two beside each other, or one in the middle. */
function placeAll(sketches: readonly Sketch[]): Placed[] {
  const [first, second] = sketches
  if (first && second)
    return [
      { sketch: first, x: 16, y: 22, width: 142 },
      { sketch: second, x: 184, y: 40, width: 150 },
    ]
  return first ? [{ sketch: first, x: 76, y: 24, width: 168 }] : []
}

const socketY = (y: number, place: number) => y + titleHeight + 4 + rowHeight * (place + 0.5)

/** Cable from the first output to the first input of its type. */
function Cable({ placed: [first, second] }: { placed: Placed[] }) {
  if (!first || !second) return null
  const pairs = first.sketch.outputs.map(({ type }, output) => ({
    output,
    type,
    input: second.sketch.inputs.findIndex((input) => input.type === type),
  }))
  const pair = pairs.find(({ input }) => input >= 0)
  if (!pair) return null
  const [x1, y1] = [first.x + first.width, socketY(first.y, pair.output)]
  const [x2, y2] = [second.x, socketY(second.y, pair.input)]
  return (
    <path
      className={`hue-${socketKindOf(pair.type)} sketch-cable`}
      d={`M${x1} ${y1}C${x1 + 18} ${y1} ${x2 - 18} ${y2} ${x2} ${y2}`}
    />
  )
}

function NodeBox({ sketch: { title, inputs, outputs, widgets }, x, y, width }: Placed) {
  const rows = Math.max(inputs.length, outputs.length)
  const top = y + titleHeight + 4 + rows * rowHeight + 2
  const height =
    rows + widgets.length === 0
      ? titleHeight
      : titleHeight + 8 + rows * rowHeight + widgets.length * (widgetHeight + widgetGap)
  return (
    <>
      <rect className="sketch-body" x={x} y={y} width={width} height={height} rx="7" />
      {height > titleHeight && (
        <path
          className="sketch-title"
          d={`M${x} ${y + titleHeight}V${y + 7}a7 7 0 0 1 7-7H${x + width - 7}a7 7 0 0 1 7 7V${y + titleHeight}Z`}
        />
      )}
      <text className="sketch-name" x={x + 10} y={y + titleHeight / 2} dy=".35em">
        {fitted(plain(title), (width - 18) / 10.5)}
      </text>
      {inputs.map(({ name, type }, place) => (
        <Socket key={name} {...{ name, type, x, y: socketY(y, place), room: width / 2 }} />
      ))}
      {outputs.map(({ name, type }, place) => (
        <Socket
          // biome-ignore lint/suspicious/noArrayIndexKey: outputs are known by their place alone
          key={place}
          {...{ name, type, x: x + width, y: socketY(y, place), room: width / 2, isOutput: true }}
        />
      ))}
      {widgets.map(({ name, value }, place) => (
        <Widget
          key={name}
          {...{ name, value, x: x + 8, y: top + place * (widgetHeight + widgetGap), width: width - 16 }}
        />
      ))}
    </>
  )
}

interface SocketAt {
  name: string
  type: string
  x: number
  y: number
  room: number
  isOutput?: boolean
}

function Socket({ name, type, x, y, room, isOutput = false }: SocketAt) {
  return (
    <>
      <circle className={`hue-${socketKindOf(type)} sketch-dot`} cx={x} cy={y} r="3.5" />
      <text x={isOutput ? x - 9 : x + 9} y={y} dy=".35em" textAnchor={isOutput ? 'end' : 'start'}>
        {fitted(plain(name), (room - 14) / 9)}
      </text>
    </>
  )
}

interface WidgetAt {
  name: string
  value: string
  x: number
  y: number
  width: number
}

function Widget({ name, value, x, y, width }: WidgetAt) {
  const room = (width - 22) / 8.5
  const shown = fitted(plain(value), room * 0.5)
  return (
    <>
      <rect className="sketch-field" x={x} y={y} width={width} height={widgetHeight} rx={widgetHeight / 2} />
      <text className="sketch-muted" x={x + 8} y={y + widgetHeight / 2} dy=".35em">
        {fitted(plain(name), shown === '' ? room : room * 0.5)}
      </text>
      {shown !== '' && (
        <text x={x + width - 8} y={y + widgetHeight / 2} dy=".35em" textAnchor="end">
          {shown}
        </text>
      )}
    </>
  )
}
