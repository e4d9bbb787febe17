import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'

export interface TabLink {
  to: string
  text: string
  /** Whether pages below this path belong to the tab too. */
  hasPagesBelow?: boolean
}

/** Tabs that link to pages about the same subject. `label` names the subject. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On narrow screens the current tab can be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page selects another tab
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current=page]')
    current?.scrollIntoView?.({ inline: 'center', block: 'nearest' })
  }, [pathname])
  return (
    <nav ref={nav} aria-label={label} className="strip border-b border-line">
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
