import { defined, type MemberRole } from '@nodeyard/contract/ground'
import type { Publisher, User } from '@nodeyard/contract/people'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SignedInOnly } from '../../account/access/guards.tsx'
import { NoAccess } from '../../account/access/no-access.tsx'
import { currentUserQuery, managedPublisherQuery } from '../../account/access/queries.ts'
import { useMay } from '../../account/access/use-may.ts'
import { Main } from '../../ground/page/main.tsx'
import { Waiting } from '../../ground/page/waiting.tsx'
import { links } from '../../ground/paths/links.ts'
import { memberLinks } from '../../ground/paths/member-links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { NodeIcon } from '../../ground/ui/node-icon.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { publisherPicture } from '../../ground/ui/pictures.ts'
import { TabLinks } from '../../ground/ui/tab-links.tsx'

/** Tabs of a publisher's workspace, in order. Each is a page of its own. */
const tabs = {
  overview: { to: links.managePublisher, text: 'overview' },
  members: { to: memberLinks.publisherMembers, text: 'members' },
  tokens: { to: links.publisherTokens, text: 'tokens' },
  trustedPublishing: { to: links.trustedPublishing, text: 'trusted_publishing' },
  webhooks: { to: memberLinks.publisherWebhooks, text: 'webhooks' },
  events: { to: memberLinks.publisherEvents, text: 'events' },
} as const satisfies Record<string, { to(publisherId: string): string; text: TextKey<'workspace'> }>

export type ManageTab = keyof typeof tabs

/** Data shared by all pages of a publisher's workspace. */
export interface Managed {
  publisher: Publisher
  user: User
  /** Omitted for an admin who is not a member. */
  role?: MemberRole
  may: ReturnType<typeof useMay>
}

/**
 * Layout of `/publishers/:publisherId/manage` and the pages below it. Pages must include the namespaces
 * `workspace` and `forms`.
 */
export function ManageLayout({
  publisherId,
  tab,
  children,
}: {
  publisherId: string
  tab: ManageTab
  children: (managed: Managed) => ReactNode
}) {
  const t = useText('workspace')
  return (
    <>
      <PageHead title={`${t(tabs[tab].text)} · ${publisherId}`} />
      <SignedInOnly>{() => <Shell publisherId={publisherId}>{children}</Shell>}</SignedInOnly>
    </>
  )
}

function Shell({
  publisherId,
  children,
}: {
  publisherId: string
  children: (managed: Managed) => ReactNode
}) {
  const site = useSite()
  const publisher = useQuery(managedPublisherQuery(site, publisherId))
  const user = useQuery(currentUserQuery(site))
  const may = useMay(publisherId)
  const failed = [publisher, user].find(({ error, data }) => error && !data)
  if (failed) {
    return (
      <Main>
        <LoadProblem problem={failed.error} retry={() => void failed.refetch()} />
      </Main>
    )
  }
  if (!publisher.data || !user.data) return <Waiting />
  const own = publisher.data.members.find((member) => member.user.id === user.data.id)
  if (!own && !user.data.isAdmin) return <NotYourPublisher publisher={publisher.data} />
  const managed = { publisher: publisher.data, user: user.data, may, ...defined({ role: own?.role }) }
  return (
    <Main className="grid content-start gap-6">
      <Header managed={managed} />
      {children(managed)}
    </Main>
  )
}

function Header({ managed: { publisher, role } }: { managed: Managed }) {
  const t = useText('workspace')
  const forms = useText('forms')
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <NodeIcon id={publisher.id} picture={publisher.logo && publisherPicture(publisher.id)} />
        <div className="grid min-w-0 flex-1 basis-60">
          <h1 className="line-clamp-2 text-xl font-bold tracking-tight wrap-anywhere sm:text-2xl">
            <bdi>{publisher.name || publisher.id}</bdi>
          </h1>
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <bdi className="wrap-anywhere">@{publisher.id}</bdi>
            {role ? (
              <Badge>{role === 'owner' ? t('role_owner') : t('role_member')}</Badge>
            ) : (
              <Badge tone="warn">{forms('as_admin')}</Badge>
            )}
          </p>
        </div>
        <ButtonLink to={links.publisher(publisher.id)}>{t('public_page')}</ButtonLink>
      </header>
      <Tabs publisherId={publisher.id} />
      {publisher.status === 'PublisherStatusBanned' && (
        <Notice tone="danger" title={t('publisher_banned')}>
          {t('publisher_banned_text')}
        </Notice>
      )}
    </>
  )
}

function Tabs({ publisherId }: { publisherId: string }) {
  const t = useText('workspace')
  const all = Object.values(tabs).map(({ to, text }) => ({ to: to(publisherId), text: t(text) }))
  return <TabLinks label={t('workspace')} tabs={all} />
}

function NotYourPublisher({ publisher }: { publisher: Publisher }) {
  const t = useText('workspace')
  return (
    <NoAccess
      name={publisher.name || publisher.id}
      title={t('not_yours')}
      text={t('not_yours_text')}
      publicPage={{ to: links.publisher(publisher.id), text: t('public_page') }}
    />
  )
}
