import { nodeMarks } from '@nodeyard/contract/admin-registry'
import { limits } from '@nodeyard/contract/limits'
import type { Node } from '@nodeyard/contract/nodes'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { useQuery } from '@tanstack/react-query'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { type Column, DataTable } from '../../ground/tables/data-table.tsx'
import { SelectFilter, TableFilters, TextFilter } from '../../ground/tables/table-filters.tsx'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { AdminPage } from '../kit/admin-layout.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { ChoiceLinks } from '../kit/choice-links.tsx'
import { adminNodesQuery } from '../kit/registry-queries.ts'
import { type NodesSearch, nodesSearch } from '../kit/registry-searches.ts'
import { useList } from '../kit/use-list.ts'
import { NodeActs } from './node-acts.tsx'
import { NodeName, PublisherOf } from './node-cells.tsx'

export const handle: PageHandle = { namespaces: ['admin', 'admin-registry', 'forms'] }
export const loader = pageLoader(adminPaths.nodes, handle, async () => {})

export function Component() {
  const t = useText('admin')
  const text = useText('admin-registry')
  return (
    <AdminPage
      title={t('nav_nodes')}
      actions={<ButtonLink to={adminPaths.addUnclaimed}>{text('add_node')}</ButtonLink>}
    >
      <Nodes />
    </AdminPage>
  )
}

const pageSize = 25
const wireStatus = {
  active: 'NodeStatusActive',
  banned: 'NodeStatusBanned',
  deleted: 'NodeStatusDeleted',
} as const

function Nodes() {
  const t = useText('admin-registry')
  const { search, linkTo, change } = useList(adminPaths.nodes, nodesSearch)
  const { q, status, publisher, has, sort, page } = search
  const list = useQuery(
    adminNodesQuery(useSite(), {
      ...(q ? { search: q } : {}),
      ...(status ? { status: wireStatus[status] } : {}),
      ...(publisher ? { publisherId: publisher } : {}),
      ...(has ? { has } : {}),
      sort,
      page,
      limit: pageSize,
    }),
  )
  const columns = useColumns()
  const counts = list.data?.counts
  const all = counts && counts.active + counts.banned + counts.deleted
  const isAtLeast = (...ofStatuses: (number | undefined)[]) =>
    Boolean(q || has) && ofStatuses.includes(limits.countedNodes)
  return (
    <>
      <ChoiceLinks
        label={t('status')}
        current={status}
        choices={[
          {
            value: '',
            label: t('all'),
            count: all,
            isAtLeast: isAtLeast(counts?.active, counts?.banned, counts?.deleted),
          },
          ...(['active', 'banned', 'deleted'] as const).map((value) => ({
            value,
            label: t(value),
            count: counts?.[value],
            isAtLeast: isAtLeast(counts?.[value]),
          })),
        ]}
        linkTo={(value) => linkTo({ status: value })}
      />
      <Filters search={search} change={change} />
      <DataTable
        caption={t('nodes')}
        columns={columns}
        rows={list.data?.nodes}
        keyOf={({ id }) => id}
        empty={t('no_nodes')}
        query={list}
        paging={{ page, totalPages: list.data?.totalPages ?? 1, linkTo: (other) => linkTo({ page: other }) }}
      />
    </>
  )
}

function Filters({ search, change }: { search: NodesSearch; change(next: Partial<NodesSearch>): void }) {
  const t = useText('admin-registry')
  const isUnclaimed = search.publisher === unclaimedPublisherId
  return (
    <TableFilters label={t('filters')}>
      <TextFilter label={t('name_or_id')} value={search.q} onChange={(q) => change({ q })} />
      <TextFilter
        label={t('publisher_id')}
        value={isUnclaimed ? '' : search.publisher}
        onChange={(publisher) => change({ publisher })}
      />
      <SelectFilter
        label={t('owner')}
        value={isUnclaimed ? 'unclaimed' : ''}
        choices={[
          { value: '', label: t('all') },
          { value: 'unclaimed', label: t('unclaimed') },
        ]}
        onChange={(value) => change({ publisher: value ? unclaimedPublisherId : '' })}
      />
      <SelectFilter
        label={t('set_by_admins')}
        value={search.has}
        choices={[
          { value: '', label: t('all') },
          ...nodeMarks.map((mark) => ({ value: mark, label: t(markTexts[mark]) })),
        ]}
        onChange={(has) => change({ has })}
      />
      <SelectFilter
        label={t('order')}
        value={search.sort}
        choices={[
          { value: 'id', label: t('by_id') },
          { value: 'newest', label: t('by_newest') },
          { value: 'downloads', label: t('by_downloads') },
          { value: 'ranking', label: t('by_ranking') },
        ]}
        onChange={(sort) => change({ sort })}
      />
    </TableFilters>
  )
}

const markTexts = {
  ranking: 'ranking',
  'preempted-names': 'preempted_names',
  'admin-tags': 'admin_tags',
} as const

function useColumns(): Column<Node>[] {
  const t = useText('admin-registry')
  const formats = formatsOf(useSite().settings.locale)
  return [
    { id: 'name', title: t('node'), isHead: true, cell: (node) => <NodeName node={node} /> },
    { id: 'publisher', title: t('publisher'), cell: (node) => <PublisherOf node={node} /> },
    {
      id: 'category',
      title: t('category'),
      cell: ({ category }) => <span dir="auto">{category || '–'}</span>,
    },
    { id: 'tags', title: t('tags'), cell: (node) => <Tags node={node} /> },
    { id: 'status', title: t('status'), cell: (node) => <NodeStatus node={node} /> },
    {
      id: 'downloads',
      title: t('downloads'),
      isNumber: true,
      cell: ({ downloads }) => formats.compact(downloads),
    },
    { id: 'acts', title: t('acts'), cell: (node) => <NodeActs node={node} /> },
  ]
}

const shownTags = 6

function Tags({ node: { tags, tags_admin = [] } }: { node: Node }) {
  const t = useText('admin-registry')
  if (tags.length + tags_admin.length === 0) return '–'
  return (
    <ul className="flex max-w-64 flex-wrap gap-1">
      {tags_admin.map((tag) => (
        <li key={`admin ${tag}`}>
          <Badge tone="warn" title={t('admin_tags')}>
            <bdi>{tag}</bdi>
          </Badge>
        </li>
      ))}
      {tags.slice(0, shownTags).map((tag) => (
        <li key={tag} className="min-w-0">
          <Badge>
            <bdi className="max-w-40 truncate">{tag}</bdi>
          </Badge>
        </li>
      ))}
      {tags.length > shownTags && <li className="text-xs text-muted">+{tags.length - shownTags}</li>}
    </ul>
  )
}

function NodeStatus({ node: { status, status_detail } }: { node: Node }) {
  const t = useText('admin-registry')
  if (status === 'NodeStatusActive') return <Badge tone="accent">{t('active')}</Badge>
  if (status === 'NodeStatusDeleted') return <Badge>{t('deleted')}</Badge>
  return (
    <div className="grid max-w-56 gap-1">
      <span>
        <Badge tone="danger">{t('banned')}</Badge>
      </span>
      {status_detail && (
        <span className="line-clamp-3 text-xs text-muted" dir="auto">
          {status_detail}
        </span>
      )}
    </div>
  )
}
