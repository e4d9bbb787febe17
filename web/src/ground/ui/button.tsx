import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import { Link, type LinkProps } from 'react-router'

const shape =
  'inline-flex h-9 items-center justify-center gap-2 rounded-md px-3.5 text-sm font-medium whitespace-nowrap transition-colors'

const looks = {
  primary: 'bg-accent text-on-accent shadow-card hover:bg-accent-strong',
  flow: 'bg-flow text-on-flow shadow-card hover:bg-flow-strong',
  plain: 'border border-line bg-surface text-ink shadow-card hover:border-edge hover:bg-raised',
  quiet: 'text-muted hover:bg-sunken hover:text-ink',
  danger: 'bg-danger text-surface hover:opacity-90',
} as const

interface Look {
  look?: keyof typeof looks
}

export function buttonClass(look: keyof typeof looks = 'plain', more = ''): string {
  return `${shape} ${looks[look]} ${more}`
}

export function Button({ look, className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & Look) {
  return <button type="button" className={buttonClass(look, className)} {...rest} />
}

export function ButtonLink({ look, className, ...rest }: LinkProps & Look) {
  return <Link className={buttonClass(look, className)} {...rest} />
}

/** Link outside the router: another site, or a path that the server handles. */
export function ButtonAnchor({ look, className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & Look) {
  return <a className={buttonClass(look, className)} {...rest} />
}
