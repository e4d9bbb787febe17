import { Link } from 'react-router'
import { useText } from '../site/site.ts'
import { Icon } from './icon.tsx'
import { pageNumbers } from './page-numbers.ts'

interface Paging {
  page: number
  totalPages: number
  /** Accessible name of the navigation. */
  label: string
  linkTo(page: number): string
}

const cell = 'inline-flex h-10 min-w-10 items-center justify-center gap-1 rounded-md px-2 text-sm'

/** Links to the other pages. Renders nothing for a single page. */
export function Paging({ page, totalPages, label, linkTo }: Paging) {
  if (totalPages <= 1) return null
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-center gap-1 tabular-nums">
      <Step kind="previous" page={page - 1} totalPages={totalPages} linkTo={linkTo} />
      <ol className="contents">
        {pageNumbers(page, totalPages).map((number, index) => (
          <li key={number ?? `gap ${index}`} className={number === page ? '' : 'max-sm:hidden'}>
            <PageLink number={number} current={page} linkTo={linkTo} />
          </li>
        ))}
      </ol>
      <Step kind="next" page={page + 1} totalPages={totalPages} linkTo={linkTo} />
    </nav>
  )
}

function PageLink({
  number,
  current,
  linkTo,
}: Pick<Paging, 'linkTo'> & { number: number | null; current: number }) {
  const t = useText('common')
  if (number === null) return <span className={`${cell} text-muted`}>…</span>
  const isCurrent = number === current
  return (
    <Link
      to={linkTo(number)}
      aria-label={t('page_number', { page: number })}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${cell} ${isCurrent ? 'bg-accent font-semibold text-on-accent' : 'text-ink hover:bg-sunken'}`}
    >
      {number}
    </Link>
  )
}

function Step({ kind, page, totalPages, linkTo }: Omit<Paging, 'label'> & { kind: 'previous' | 'next' }) {
  const t = useText('common')
  const isThere = page >= 1 && page <= totalPages
  const content = (
    <>
      {kind === 'previous' && <Icon name="next" className="mirrored rotate-180" />}
      <span>{kind === 'previous' ? t('previous') : t('next')}</span>
      {kind === 'next' && <Icon name="next" className="mirrored" />}
    </>
  )
  if (!isThere) return <span className={`${cell} text-muted`}>{content}</span>
  return (
    <Link to={linkTo(page)} rel={kind === 'next' ? 'next' : 'prev'} className={`${cell} hover:bg-sunken`}>
      {content}
    </Link>
  )
}
