import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { AdminOnly } from '../../account/access/guards.tsx'
import { Main } from '../../ground/page/main.tsx'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { adminPages } from './pages.ts'

interface AdminPage {
  title: string
  lead?: ReactNode
  /** Buttons next to the title. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * Layout of every admin page. Other users see a refusal; the children never render, so that they load no
 * data.
 */
export function AdminPage({ title, ...page }: AdminPage) {
  return (
    <>
      <PageHead title={title} />
      <AdminOnly className="wide-page">{() => <Shell title={title} {...page} />}</AdminOnly>
    </>
  )
}

function Shell({ title, lead, actions, children }: AdminPage) {
  return (
    <Main className="wide-page grid content-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8">
      <Navigation />
      <div className="grid min-w-0 content-start gap-5">
        <header className="grid gap-2">
          <Breadcrumb page={title} />
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h1 className="min-w-0 text-xl font-bold tracking-tight text-balance sm:text-2xl">{title}</h1>
            {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
          </div>
          {lead && <div className="max-w-prose text-sm text-muted text-pretty">{lead}</div>}
        </header>
        {children}
      </div>
    </Main>
  )
}

function Breadcrumb({ page }: { page: string }) {
  const t = useText('admin')
  const common = useText('common')
  const dashboard = common('admin_dashboard')
  const places = [
    { to: links.home(), name: t('home') },
    ...(page === dashboard ? [] : [{ to: links.admin(), name: dashboard }]),
  ]
  return (
    <nav aria-label={t('breadcrumb')}>
      <ol className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
        {places.map(({ to, name }) => (
          <li key={to} className="flex items-center gap-1.5">
            <Link to={to} className="underline-offset-2 hover:text-ink hover:underline">
              {name}
            </Link>
            <Icon name="next" className="mirrored size-3.5" />
          </li>
        ))}
        <li aria-current="page" className="text-ink">
          {page}
        </li>
      </ol>
    </nav>
  )
}

/** A column next to the page, or a collapsed menu above it on narrow screens. */
function Navigation() {
  const t = useText('admin')
  return (
    <>
      <details className="rounded-lg border border-line bg-surface lg:hidden">
        <summary className="flex items-center gap-2 px-3 py-2.5 text-sm font-medium">
          <Icon name="menu" />
          {t('pages')}
        </summary>
        <nav aria-label={t('pages')} className="grid gap-4 border-t border-line p-2 sm:grid-cols-2">
          <Groups />
        </nav>
      </details>
      <nav
        aria-label={t('pages')}
        className="sticky top-4 grid max-h-[calc(100vh-2rem)] content-start gap-4 self-start overflow-y-auto max-lg:hidden"
      >
        <Groups />
      </nav>
    </>
  )
}

function Groups() {
  const t = useText('admin')
  return adminPages.map(({ name: group, pages }) => (
    <div key={group ?? ''} className="grid content-start gap-1">
      {group && <p className="px-2.5 text-xs font-semibold text-muted">{t(group)}</p>}
      <ul className="grid">
        {pages.map(({ path, name }) => (
          <li key={path}>
            <NavLink
              to={path}
              end
              className="block rounded-md px-2.5 py-1.5 text-sm hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong"
            >
              {t(name)}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  ))
}
