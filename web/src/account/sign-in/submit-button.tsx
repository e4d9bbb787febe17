import type { ReactNode } from 'react'
import { buttonClass } from '../../ground/ui/button.tsx'
import { useHydrated } from '../../ground/ui/hydrated.ts'

/** Stays disabled before hydration, when a press would be lost or post the form to the server. */
export function SubmitButton({
  isRunning,
  className = '',
  children,
}: {
  isRunning: boolean
  className?: string
  children: ReactNode
}) {
  const isReady = useHydrated()
  return (
    <button
      type="submit"
      disabled={!isReady || isRunning}
      className={buttonClass('primary', `h-11! ${className}`)}
    >
      {children}
    </button>
  )
}
