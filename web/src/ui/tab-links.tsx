import { NavLink } from 'react-router'

export interface TabLink {
  to: string
  text: string
  /** The pages below it belong to this tab too. */
  hasPagesBelow?: boolean
}

/** The pages about one thing, each a page of its own; `label` says what they are. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className="overflow-x-auto border-b border-line">
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
