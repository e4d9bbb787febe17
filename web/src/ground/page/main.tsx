import type { ReactNode } from 'react'

interface Main {
  /** Runs over the full width, above the content. */
  band?: ReactNode
  children: ReactNode
  className?: string | undefined
}

const contentLook = 'mx-auto w-full max-w-(--page-width) px-4 pt-6 pb-12 sm:px-6 sm:pt-8 sm:pb-16'

/** Main landmark of a page. */
export function Main({ band, children, className = '' }: Main) {
  if (!band)
    return (
      <main id="content" tabIndex={-1} className={`${contentLook} outline-none ${className}`}>
        {children}
      </main>
    )
  return (
    <main id="content" tabIndex={-1} className="outline-none">
      {band}
      <div className={`${contentLook} ${className}`}>{children}</div>
    </main>
  )
}
