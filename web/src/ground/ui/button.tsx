import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import { Link, type LinkProps } from 'react-router'

const shape =
  'inline-flex items-center justify-center gap-2 rounded-md text-sm font-medium whitespace-nowrap transition-colors disabled:opacity-50'

/** `small` is for rows of lists. */
const sizes = { normal: 'h-9 px-3.5', small: 'h-8 px-2.5' } as const

/** Colors that a user forces on all pages leave out backgrounds and show every border. */
const looks = {
  primary: 'border border-transparent bg-accent text-on-accent shadow-card hover:bg-accent-strong',
  flow: 'border border-transparent bg-flow text-on-flow shadow-card hover:bg-flow-strong',
  plain: 'border border-line bg-surface text-ink shadow-card hover:border-edge hover:bg-raised',
  quiet: 'text-muted hover:bg-sunken hover:text-ink',
  danger: 'border border-transparent bg-danger text-surface hover:opacity-90',
  /** Opens a question about something that is hard to undo. */
  risky: 'border border-line bg-surface text-danger shadow-card hover:border-danger hover:bg-danger-soft',
} as const

interface Look {
  look?: keyof typeof looks
  size?: keyof typeof sizes
}

export function buttonClass(
  look: keyof typeof looks = 'plain',
  more = '',
  size: keyof typeof sizes = 'normal',
): string {
  return `${shape} ${sizes[size]} ${looks[look]} ${more}`
}

export function Button({ look, size, className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & Look) {
  return <button type="button" className={buttonClass(look, className, size)} {...rest} />
}

export function ButtonLink({ look, size, className, ...rest }: LinkProps & Look) {
  return <Link className={buttonClass(look, className, size)} {...rest} />
}

/** Link outside the router: another site, or a path that the server handles. */
export function ButtonAnchor({
  look,
  size,
  className,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & Look) {
  return <a className={buttonClass(look, className, size)} {...rest} />
}
