import type { AdminUser } from '@nodeyard/contract/admin-registry'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { pathTo } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { type Column, DataTable } from '../../ground/tables/data-table.tsx'
import { TableFilters, TextFilter } from '../../ground/tables/table-filters.tsx'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { AdminPage } from '../kit/admin-layout.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { ChoiceLinks } from '../kit/choice-links.tsx'
import { adminUsersQuery } from '../kit/registry-queries.ts'
import { usersSearch } from '../kit/registry-searches.ts'
import { useList } from '../kit/use-list.ts'
import { UserActs } from './user-acts.tsx'
import { UserMarks } from './user-marks.tsx'

export const handle: PageHandle = { namespaces: ['admin', 'admin-registry', 'forms'] }
export const loader = pageLoader(adminPaths.users, handle, async () => {})

export function Component() {
  const t = useText('admin')
  return (
    <AdminPage title={t('nav_users')}>
      <Users />
    </AdminPage>
  )
}

const pageSize = 25

function Users() {
  const t = useText('admin-registry')
  const { search, linkTo, change } = useList(adminPaths.users, usersSearch)
  const { q, show, page } = search
  const list = useQuery(
    adminUsersQuery(useSite(), {
      ...(q ? { search: q } : {}),
      ...(show ? { show } : {}),
      page,
      limit: pageSize,
    }),
  )
  const counts = list.data?.counts
  const columns = useColumns()
  return (
    <>
      <ChoiceLinks
        label={t('users')}
        current={show}
        choices={[
          { value: '', label: t('all'), count: counts?.all },
          { value: 'admins', label: t('admins'), count: counts?.admins },
          { value: 'banned', label: t('banned'), count: counts?.banned },
          { value: 'unverified', label: t('unverified'), count: counts?.unverified },
        ]}
        linkTo={(value) => linkTo({ show: value })}
      />
      <TableFilters label={t('filters')}>
        <TextFilter label={t('name_id_or_address')} value={q} onChange={(next) => change({ q: next })} />
      </TableFilters>
      <DataTable
        caption={t('users')}
        columns={columns}
        rows={list.data?.users}
        keyOf={({ id }) => id}
        empty={t('no_users')}
        query={list}
        paging={{ page, totalPages: list.data?.totalPages ?? 1, linkTo: (other) => linkTo({ page: other }) }}
      />
    </>
  )
}

function useColumns(): Column<AdminUser>[] {
  const t = useText('admin-registry')
  const formats = formatsOf(useSite().settings.locale)
  return [
    {
      id: 'name',
      title: t('user'),
      isHead: true,
      cell: ({ id, name, email }) => (
        <div className="grid min-w-40 justify-items-start gap-0.5">
          <Link
            to={pathTo(adminPaths.user, { userId: id })}
            className="text-accent hover:underline"
            dir="auto"
          >
            {name || email || id}
          </Link>
          {email && <bdi className="text-xs font-normal text-muted">{email}</bdi>}
        </div>
      ),
    },
    { id: 'marks', title: t('status'), cell: (user) => <UserMarks user={user} /> },
    {
      id: 'publishers',
      title: t('publishers'),
      isNumber: true,
      cell: ({ publishers }) => formats.number(publishers),
    },
    { id: 'since', title: t('since'), cell: ({ createdAt }) => <Timestamp iso={createdAt} /> },
    { id: 'acts', title: t('acts'), cell: (user) => <UserActs user={user} /> },
  ]
}
