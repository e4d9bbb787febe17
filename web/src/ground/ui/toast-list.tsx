import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '../site/site.ts'
import { Icon, type IconName } from './icon.tsx'
import { dismissToast, type Toast } from './toast.ts'

/** Source of both: specification 9. */
export const shownMs = 5000
export const dismissingShare = 0.8

const looks: Record<Toast['tone'], { icon: IconName; colour: string }> = {
  success: { icon: 'check', colour: 'text-accent' },
  failure: { icon: 'warning', colour: 'text-danger' },
  info: { icon: 'info', colour: 'text-info' },
}

export function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <div className="fixed end-0 bottom-0 z-50 grid w-full max-w-sm gap-2 p-4">
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastItem({ toast: { id, tone, text } }: { toast: Toast }) {
  const t = useText('common')
  const dismiss = useCallback(() => dismissToast(id), [id])
  const { hold, release } = useTimer(dismiss)
  const { offset, share, handlers } = useDrag(dismiss, { hold, release })
  const { icon, colour } = looks[tone]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has a role, and holding it triggers no action
    <div
      role={tone === 'failure' ? 'alert' : 'status'}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      {...handlers}
      style={{ transform: `translateX(${offset}px)`, opacity: 1 - share / 2 }}
      className="toast flex touch-pan-y items-start gap-3 rounded-lg border border-line bg-surface p-3 text-sm shadow-float"
    >
      <Icon name={icon} className={`mt-1.5 ${colour}`} />
      <p dir="auto" className="min-w-0 flex-1 py-1 wrap-anywhere">
        {text}
      </p>
      <button
        type="button"
        aria-label={t('close')}
        onClick={dismiss}
        className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
      >
        <Icon name="close" className="size-4" />
      </button>
    </div>
  )
}

/** A timer that pauses while the user hovers, focuses or drags the toast. */
function useTimer(onEnd: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hold = useCallback(() => clearTimeout(timer.current), [])
  const release = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(onEnd, shownMs)
  }, [onEnd])
  useEffect(() => {
    release()
    return hold
  }, [hold, release])
  return { hold, release }
}

/** Dismisses the toast after a drag over most of its width; shorter drags spring back. */
function useDrag(onThrown: () => void, { hold, release }: { hold(): void; release(): void }) {
  const start = useRef<number>(undefined)
  const [offset, setOffset] = useState(0)
  const [share, setShare] = useState(0)
  const move = (x: number, width: number) => {
    const distance = x - (start.current ?? x)
    setOffset(distance)
    setShare(Math.min(Math.abs(distance) / width, 1))
  }
  const end = (event: PointerEvent<HTMLElement>) => {
    if (start.current === undefined) return
    const distance = Math.abs(event.clientX - start.current)
    start.current = undefined
    if (distance >= event.currentTarget.offsetWidth * dismissingShare) return onThrown()
    setOffset(0)
    setShare(0)
    if (event.pointerType !== 'mouse') release()
  }
  return {
    offset,
    share,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || (event.target as Element).closest('button')) return
        start.current = event.clientX
        event.currentTarget.setPointerCapture(event.pointerId)
        hold()
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (start.current !== undefined) move(event.clientX, event.currentTarget.offsetWidth)
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}
