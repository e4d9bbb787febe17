import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { Node } from '@nodeyard/contract/packs'
import { listNodesForAdmins, nodeMarks } from '@nodeyard/contract/safety'
import { useFormats, useText } from '../../ground/site/site.ts'
import type { Column } from '../../ground/tables/data-table.tsx'
import { Badge } from '../../ground/ui/badge.tsx'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { AdminList, type Filter } from '../kit/admin-list.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { type NodesSearch, nodesSearch } from '../kit/registry-searches.ts'
import { useList } from '../kit/use-list.ts'
import { useRead } from '../kit/use-read.ts'
import { useNodeActions } from './node-actions.tsx'
import { NodeName, PublisherOf } from './node-cells.tsx'

export const { handle, loader, Component } = adminPage({
  path: adminPaths.nodes,
  title: 'nav_nodes',
  namespaces: ['admin-registry', 'forms'],
  Actions: AddNode,
  Content: Nodes,
})

function AddNode() {
  const t = useText('admin-registry')
  return <ButtonLink to={adminPaths.addUnclaimed}>{t('add_node')}</ButtonLink>
}

const pageSize = 25
const statuses = ['active', 'banned', 'deleted'] as const
const wireStatus = {
  '': '',
  active: 'NodeStatusActive',
  banned: 'NodeStatusBanned',
  deleted: 'NodeStatusDeleted',
} as const

function Nodes() {
  const t = useText('admin-registry')
  const list = useList(adminPaths.nodes, nodesSearch)
  const { q, status, publisher, has, sort, page } = list.search
  const chosen = { search: q, status: wireStatus[status], publisherId: publisher, has }
  const read = useRead(listNodesForAdmins, { ...chosen, sort, page, limit: pageSize })
  return (
    <AdminList
      list={list}
      read={read}
      rows={read.data?.nodes}
      keyOf={({ id }) => id}
      caption={t('nodes')}
      empty={t('no_nodes')}
      tabs={{
        label: t('status'),
        of: 'status',
        choices: useStatusChoices(read.data?.counts, Boolean(q || has)),
      }}
      filters={useFilters(publisher)}
      columns={useColumns()}
      actions={useNodeActions()}
      nameOf={({ id }) => id}
    />
  )
}

type Counts = Record<(typeof statuses)[number], number>

/** Searches count nodes only up to a limit. */
function useStatusChoices(counts: Counts | undefined, isSearch: boolean) {
  const t = useText('admin-registry')
  const isAtLeast = (...some: (number | undefined)[]) => isSearch && some.includes(limits.countedNodes)
  const all = statuses.map((value) => counts?.[value])
  const total = counts && counts.active + counts.banned + counts.deleted
  return [
    { value: '', label: t('all'), count: total, isAtLeast: isAtLeast(...all) },
    ...statuses.map((value) => ({
      value,
      label: t(value),
      count: counts?.[value],
      isAtLeast: isAtLeast(counts?.[value]),
    })),
  ]
}

function useFilters(publisher: string): Filter<keyof NodesSearch>[] {
  const t = useText('admin-registry')
  return [
    { label: t('name_or_id'), text: 'q' },
    {
      label: t('publisher_id'),
      text: 'publisher',
      ...(publisher === unclaimedPublisherId ? { shown: '' } : {}),
    },
    {
      label: t('owner'),
      oneOf: 'publisher',
      choices: [
        { value: '', label: t('all') },
        { value: unclaimedPublisherId, label: t('unclaimed') },
      ],
    },
    {
      label: t('set_by_admins'),
      oneOf: 'has',
      choices: [
        { value: '', label: t('all') },
        ...nodeMarks.map((mark) => ({ value: mark, label: t(markTexts[mark]) })),
      ],
    },
    {
      label: t('order'),
      oneOf: 'sort',
      choices: [
        { value: 'id', label: t('by_id') },
        { value: 'newest', label: t('by_newest') },
        { value: 'downloads', label: t('by_downloads') },
        { value: 'ranking', label: t('by_ranking') },
      ],
    },
  ]
}

const markTexts = {
  ranking: 'ranking',
  'preempted-names': 'preempted_names',
  'admin-tags': 'admin_tags',
} as const

function useColumns(): Column<Node>[] {
  const t = useText('admin-registry')
  const formats = useFormats()
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
