import { banPublisher, unbanPublisher } from '@nodeyard/contract/people'
import { type AdminPublisher, contactPublisher, listPublishersForAdmins } from '@nodeyard/contract/safety'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { pathTo } from '../../ground/paths/paths.ts'
import { writeSearch } from '../../ground/paths/search-params.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import type { Column } from '../../ground/tables/data-table.tsx'
import { Badge } from '../../ground/ui/badge.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { AdminList } from '../kit/admin-list.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { nodesSearch, publishersSearch } from '../kit/registry-searches.ts'
import type { Action } from '../kit/row-actions.tsx'
import { useList } from '../kit/use-list.ts'
import { useRead } from '../kit/use-read.ts'
import { BanDialog, ContactDialog } from './publisher-dialogs.tsx'

export const { handle, loader, Component } = adminPage({
  path: adminPaths.publishers,
  title: 'nav_publishers',
  namespaces: ['admin-registry', 'forms'],
  Content: Publishers,
})

const pageSize = 25
const wireStatus = { '': '', active: 'PublisherStatusActive', banned: 'PublisherStatusBanned' } as const

function Publishers() {
  const t = useText('admin-registry')
  const list = useList(adminPaths.publishers, publishersSearch)
  const { q, status, page } = list.search
  const chosen = { search: q, status: wireStatus[status] }
  const read = useRead(listPublishersForAdmins, { ...chosen, page, limit: pageSize })
  const counts = read.data?.counts
  return (
    <AdminList
      list={list}
      read={read}
      rows={read.data?.publishers}
      keyOf={({ id }) => id}
      caption={t('publishers')}
      empty={t('no_publishers')}
      tabs={{
        label: t('status'),
        of: 'status',
        choices: [
          { value: '', label: t('all'), count: counts && counts.active + counts.banned },
          { value: 'active', label: t('active'), count: counts?.active },
          { value: 'banned', label: t('banned'), count: counts?.banned },
        ],
      }}
      filters={[{ label: t('name_id_or_address'), text: 'q' }]}
      columns={useColumns()}
      actions={useActions()}
      nameOf={({ id }) => id}
    />
  )
}

const isBanned = ({ status }: AdminPublisher) => status === 'PublisherStatusBanned'

function useActions(): Action<AdminPublisher>[] {
  const t = useText('admin-registry')
  return [
    {
      text: t('contact'),
      route: contactPublisher,
      dialog: (publisher, close) => <ContactDialog publisher={publisher} onClose={close} />,
    },
    {
      text: t('ban'),
      look: 'risky',
      route: banPublisher,
      isFor: (publisher) => !isBanned(publisher),
      dialog: ({ id }, close) => <BanDialog act="ban" publisherId={id} onClose={close} />,
    },
    {
      text: t('unban'),
      route: unbanPublisher,
      isFor: isBanned,
      dialog: ({ id }, close) => <BanDialog act="unban" publisherId={id} onClose={close} />,
    },
  ]
}

function useColumns(): Column<AdminPublisher>[] {
  const t = useText('admin-registry')
  const formats = useFormats()
  return [
    {
      id: 'name',
      title: t('publisher'),
      isHead: true,
      cell: ({ id, name }) => (
        <div className="grid min-w-40 justify-items-start gap-0.5">
          <Link to={links.publisher(id)} className="text-accent hover:underline" dir="auto">
            {name}
          </Link>
          <bdi className="text-xs font-normal text-muted">@{id}</bdi>
        </div>
      ),
    },
    {
      id: 'nodes',
      title: t('nodes'),
      isNumber: true,
      cell: ({ id, nodes }) => (
        <Link
          to={adminPaths.nodes + writeSearch(nodesSearch, { publisher: id })}
          className="text-accent hover:underline"
        >
          {formats.number(nodes)}
        </Link>
      ),
    },
    { id: 'tokens', title: t('tokens'), isNumber: true, cell: ({ tokens }) => formats.number(tokens) },
    { id: 'members', title: t('members'), cell: (publisher) => <Members publisher={publisher} /> },
    { id: 'since', title: t('since'), cell: ({ createdAt }) => <Timestamp iso={createdAt} /> },
    {
      id: 'status',
      title: t('status'),
      cell: (publisher) =>
        isBanned(publisher) ? (
          <Badge tone="danger">{t('banned')}</Badge>
        ) : (
          <Badge tone="accent">{t('active')}</Badge>
        ),
    },
  ]
}

/** Owners come first. */
const shownMembers = 20

function Members({ publisher: { members } }: { publisher: AdminPublisher }) {
  const t = useText('admin-registry')
  if (members.length === 0) return <span className="text-muted">{t('no_members')}</span>
  return (
    <ul className="grid max-h-40 gap-1 overflow-y-auto">
      {members.slice(0, shownMembers).map(({ id, role, user }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to={pathTo(adminPaths.user, { userId: user.id ?? '' })}
            className="text-accent hover:underline"
            dir="auto"
          >
            {user.name || user.email || user.id}
          </Link>
          {user.email && <bdi className="text-xs text-muted">{user.email}</bdi>}
          {role === 'member' && <Badge>{t('role_member')}</Badge>}
        </li>
      ))}
      {members.length > shownMembers && (
        <li className="text-muted">{t('more_members', { count: members.length - shownMembers })}</li>
      )}
    </ul>
  )
}
