import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'

export interface TabLink {
  to: string
  text: string
  /** The pages below it belong to this tab too. */
  hasPagesBelow?: boolean
}

/** The pages about one thing, each a page of its own; `label` says what they are. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a narrow screen the tab of this page may be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another tab
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current=page]')
    current?.scrollIntoView?.({ inline: 'center', block: 'nearest' })
  }, [pathname])
  return (
    <nav ref={nav} aria-label={label} className="overflow-x-auto border-b border-line">
      <ul className="flex gap-1">
        {tabs.map(({ to, text, hasPagesBelow = false }) => (
          <li key={to}>
            <NavLink
              end={!hasPagesBelow}
              to={to}
              className={({ isActive }) =>
                `block border-b-2 px-3 py-2.5 text-sm font-medium whitespace-nowrap ${isActive ? 'border-accent text-ink' : 'border-transparent text-muted hover:border-edge hover:text-ink'}`
              }
            >
              {text}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
