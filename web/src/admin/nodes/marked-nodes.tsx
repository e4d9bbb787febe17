import type { nodeMarks } from '@nodeyard/contract/admin-registry'
import { type Node, updateNode } from '@nodeyard/contract/nodes'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../account/access/use-may.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { type Column, DataTable } from '../../ground/tables/data-table.tsx'
import { SelectFilter, TableFilters, TextFilter } from '../../ground/tables/table-filters.tsx'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Button } from '../../ground/ui/button.tsx'
import { adminNodesQuery } from '../kit/registry-queries.ts'
import { markedSearch } from '../kit/registry-searches.ts'
import { useList } from '../kit/use-list.ts'
import { NodeName, PublisherOf } from './node-cells.tsx'

interface MarkedNodes {
  path: string
  mark: (typeof nodeMarks)[number]
  sort: 'ranking' | 'downloads'
  column: string
  cell(node: Node): ReactNode
  /** What the choice of the marked ones says. */
  onlyText: string
  dialog(node: Node, onClose: () => void): ReactNode
}

const pageSize = 24

/** Active nodes with one value that admins set. Source: API contract 37.6, 37.7. */
export function MarkedNodes({ path, mark, sort, column, cell, onlyText, dialog }: MarkedNodes) {
  const t = useText('admin-registry')
  const site = useSite()
  const formats = formatsOf(site.settings.locale)
  const may = useMay()
  const { search, linkTo, change } = useList(path, markedSearch)
  const [edited, setEdited] = useState<Node>()
  const list = useQuery(
    adminNodesQuery(site, {
      ...(search.q ? { search: search.q } : {}),
      ...(search.only ? { has: mark } : {}),
      status: 'NodeStatusActive',
      sort: search.only ? sort : 'downloads',
      page: search.page,
      limit: pageSize,
    }),
  )
  const columns: Column<Node>[] = [
    { id: 'name', title: t('node'), isHead: true, cell: (node) => <NodeName node={node} /> },
    { id: 'publisher', title: t('publisher'), cell: (node) => <PublisherOf node={node} /> },
    {
      id: 'downloads',
      title: t('downloads'),
      isNumber: true,
      cell: ({ downloads }) => formats.compact(downloads),
    },
    { id: 'value', title: column, cell },
    {
      id: 'acts',
      title: t('acts'),
      cell: (node) =>
        may(updateNode) && (
          <Button
            aria-label={t('act_on', { value: t('edit'), name: node.id })}
            onClick={() => setEdited(node)}
          >
            {t('edit')}
          </Button>
        ),
    },
  ]
  return (
    <>
      <TableFilters label={t('filters')}>
        <TextFilter label={t('name_or_id')} value={search.q} onChange={(q) => change({ q })} />
        <SelectFilter
          label={t('nodes')}
          value={search.only ? 'only' : ''}
          choices={[
            { value: '', label: t('all') },
            { value: 'only', label: onlyText },
          ]}
          onChange={(value) => change({ only: value === 'only' })}
        />
        {list.data && (
          <p role="status" className="py-2 text-sm text-muted">
            {t('node_count', { count: list.data.total })}
          </p>
        )}
      </TableFilters>
      <DataTable
        caption={t('nodes')}
        columns={columns}
        rows={list.data?.nodes}
        keyOf={({ id }) => id}
        empty={t('no_nodes')}
        query={list}
        paging={{
          page: search.page,
          totalPages: list.data?.totalPages ?? 1,
          linkTo: (page) => linkTo({ page }),
        }}
      />
      {edited && dialog(edited, () => setEdited(undefined))}
    </>
  )
}
