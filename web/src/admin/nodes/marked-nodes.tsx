import { type Node, updateNode } from '@nodeyard/contract/packs'
import { listNodesForAdmins, type nodeMarks } from '@nodeyard/contract/safety'
import type { ReactNode } from 'react'
import { useFormats, useText } from '../../ground/site/site.ts'
import { AdminList } from '../kit/admin-list.tsx'
import { markedSearch } from '../kit/registry-searches.ts'
import { useList } from '../kit/use-list.ts'
import { useRead } from '../kit/use-read.ts'
import { NodeCount, NodeName, PublisherOf } from './node-cells.tsx'

interface MarkedNodes {
  path: string
  mark: (typeof nodeMarks)[number]
  sort: 'ranking' | 'downloads'
  column: string
  cell(node: Node): ReactNode
  /** Label of the filter for nodes with a value. */
  onlyText: string
  dialog(node: Node, onClose: () => void): ReactNode
}

const pageSize = 24

/** Lists active nodes with one value that admins set. Source: API contract 37.6, 37.7. */
export function MarkedNodes({ path, mark, sort, column, cell, onlyText, dialog }: MarkedNodes) {
  const t = useText('admin-registry')
  const formats = useFormats()
  const list = useList(path, markedSearch)
  const { q, only, page } = list.search
  const read = useRead(listNodesForAdmins, {
    search: q,
    has: only && mark,
    status: 'NodeStatusActive',
    sort: only ? sort : 'downloads',
    page,
    limit: pageSize,
  })
  return (
    <AdminList
      list={list}
      read={read}
      rows={read.data?.nodes}
      keyOf={({ id }) => id}
      caption={t('nodes')}
      empty={t('no_nodes')}
      filters={[
        { label: t('name_or_id'), text: 'q' },
        {
          label: t('nodes'),
          oneOf: 'only',
          choices: [
            { value: '', label: t('all') },
            { value: '1', label: onlyText },
          ],
        },
      ]}
      besideFilters={<NodeCount total={read.data?.total} />}
      columns={[
        { id: 'name', title: t('node'), isHead: true, cell: (node) => <NodeName node={node} /> },
        { id: 'publisher', title: t('publisher'), cell: (node) => <PublisherOf node={node} /> },
        {
          id: 'downloads',
          title: t('downloads'),
          isNumber: true,
          cell: ({ downloads }) => formats.compact(downloads),
        },
        { id: 'value', title: column, cell },
      ]}
      actions={[{ text: t('edit'), route: updateNode, dialog }]}
      nameOf={({ id }) => id}
    />
  )
}
