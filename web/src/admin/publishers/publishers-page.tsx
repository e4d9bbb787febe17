import { type AdminPublisher, contactPublisher } from '@nodeyard/contract/admin-registry'
import { banPublisher, unbanPublisher } from '@nodeyard/contract/publishers'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../account/access/use-may.ts'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { pathTo } from '../../ground/paths/paths.ts'
import { writeSearch } from '../../ground/paths/search-params.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { type Column, DataTable } from '../../ground/tables/data-table.tsx'
import { TableFilters, TextFilter } from '../../ground/tables/table-filters.tsx'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { AdminPage } from '../kit/admin-layout.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { ChoiceLinks } from '../kit/choice-links.tsx'
import { adminPublishersQuery } from '../kit/registry-queries.ts'
import { nodesSearch, publishersSearch } from '../kit/registry-searches.ts'
import { useList } from '../kit/use-list.ts'
import { BanPublisherDialog, ContactDialog, UnbanPublisherDialog } from './publisher-dialogs.tsx'

export const handle: PageHandle = { namespaces: ['admin', 'admin-registry', 'forms'] }
export const loader = pageLoader(adminPaths.publishers, handle, async () => {})

export function Component() {
  const t = useText('admin')
  return (
    <AdminPage title={t('nav_publishers')}>
      <Publishers />
    </AdminPage>
  )
}

const pageSize = 25
const wireStatus = { active: 'PublisherStatusActive', banned: 'PublisherStatusBanned' } as const

function Publishers() {
  const t = useText('admin-registry')
  const { search, linkTo, change } = useList(adminPaths.publishers, publishersSearch)
  const { q, status, page } = search
  const list = useQuery(
    adminPublishersQuery(useSite(), {
      ...(q ? { search: q } : {}),
      ...(status ? { status: wireStatus[status] } : {}),
      page,
      limit: pageSize,
    }),
  )
  const columns = useColumns()
  const counts = list.data?.counts
  return (
    <>
      <ChoiceLinks
        label={t('status')}
        current={status}
        choices={[
          { value: '', label: t('all'), count: counts && counts.active + counts.banned },
          { value: 'active', label: t('active'), count: counts?.active },
          { value: 'banned', label: t('banned'), count: counts?.banned },
        ]}
        linkTo={(value) => linkTo({ status: value })}
      />
      <TableFilters label={t('filters')}>
        <TextFilter label={t('name_id_or_address')} value={q} onChange={(next) => change({ q: next })} />
      </TableFilters>
      <DataTable
        caption={t('publishers')}
        columns={columns}
        rows={list.data?.publishers}
        keyOf={({ id }) => id}
        empty={t('no_publishers')}
        query={list}
        paging={{ page, totalPages: list.data?.totalPages ?? 1, linkTo: (other) => linkTo({ page: other }) }}
      />
    </>
  )
}

function useColumns(): Column<AdminPublisher>[] {
  const t = useText('admin-registry')
  const formats = formatsOf(useSite().settings.locale)
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
      cell: ({ status }) =>
        status === 'PublisherStatusBanned' ? (
          <Badge tone="danger">{t('banned')}</Badge>
        ) : (
          <Badge tone="accent">{t('active')}</Badge>
        ),
    },
    { id: 'acts', title: t('acts'), cell: (publisher) => <Acts publisher={publisher} /> },
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

function Acts({ publisher }: { publisher: AdminPublisher }) {
  const t = useText('admin-registry')
  const may = useMay()
  const [act, setAct] = useState<'ban' | 'unban' | 'contact'>()
  const isBanned = publisher.status === 'PublisherStatusBanned'
  const close = () => setAct(undefined)
  const label = (action: string) => t('act_on', { value: action, name: publisher.id })
  return (
    <div className="flex flex-wrap gap-1.5">
      {may(contactPublisher) && (
        <Button aria-label={label(t('contact'))} onClick={() => setAct('contact')}>
          {t('contact')}
        </Button>
      )}
      {!isBanned && may(banPublisher) && (
        <Button aria-label={label(t('ban'))} onClick={() => setAct('ban')}>
          {t('ban')}
        </Button>
      )}
      {isBanned && may(unbanPublisher) && (
        <Button aria-label={label(t('unban'))} onClick={() => setAct('unban')}>
          {t('unban')}
        </Button>
      )}
      {act === 'ban' && <BanPublisherDialog publisher={publisher} onClose={close} />}
      {act === 'unban' && <UnbanPublisherDialog publisher={publisher} onClose={close} />}
      {act === 'contact' && <ContactDialog publisher={publisher} onClose={close} />}
    </div>
  )
}
