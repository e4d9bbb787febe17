import { listPublisherEvents, type PublisherEvent } from '@nodeyard/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { manageLinks } from '../../ground/paths/manage-links.ts'
import { memberPaths } from '../../ground/paths/member-links.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Loading } from '../../ground/ui/loading.tsx'
import { publisherQuery } from '../../public/publishers/queries.ts'
import { eventTexts } from './event-texts.ts'
import { ManageLayout } from './manage-layout.tsx'
import { eventsQuery } from './queries.ts'

export const handle: PageHandle = { namespaces: ['workspace', 'forms'] }
export const loader = pageLoader(memberPaths.publisherEvents, handle, ({ site, params: { publisherId } }) =>
  site.queries.ensureQueryData(publisherQuery(site, publisherId)),
)

export function Component() {
  const { publisherId } = usePageParams(memberPaths.publisherEvents)
  return (
    <ManageLayout publisherId={publisherId} tab="events">
      {({ may }) => may(listPublisherEvents) && <Events publisherId={publisherId} />}
    </ManageLayout>
  )
}

/** Events of a publisher and its nodes, newest first. */
function Events({ publisherId }: { publisherId: string }) {
  const t = useText('workspace')
  return (
    <section className="grid gap-4">
      <p className="text-sm text-muted text-pretty">{t('events_lead')}</p>
      <EventPage publisherId={publisherId} />
    </section>
  )
}

/** A page of events, followed by the older ones. Each page starts where the page above currently ends. */
function EventPage({ publisherId, before }: { publisherId: string; before?: number }) {
  const t = useText('workspace')
  const [isOlderShown, setOlderShown] = useState(false)
  const { data, error, refetch } = useQuery(eventsQuery(useSite(), publisherId, before))
  if (!data) return <Loading error={error} retry={refetch} />
  const { events, last } = data
  if (events.length === 0) {
    return before === undefined ? <p className="text-sm text-muted">{t('no_events')}</p> : null
  }
  return (
    <>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {events.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ol>
      {last !== undefined && isOlderShown && <EventPage publisherId={publisherId} before={last} />}
      {last !== undefined && !isOlderShown && (
        <Button className="justify-self-start" onClick={() => setOlderShown(true)}>
          {t('older_events')}
        </Button>
      )}
    </>
  )
}

function Event({ event: { at, actor, action, subject } }: { event: PublisherEvent }) {
  const t = useText('workspace')
  const formats = useFormats()
  const known = eventTexts[action]
  const who = actor.name || nameOfActor(actor.kind, t)
  return (
    <li className="grid gap-0.5 px-4 py-3 text-sm">
      <p className="wrap-anywhere">
        <span className="font-medium">{known ? t(known) : <bdi>{action}</bdi>}</span>{' '}
        <Subject subject={subject} />
      </p>
      <p className="flex flex-wrap gap-x-2 text-muted">
        <bdi className="wrap-anywhere">{who}</bdi>
        <time dateTime={at}>{formats.dateTime(at)} UTC</time>
      </p>
    </li>
  )
}

function nameOfActor(
  kind: PublisherEvent['actor']['kind'],
  t: ReturnType<typeof useText<'workspace'>>,
): string {
  switch (kind) {
    case 'admin':
      return t('actor_moderator')
    case 'token':
      return t('actor_token')
    case 'operator':
    case 'service':
      return t('actor_service')
    case 'user':
      return t('actor_user')
  }
}

/** Omits ids, which mean nothing to users. */
function Subject({ subject: { kind, id, name } }: { subject: PublisherEvent['subject'] }) {
  const linkClass = 'text-accent underline-offset-4 hover:underline'
  if (kind === 'version' && name) {
    const [node = '', version = ''] = name.split('@')
    return (
      <Link to={manageLinks.version(node, version)} className={linkClass}>
        <bdi>{name}</bdi>
      </Link>
    )
  }
  if (kind === 'node') {
    return (
      <Link to={links.node(id)} className={linkClass}>
        <bdi>{id}</bdi>
      </Link>
    )
  }
  const text = name ?? (kind === 'publisher' ? id : undefined)
  return text === undefined ? null : <bdi className="text-muted">{text}</bdi>
}
