import { type ComponentType, type FunctionComponent, lazy, Suspense, useState } from 'react'

const acts = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const

/** Settles when whoever reads the page first does something; on the server at once. */
const firstAct = new Promise<void>((resolve) => {
  if (typeof window === 'undefined') return resolve()
  for (const act of acts) addEventListener(act, () => resolve(), { once: true, passive: true, capture: true })
})

/**
 * A part of a page that can be read as the server rendered it: its code comes once the reader does something.
 * `prepare` fetches it before the page is shown to who comes from another page, so that nothing jumps. Its
 * properties must not change before, or what the server rendered would be thrown away.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> & { prepare(): Promise<void> } {
  let loaded: ComponentType<Props> | undefined
  const prepare = async () => {
    loaded = await load()
  }
  const Late = lazy(async () => {
    await firstAct
    return { default: await load() }
  })
  function Deferred(props: Props) {
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? Late)
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
  return Object.assign(Deferred, { prepare })
}
