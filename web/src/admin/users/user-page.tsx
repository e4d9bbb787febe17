import { type AdminUserDetail, getUser } from '@nodeyard/contract/safety'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { routeQuery } from '../../ground/site/route-query.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { type Column, DataTable } from '../../ground/tables/data-table.tsx'
import { Badge } from '../../ground/ui/badge.tsx'
import { Loading } from '../../ground/ui/loading.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { AdminPage } from '../kit/admin-layout.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { RowActions } from '../kit/row-actions.tsx'
import { nameOf, useUserActions } from './user-actions.tsx'
import { UserMarks } from './user-marks.tsx'

export const handle: PageHandle = { namespaces: ['admin', 'admin-registry', 'forms'] }
export const loader = pageLoader(adminPaths.user, handle, async () => {})

export function Component() {
  const t = useText('admin-registry')
  const { userId } = usePageParams(adminPaths.user)
  return (
    <AdminPage title={t('user')} lead={<Back />}>
      <User userId={userId} />
    </AdminPage>
  )
}

function Back() {
  const t = useText('admin-registry')
  return (
    <Link to={adminPaths.users} className="text-accent underline-offset-4 hover:underline">
      {t('all_users')}
    </Link>
  )
}

function User({ userId }: { userId: string }) {
  const { data: user, error, refetch } = useQuery(routeQuery(useSite(), getUser, { params: { userId } }))
  if (!user) return <Loading error={error} retry={refetch} />
  return (
    <>
      <Head user={user} />
      <Publishers user={user} />
      <Tokens user={user} />
      <Sessions user={user} />
      <Acts user={user} />
    </>
  )
}

function Head({ user }: { user: AdminUserDetail }) {
  const t = useText('admin-registry')
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-surface p-4 text-sm">
      <h2 className="text-lg font-semibold wrap-anywhere" dir="auto">
        {user.name || user.email || user.id}
      </h2>
      <UserMarks user={user} />
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
        <dt className="text-muted">{t('address')}</dt>
        <dd className="wrap-anywhere">
          {user.email ? (
            <a href={`mailto:${user.email}`} className="text-accent hover:underline">
              <bdi>{user.email}</bdi>
            </a>
          ) : (
            '–'
          )}
        </dd>
        <dt className="text-muted">{t('user_id')}</dt>
        <dd className="font-mono text-xs wrap-anywhere">
          <bdi>{user.id}</bdi>
        </dd>
        <dt className="text-muted">{t('since')}</dt>
        <dd>
          <Timestamp iso={user.createdAt} />
        </dd>
      </dl>
      <RowActions row={user} actions={useUserActions()} nameOf={nameOf} />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-base font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Publishers({ user: { publishers } }: { user: AdminUserDetail }) {
  const t = useText('admin-registry')
  const columns: Column<(typeof publishers)[number]>[] = [
    {
      id: 'name',
      title: t('publisher'),
      isHead: true,
      cell: ({ id, name }) => (
        <Link to={links.publisher(id)} className="text-accent hover:underline" dir="auto">
          {name} <bdi className="font-normal text-muted">@{id}</bdi>
        </Link>
      ),
    },
    {
      id: 'role',
      title: t('role'),
      cell: ({ role, isBanned }) => (
        <span className="flex flex-wrap gap-1">
          <Badge>{t(role === 'owner' ? 'role_owner' : 'role_member')}</Badge>
          {isBanned && <Badge tone="danger">{t('banned')}</Badge>}
        </span>
      ),
    },
    { id: 'nodes', title: t('nodes'), isNumber: true, cell: ({ nodes }) => nodes },
  ]
  return (
    <Part title={t('publishers')}>
      <DataTable
        caption={t('publishers')}
        columns={columns}
        rows={publishers}
        keyOf={({ id }) => id}
        empty={t('has_publishers', { count: 0 })}
      />
    </Part>
  )
}

function Tokens({ user: { tokens } }: { user: AdminUserDetail }) {
  const t = useText('admin-registry')
  const columns: Column<(typeof tokens)[number]>[] = [
    { id: 'name', title: t('name'), isHead: true, cell: ({ name }) => <span dir="auto">{name}</span> },
    { id: 'publisher', title: t('publisher'), cell: ({ publisherId }) => <bdi>@{publisherId}</bdi> },
    {
      id: 'prefix',
      title: t('begins_with'),
      cell: ({ prefix }) => <bdi className="font-mono text-xs">{prefix}…</bdi>,
    },
    { id: 'created', title: t('since'), cell: ({ createdAt }) => <Timestamp iso={createdAt} /> },
    {
      id: 'used',
      title: t('last_used'),
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Timestamp iso={lastUsedAt} /> : '–'),
    },
    {
      id: 'expires',
      title: t('expires'),
      cell: ({ expiresAt }) => (expiresAt ? <Timestamp iso={expiresAt} /> : '–'),
    },
  ]
  return (
    <Part title={t('tokens')}>
      <DataTable
        caption={t('tokens')}
        columns={columns}
        rows={tokens}
        keyOf={({ prefix, createdAt }) => prefix + createdAt}
        empty={t('no_tokens')}
      />
    </Part>
  )
}

function Sessions({ user: { sessions } }: { user: AdminUserDetail }) {
  const t = useText('admin-registry')
  const columns: Column<(typeof sessions)[number]>[] = [
    { id: 'by', title: t('signed_in_by'), isHead: true, cell: ({ provider }) => <bdi>{provider}</bdi> },
    {
      id: 'factor',
      title: t('second_factor'),
      cell: ({ secondFactor }) => (secondFactor ? <bdi>{secondFactor}</bdi> : '–'),
    },
    { id: 'at', title: t('since'), cell: ({ signedInAt }) => <Timestamp iso={signedInAt} /> },
    { id: 'used', title: t('last_used'), cell: ({ usedAt }) => <Timestamp iso={usedAt} /> },
  ]
  return (
    <Part title={t('sessions')}>
      <DataTable
        caption={t('sessions')}
        columns={columns}
        rows={sessions}
        keyOf={({ signedInAt, usedAt, provider }) => signedInAt + usedAt + provider}
        empty={t('no_sessions')}
      />
    </Part>
  )
}

function Acts({ user: { acts } }: { user: AdminUserDetail }) {
  const t = useText('admin-registry')
  const columns: Column<(typeof acts)[number]>[] = [
    {
      id: 'action',
      title: t('act'),
      isHead: true,
      cell: ({ action }) => <bdi className="font-mono text-xs">{action}</bdi>,
    },
    {
      id: 'subject',
      title: t('subject_of_act'),
      cell: ({ subject }) => (
        <bdi className="text-xs">
          {subject.kind} {subject.name ?? subject.id}
        </bdi>
      ),
    },
    {
      id: 'actor',
      title: t('done_by'),
      cell: ({ actor }) => <span dir="auto">{actor.name ?? actor.id ?? actor.kind}</span>,
    },
    { id: 'at', title: t('time'), cell: ({ at }) => <Timestamp iso={at} /> },
  ]
  return (
    <Part title={t('last_acts')}>
      <DataTable
        caption={t('last_acts')}
        columns={columns}
        rows={acts}
        keyOf={({ id }) => String(id)}
        empty={t('no_acts')}
      />
    </Part>
  )
}
