import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentToasts, onToasts, type Toast } from './toast.ts'

const ToastList = lazy(() => import('./toast-list.tsx').then(({ ToastList }) => ({ default: ToastList })))
const none: readonly Toast[] = []

/** Container for toasts. Their code loads with the first one. */
export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, currentToasts, () => none)
  if (toasts.length === 0) return null
  return (
    <Suspense>
      <ToastList toasts={toasts} />
    </Suspense>
  )
}
