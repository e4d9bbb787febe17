import { trimEndOf } from '@nodeyard/analysis/ground'
import { isHeldVersion } from '@nodeyard/contract/packs'
import { moderateVersion, type Review, type ReviewItem, undoDecision } from '@nodeyard/contract/safety'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../account/access/use-may.ts'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { Button, ButtonAnchor } from '../../ground/ui/button.tsx'
import { CodeText } from '../../ground/ui/code-text.tsx'
import { Fold } from '../../ground/ui/fold.tsx'
import { httpAddress } from '../../ground/ui/http-address.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { refusalText } from '../../ground/ui/refusal.ts'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { reasonLines } from '../../public/nodes/reason-lines.ts'
import { AppealThread } from './appeal-thread.tsx'
import { CapabilityChange } from './capability-change.tsx'
import { Findings } from './findings.tsx'
import { NodeDecisions } from './node-decisions.tsx'
import { keyOf, reviewQuery } from './queries.ts'
import { Ago, State, WaitingTime } from './queue-list.tsx'
import { reviewLink } from './search.ts'
import type { Act, Mark } from './use-decisions.ts'
import type { Choice, Verdicts } from './verdicts.ts'

interface ReviewPanel {
  item: ReviewItem
  mark: Mark | undefined
  verdicts: Verdicts
  onVerdict(digest: string, choice: Choice): void
  onAsk(act: Act): void
}

/** Everything an admin needs to decide about one version. */
export function ReviewPanel({ item, mark, verdicts, onVerdict, onAsk }: ReviewPanel) {
  const common = useText('common')
  const texts = useText('forms')
  const { data: review, error, refetch } = useQuery({ ...reviewQuery(useSite(), item), staleTime: 10_000 })
  return (
    <article
      aria-label={keyOf(item)}
      className="grid min-w-0 content-start gap-5 rounded-lg border border-line bg-surface p-4"
    >
      <Head item={item} mark={mark} review={review} onAsk={onAsk} />
      {mark?.state === 'failed' && (
        <p role="alert" className="text-sm text-danger">
          {refusalText(texts, mark.error)}
        </p>
      )}
      {!review && !error && <Spinner />}
      {error && (
        <RefusalNote problem={error}>
          <Button onClick={() => void refetch()}>{common('try_again')}</Button>
        </RefusalNote>
      )}
      {review && <Body review={review} verdicts={verdicts} onVerdict={onVerdict} />}
    </article>
  )
}

function Head({ item, mark, review, onAsk }: HeadProps) {
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg font-semibold wrap-anywhere">
          <Link to={links.version(item.node_id, item.version)} className="hover:underline">
            <bdi>{keyOf(item)}</bdi>
          </Link>
        </h2>
        <State item={item} mark={mark} />
        <span className="text-sm text-muted">
          <WaitingTime item={item} mark={mark} />
        </span>
      </div>
      <HeadLinks item={item} review={review} />
      {review && review.emails.length > 0 && <OwnerEmails item={item} emails={review.emails} />}
      <HeadActions item={item} mark={mark} review={review} onAsk={onAsk} />
    </header>
  )
}

type HeadProps = Pick<ReviewPanel, 'item' | 'mark' | 'onAsk'> & { review: Review | undefined }

function HeadLinks({ item, review }: Pick<HeadProps, 'item' | 'review'>) {
  const t = useText('admin-review')
  const repository = httpAddress(review?.repository ?? '')
  // A link sends no credential, which the archive of a held version needs.
  const isLinked = review !== undefined && !isHeldVersion(review.version)
  const archive = httpAddress((isLinked && review.version.downloadUrl) || '')
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <Link
        to={links.publisher(item.publisher_id)}
        className="text-accent underline-offset-4 hover:underline"
      >
        <bdi>@{item.publisher_id}</bdi>
      </Link>
      {repository && <ExternalLink href={repository}>{t('repository')}</ExternalLink>}
      {archive && <ExternalLink href={archive}>{t('archive')}</ExternalLink>}
      {review?.base && (
        <Link
          to={links.compare(item.node_id, review.base.version, item.version)}
          className="text-accent underline-offset-4 hover:underline"
        >
          {t('all_changes', { version: review.base.version })}
        </Link>
      )}
    </p>
  )
}

