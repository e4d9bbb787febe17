import {
  type ComponentType,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  use,
  useEffect,
  useRef,
} from 'react'

/** How far below the window a part begins to load. */
const margin = '0px 0px 200px'
/** Signs of a reader who may act soon. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown'] as const

export interface LaterPart<Props> {
  (props: Props): ReactNode
  /** Loads the code, for pages that come without the part's HTML. */
  prepare(): Promise<void>
}

/**
 * A part of a page whose code loads when it comes near the window, or the reader begins to act. Until then, the server's
 * HTML of the part stays. A button that is pressed in between acts once the code is there. `look` are classes of its box.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  look = '',
): LaterPart<Props> {
  const ready = Promise.withResolvers<void>()
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const prepare = () => {
    loading ??= load().then((found) => {
      Loaded = found
      ready.resolve()
    })
    return loading
  }
  // A failed download is tried again when the part is next seen.
  const tryPrepare = () => void prepare().catch(() => (loading = undefined))

  function Part(props: Props) {
    if (import.meta.env.SSR) tryPrepare()
    if (!Loaded) use(ready.promise)
    return Loaded && <Loaded {...props} />
  }

  /** React shows this where a navigation made it drop the HTML of a part without code. */
  function Dropped({ early }: { early: RefObject<Early> }) {
    useEffect(() => {
      early.current.wasDropped = true
      tryPrepare()
    }, [early])
    return null
  }

  // Unchanged properties must not render again: React would drop the HTML of a part that has no code yet.
  const Later = memo(function Later(props: Props) {
    const place = useRef<HTMLDivElement>(null)
    const early = useEarlyPress(place)
    useEffect(() => {
      const box = place.current
      if (Loaded || !box) return
      if (box.childElementCount === 0) return tryPrepare()
      const observer = new IntersectionObserver(
        ([entry]) => entry?.isIntersecting && !Loaded && tryPrepare(),
        { rootMargin: margin },
      )
      observer.observe(box)
      for (const sign of signs) addEventListener(sign, tryPrepare, { once: true, passive: true })
      return () => {
        observer.disconnect()
        for (const sign of signs) removeEventListener(sign, tryPrepare)
      }
    }, [])
    return (
      <div ref={place} className={`min-w-0 empty:hidden ${look}`}>
        <Suspense fallback={<Dropped early={early} />}>
          <Part {...props} />
          <Ready early={early} />
        </Suspense>
      </div>
    )
  })
  return Object.assign((props: Props) => <Later {...props} />, { prepare })
}

interface Early {
  isReady: boolean
  wasDropped?: boolean
  button?: HTMLButtonElement | undefined
}

/** Remembers the last button that was pressed before its code was there. */
function useEarlyPress(place: RefObject<HTMLElement | null>): RefObject<Early> {
  const early = useRef<Early>({ isReady: false })
  useEffect(() => {
    const press = ({ target }: Event) => {
      if (early.current.isReady || !(target instanceof Element) || !place.current?.contains(target)) return
      early.current.button = target.closest<HTMLButtonElement>('button[type=button]') ?? undefined
    }
    // React stops such events at the document, because it cannot pass them on yet.
    addEventListener('click', press, true)
    return () => removeEventListener('click', press, true)
  }, [place])
  return early
}

function Ready({ early: { current } }: { early: RefObject<Early> }) {
  useEffect(() => {
    current.isReady = true
    // The navigation did not find its target, or found it on a page that was shorter without this part.
    if (current.wasDropped) document.getElementById(location.hash.slice(1))?.scrollIntoView()
    current.button?.click()
    current.button = undefined
  }, [current])
  return null
}
