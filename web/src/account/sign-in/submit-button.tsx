import type { ReactNode } from 'react'
import { Button } from '../../ground/ui/button.tsx'
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
    <Button type="submit" disabled={!isReady || isRunning} look="primary" className={`h-11! ${className}`}>
      {children}
    </Button>
  )
}