function HeadActions({ item, mark, review, onAsk }: HeadProps) {
  const t = useText('admin-review')
  const may = useMay()
  const repository = httpAddress(review?.repository ?? '')
  return (
    <div className="flex flex-wrap gap-2">
      {may(moderateVersion) && (
        <>
          <Button look="primary" onClick={() => onAsk('approve')}>
            {t('approve')}
          </Button>
          <Button look="danger" onClick={() => onAsk('reject')}>
            {t('reject')}
          </Button>
        </>
      )}
      {may(undoDecision) && (review?.can_undo || (mark?.state === 'done' && mark.act !== 'undo')) && (
        <Button onClick={() => onAsk('undo')}>{t('undo')}</Button>
      )}
      {repository && (
        <ButtonAnchor
          look="quiet"
          target="_blank"
          rel="noreferrer"
          href={`${trimEndOf(repository, '/')}/issues/new?${new URLSearchParams({ title: t('issue_title', { name: keyOf(item) }) })}`}
        >
          {t('open_issue')}
        </ButtonAnchor>
      )}
    </div>
  )
}

function OwnerEmails({ item, emails }: { item: ReviewItem; emails: readonly string[] }) {
  const t = useText('admin-review')
  return (
    <ul className="flex max-h-24 flex-wrap gap-x-4 gap-y-1 overflow-y-auto text-sm">
      {emails.map((email) => (
        <li key={email}>
          <a
            href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(t('issue_title', { name: keyOf(item) }))}`}
            className="flex items-center gap-1.5 text-accent underline-offset-4 hover:underline"
          >
            <Icon name="mail" className="size-4" />
            <bdi>{email}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}

function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="text-accent underline-offset-4 hover:underline"
    >
      {children}
    </a>
  )
}

function Body({
  review,
  verdicts,
  onVerdict,
}: Pick<ReviewPanel, 'verdicts' | 'onVerdict'> & { review: Review }) {
  const t = useText('admin-review')
  const trust: Readonly<Record<Review['trust'], string>> = {
    new: t('trust_new'),
    known: t('trust_known'),
    established: t('trust_established'),
  }
  return (
    <>
      {review.appeal && <AppealThread appeal={review.appeal} />}
      <p className="text-sm text-muted">{trust[review.trust]}</p>
      <Findings review={review} verdicts={verdicts} onVerdict={onVerdict} />
      <NodeDecisions nodeId={review.version.node_id} />
      {review.capability_changes && <CapabilityChange changes={review.capability_changes} />}
      <OtherVersions review={review} />
      <Events review={review} />
      {review.version.status_reason && (
        <Fold className="text-sm" look="font-semibold" title={t('raw_reason')}>
          <pre
            dir="ltr"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must scroll by keyboard too
            tabIndex={0}
            className="mt-2 max-h-96 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs"
          >
            {indented(review.version.status_reason)}
          </pre>
        </Fold>
      )}
    </>
  )
}

function indented(reason: string): string {
  try {
    return JSON.stringify(JSON.parse(reason), null, 2)
  } catch {
    return reason
  }
}

function OtherVersions({ review: { counts, others, version } }: { review: Review }) {
  const t = useText('admin-review')
  const formats = useFormats()
  if (others.length === 0) return <p className="text-sm text-muted">{t('first_version')}</p>
  return (
    <Fold className="text-sm" look="font-semibold" title={t('other_versions')}>
      <p className="mt-2 flex flex-wrap gap-2">
        {counts.map(({ status, count }) => (
          <span key={status} className="flex items-center gap-1 tabular-nums">
            <State item={{ status }} mark={undefined} /> {formats.number(count)}
          </span>
        ))}
      </p>
      <ul className="mt-2 grid gap-1">
        {others.map((other) => (
          <li key={other.version} className="flex flex-wrap items-center gap-x-2">
            <Link
              to={reviewLink({
                node: `${version.node_id}@${other.version}`,
                status: ['flagged', 'pending', 'banned', 'active', 'deleted'],
              })}
              className="text-accent hover:underline"
            >
              <bdi>{other.version}</bdi>
            </Link>
            <State item={other} mark={undefined} />
            <span className="text-muted">
              <Ago since={other.since} />
            </span>
          </li>
        ))}
      </ul>
    </Fold>
  )
}

function Events({ review: { events } }: { review: Review }) {
  const t = useText('admin-review')
  if (events.length === 0) return null
  return (
    <Fold className="text-sm" look="font-semibold" title={t('history', { count: events.length })}>
      <ol className="mt-2 grid gap-1">
        {events.map(({ id, at, action, actor, after }) => (
          <li key={id} className="flex flex-wrap gap-x-2">
            <code dir="ltr">{action}</code>
            <bdi className="text-muted">{actor.name ?? actor.id ?? actor.kind}</bdi>
            <Ago since={at} />
            <ReasonQuote after={after} />
          </li>
        ))}
      </ol>
    </Fold>
  )
}

function ReasonQuote({ after }: { after: unknown }) {
  const reason = (after as { status_reason?: unknown } | undefined)?.status_reason
  const [line] = typeof reason === 'string' ? reasonLines(reason) : []
  if (line === undefined || (reason as string).startsWith('[')) return null
  return (
    <q dir="auto" className="wrap-anywhere">
      <CodeText text={line} />
    </q>
  )
}
