import type { ReactNode } from 'react'

/** Where people land who skip the bar. */
export const contentId = 'content'

/** The content of a page. */
export function Main({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <main
      id={contentId}
      tabIndex={-1}
      className={`mx-auto w-full max-w-6xl px-4 py-6 outline-none sm:px-6 sm:py-8 ${className}`}
    >
      {children}
    </main>
  )
}
