import { lazy, Suspense } from 'react'
import { isRouteErrorResponse, matchPath, useLocation, useRouteError } from 'react-router'
import { inLocale, links } from '../paths/links.ts'
import { paths } from '../paths/paths.ts'
import { useSite, useText } from '../site/site.ts'
import type { TextKey } from '../texts/texts.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { lookedFor } from './looked-for.ts'
import { Main } from './main.tsx'
import { isNetworkFailure, type PageProblem, unreachable } from './page-error.ts'

interface Explanation {
  icon: IconName
  title: TextKey<'common'>
  text: TextKey<'common'>
}

const notFound: Explanation = { icon: 'search', title: 'not_found_title', text: 'not_found_text' }
const unavailable: Explanation = { icon: 'clock', title: 'unavailable_title', text: 'unavailable_text' }
const failed: Explanation = { icon: 'warning', title: 'failed_title', text: 'failed_text' }

const byCode: Record<string, Explanation> = {
  node_not_found: { icon: 'search', title: 'node_not_found_title', text: 'node_not_found_text' },
  version_not_found: { icon: 'search', title: 'version_not_found_title', text: 'version_not_found_text' },
  publisher_not_found: {
    icon: 'search',
    title: 'publisher_not_found_title',
    text: 'publisher_not_found_text',
  },
  collection_not_found: {
    icon: 'search',
    title: 'collection_not_found_title',
    text: 'collection_not_found_text',
  },
  not_admin: { icon: 'blocked', title: 'not_allowed_title', text: 'not_allowed_text' },
  node_banned: { icon: 'blocked', title: 'banned_title', text: 'banned_text' },
  version_held: { icon: 'clock', title: 'held_title', text: 'held_text' },
  unreachable: { icon: 'clock', title: 'unreachable_title', text: 'unreachable_text' },
}

/** Owners and admins see more than other readers. */
const seenByOwners: ReadonlySet<string> = new Set([
  'node_banned',
  'version_held',
  'node_not_found',
  'collection_not_found',
])

/** Replaces a page that failed to load, with the reason and links to continue. */
export function ErrorPage() {
  const error = useRouteError()
  if (isNetworkFailure(error)) return <InsteadOfPage status={503} problem={unreachable} />
  if (!isRouteErrorResponse(error)) return <InsteadOfPage status={500} problem={null} />
  return <InsteadOfPage status={error.status} problem={error.data as PageProblem | null} />
}

export function InsteadOfPage({ status, problem }: { status: number; problem: PageProblem | null }) {
  const t = useText('common')
  const { icon, title, text } = explain(status, problem)
  const isUnreachable = problem?.code === unreachable.code
  const isMissing = status === 404
  return (
    <Main className="grid flex-1 place-items-center">
      <PageHead title={t(title)} />
      <div className="grid w-full max-w-lg justify-items-center gap-3 py-12 text-center">
        <span className="grid size-16 place-items-center rounded-lg bg-sunken text-muted">
          <Icon name={icon} className="size-8" />
        </span>
        {!isUnreachable && (
          <p className="text-sm text-muted tabular-nums">{t('error_number', { status: String(status) })}</p>
        )}
        <h1 className="text-2xl font-semibold text-balance">{t(title)}</h1>
        <p className="text-muted text-pretty">{t(text)}</p>
        <Reason problem={problem} />
        {seenByOwners.has(problem?.code ?? '') && (
          <Suspense fallback={null}>
            <SecondLook />
          </Suspense>
        )}
        {isMissing && <SearchInstead />}
        {isMissing && (
          <Suspense fallback={null}>
            <DidYouMean />
          </Suspense>
        )}
        {isUnreachable ? (
          <Button look="primary" className="mt-3" onClick={() => location.reload()}>
            {t('try_again')}
          </Button>
        ) : (
          <div className="mt-3 flex flex-wrap justify-center gap-3">
            {problem?.code === 'version_not_found' && <OtherVersions />}
            <ButtonLink look={problem?.code === 'version_not_found' ? 'plain' : 'primary'} to={links.home()}>
              {t('to_home')}
            </ButtonLink>
          </div>
        )}
      </div>
    </Main>
  )
}

function explain(status: number, problem: PageProblem | null): Explanation {
  const known = byCode[problem?.code ?? '']
  if (known) return known
  if (status === 404 || status === 405) return notFound
  return status === 503 ? unavailable : failed
}

/** The versions that the pack of a missing version does have. */
function OtherVersions() {
  const t = useText('common')
  const { pathname } = useLocation()
  const found = matchPath({ path: paths.version, end: false }, pathname)
  if (!found?.params.nodeId) return null
  return (
    <ButtonLink look="primary" to={links.versions(found.params.nodeId)}>
      {t('to_versions')}
    </ButtonLink>
  )
}

const SecondLook = lazy(() => import('./second-look.tsx').then(({ SecondLook }) => ({ default: SecondLook })))

const DidYouMean = lazy(() =>
  import('./did-you-mean.tsx').then(({ DidYouMean }) => ({ default: DidYouMean })),
)

/** Searches for what the address was about. The browser sends the form, so it works without JavaScript. */
function SearchInstead() {
  const t = useText('common')
  const { locale } = useSite().settings
  const { words } = lookedFor(useLocation().pathname)
  return (
    <search className="w-full">
      <form action={inLocale(locale, links.home())} className="relative">
        <Icon name="search" className="pointer-events-none absolute start-3.5 top-3.5 size-4.5 text-muted" />
        <input
          type="search"
          name="q"
          defaultValue={words}
          aria-label={t('search_nodes')}
          placeholder={t('search_nodes')}
          className="own-direction h-11 w-full rounded-md border border-edge bg-surface ps-10 pe-3 text-start text-base placeholder:text-muted"
        />
      </form>
    </search>
  )
}

/** Why moderators removed a node, in their own words. */
function Reason({ problem }: { problem: PageProblem | null }) {
  if (problem?.code !== 'node_banned' || problem.message === '' || problem.message === 'Node Banned')
    return null
  return (
    <blockquote dir="auto" className="rounded-md bg-danger-soft px-4 py-3 text-start text-danger">
      {problem.message}
    </blockquote>
  )
}
