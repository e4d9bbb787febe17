import { Link } from 'react-router'
import { useFormats } from '../../ground/site/site.ts'

interface ChoiceLinks<Value extends string> {
  label: string
  current: Value
  /** `isAtLeast` marks a count that stopped at a limit. */
  choices: readonly { value: Value; label: string; count?: number | undefined; isAtLeast?: boolean }[]
  linkTo(value: Value): string
}

/** Links for a single choice, each with the number of matches. */
export function ChoiceLinks<Value extends string>({ label, current, choices, linkTo }: ChoiceLinks<Value>) {
  const formats = useFormats()
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1.5">
      {choices.map(({ value, label: name, count, isAtLeast }) => (
        <Link
          key={value}
          to={linkTo(value)}
          replace
          preventScrollReset
          aria-current={value === current ? 'page' : undefined}
          className="inline-flex h-9 items-center gap-1.5 rounded-md border border-line bg-surface px-3 text-sm hover:border-edge aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-strong"
        >
          {name}
          {count !== undefined && (
            <span className="tabular-nums text-muted">
              {formats.number(count)}
              {isAtLeast && '+'}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
