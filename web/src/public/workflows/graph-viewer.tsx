import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../ground/site/site.ts'
import { Icon, type IconName } from '../../ground/ui/icon.tsx'

const zooms = [1, 1.5, 2.25, 3.5, 5, 7.5] as const

/** A drawn workflow to look into: buttons and the wheel with a key enlarge it, and it is moved by dragging or scrolling. */
export function GraphViewer({ src, label }: { src: string; label: string }) {
  const t = useText('workflows')
  const frame = useRef<HTMLElement>(null)
  const [place, setPlace] = useState(0)
  const zoom = zooms[place] ?? 1
  const change = (step: number) => setPlace((now) => Math.min(zooms.length - 1, Math.max(0, now + step)))
  useCentered(frame, zoom)
  useWheel(frame, change)
  const drag = useDrag(frame)
  return (
    <div className="card relative overflow-hidden">
      <section
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={label}
        {...drag}
        className={`graph-surface h-[clamp(16rem,min(58vh,75vw),42rem)] overflow-auto ${zoom > 1 ? 'cursor-grab active:cursor-grabbing' : ''}`}
      >
        <div className={`graph-zoom graph-zoom-${place}`}>
          <img src={src} alt={label} draggable={false} className="size-full object-contain p-3" />
        </div>
      </section>
      <div className="needs-script absolute end-3 bottom-3 flex gap-1 print:hidden">
        <Tool icon="minus" label={t('zoom_out')} isOff={place === 0} onPress={() => change(-1)} />
        <Tool icon="plus" label={t('zoom_in')} isOff={place === zooms.length - 1} onPress={() => change(1)} />
        <Tool icon="fit" label={t('zoom_fit')} isOff={place === 0} onPress={() => setPlace(0)} />
      </div>
    </div>
  )
}

interface ToolProps {
  icon: IconName
  label: string
  isOff: boolean
  onPress(): void
}

function Tool({ icon, label, isOff, onPress }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onPress}
      className="on-picture grid size-9 place-items-center rounded-md hover:bg-black"
    >
      <Icon name={icon} className="size-4.5" />
    </button>
  )
}

/** Keeps the middle of the view in place when the zoom changes. */
function useCentered(frame: { current: HTMLElement | null }, zoom: number): void {
  const before = useRef(zoom)
  useEffect(() => {
    const box = frame.current
    if (!box || before.current === zoom) return
    const ratio = zoom / before.current
    before.current = zoom
    box.scrollLeft = (box.scrollLeft + box.clientWidth / 2) * ratio - box.clientWidth / 2
    box.scrollTop = (box.scrollTop + box.clientHeight / 2) * ratio - box.clientHeight / 2
  }, [frame, zoom])
}

/** The wheel alone scrolls the page, as everywhere. */
function useWheel(frame: { current: HTMLElement | null }, change: (step: number) => void): void {
  const latest = useRef(change)
  latest.current = change
  useEffect(() => {
    const box = frame.current
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      latest.current(event.deltaY < 0 ? 1 : -1)
    }
    box?.addEventListener('wheel', onWheel, { passive: false })
    return () => box?.removeEventListener('wheel', onWheel)
  }, [frame])
}

/** Fingers scroll by themselves. */
function useDrag(frame: { current: HTMLElement | null }) {
  const last = useRef<{ x: number; y: number }>(undefined)
  const stop = () => {
    last.current = undefined
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      last.current = { x: event.clientX, y: event.clientY }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove({ clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
      if (!last.current || !frame.current) return
      frame.current.scrollLeft -= x - last.current.x
      frame.current.scrollTop -= y - last.current.y
      last.current = { x, y }
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  }
}
