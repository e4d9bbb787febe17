import { type AdminUser, listUsers } from '@nodeyard/contract/safety'
import { Link } from 'react-router'
import { pathTo } from '../../ground/paths/paths.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import type { Column } from '../../ground/tables/data-table.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { AdminList } from '../kit/admin-list.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { usersSearch } from '../kit/registry-searches.ts'
import { useList } from '../kit/use-list.ts'
import { useRead } from '../kit/use-read.ts'
import { nameOf, useUserActions } from './user-actions.tsx'
import { UserMarks } from './user-marks.tsx'

export const { handle, loader, Component } = adminPage({
  path: adminPaths.users,
  title: 'nav_users',
  namespaces: ['admin-registry', 'forms'],
  Content: Users,
})

const pageSize = 25

function Users() {
  const t = useText('admin-registry')
  const list = useList(adminPaths.users, usersSearch)
  const { q, show, page } = list.search
  const read = useRead(listUsers, { search: q, show, page, limit: pageSize })
  const counts = read.data?.counts
  return (
    <AdminList
      list={list}
      read={read}
      rows={read.data?.users}
      keyOf={({ id }) => id}
      caption={t('users')}
      empty={t('no_users')}
      tabs={{
        label: t('users'),
        of: 'show',
        choices: [
          { value: '', label: t('all'), count: counts?.all },
          { value: 'admins', label: t('admins'), count: counts?.admins },
          { value: 'banned', label: t('banned'), count: counts?.banned },
          { value: 'unverified', label: t('unverified'), count: counts?.unverified },
        ],
      }}
      filters={[{ label: t('name_id_or_address'), text: 'q' }]}
      columns={useColumns()}
      actions={useUserActions()}
      nameOf={nameOf}
    />
  )
}

function useColumns(): Column<AdminUser>[] {
  const t = useText('admin-registry')
  const formats = useFormats()
  return [
    { id: 'name', title: t('user'), isHead: true, cell: (user) => <UserName user={user} /> },
    { id: 'marks', title: t('status'), cell: (user) => <UserMarks user={user} /> },
    {
      id: 'publishers',
      title: t('publishers'),
      isNumber: true,
      cell: ({ publishers }) => formats.number(publishers),
    },
    { id: 'since', title: t('since'), cell: ({ createdAt }) => <Timestamp iso={createdAt} /> },
  ]
}

function UserName({ user: { id, name, email } }: { user: AdminUser }) {
  return (
    <div className="grid min-w-40 justify-items-start gap-0.5">
      <Link to={pathTo(adminPaths.user, { userId: id })} className="text-accent hover:underline" dir="auto">
        {name || email || id}
      </Link>
      {email && <bdi className="text-xs font-normal text-muted">{email}</bdi>}
    </div>
  )
}
