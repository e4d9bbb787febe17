import type { ReactNode } from 'react'
import { FoldMark } from './fold-mark.tsx'

interface Fold {
  title: ReactNode
  children: ReactNode
  className?: string
  /** Classes of the title. */
  look?: string
  isOpen?: boolean
}

/** Collapsible section. */
export function Fold({ title, children, className, look = 'text-muted', isOpen }: Fold) {
  return (
    <details className={className} open={isOpen}>
      <summary
        className={`inline-flex max-w-full items-center gap-1 underline-offset-4 hover:underline ${look}`}
      >
        <FoldMark />
        {title}
      </summary>
      {children}
    </details>
  )
}
