import type { ReactNode } from 'react'

/** Main landmark of a page. */
export function Main({ children, className = '' }: { children: ReactNode; className?: string | undefined }) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className={`mx-auto w-full max-w-(--page-width) px-4 py-6 outline-none sm:px-6 sm:py-8 ${className}`}
    >
      {children}
    </main>
  )
}
