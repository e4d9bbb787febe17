import { updateNodeAsAdmin } from '@nodeyard/contract/admin'
import type { Node } from '@nodeyard/contract/nodes'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../account/access/use-may.ts'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { TableFilters, TextFilter } from '../../ground/tables/table-filters.tsx'
import { Button, ButtonLink } from '../../ground/ui/button.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { Paging } from '../../ground/ui/paging.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { AdminPage } from '../kit/admin-layout.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { adminNodesQuery } from '../kit/registry-queries.ts'
import { textSearch } from '../kit/registry-searches.ts'
import { useList } from '../kit/use-list.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { NodeName, RepositoryLink } from './node-cells.tsx'

export const handle: PageHandle = { namespaces: ['admin', 'admin-registry', 'forms'] }
export const loader = pageLoader(adminPaths.unclaimed, handle, async () => {})

export function Component() {
  const t = useText('admin')
  const text = useText('admin-registry')
  return (
    <AdminPage
      title={t('nav_unclaimed')}
      lead={text('unclaimed_lead')}
      actions={
        <ButtonLink look="primary" to={adminPaths.addUnclaimed}>
          {text('add_node')}
        </ButtonLink>
      }
    >
      <UnclaimedNodes />
    </AdminPage>
  )
}

const pageSize = 36

/** Source: API contract 37.4. */
function UnclaimedNodes() {
  const t = useText('admin-registry')
  const loading = useText('common')('loading')
  const { search, linkTo, change } = useList(adminPaths.unclaimed, textSearch)
  const [assigned, setAssigned] = useState<Node>()
  const list = useQuery(
    adminNodesQuery(useSite(), {
      ...(search.q ? { search: search.q } : {}),
      publisherId: unclaimedPublisherId,
      status: 'NodeStatusActive',
      page: search.page,
      limit: pageSize,
    }),
  )
  const { data, error } = list
  return (
    <>
      <TableFilters label={t('filters')}>
        <TextFilter label={t('name_or_id')} value={search.q} onChange={(q) => change({ q })} />
        {data && (
          <p role="status" className="py-2 text-sm text-muted">
            {t('node_count', { count: data.total })}
          </p>
        )}
      </TableFilters>
      {error && <LoadProblem problem={error} retry={() => void list.refetch()} />}
      {!data && !error && <Spinner label={loading} />}
      {data?.nodes.length === 0 && (
        <p className="rounded-lg border border-line bg-surface px-4 py-12 text-center text-sm text-muted">
          {search.q ? t('no_nodes') : t('no_unclaimed')}
        </p>
      )}
      {data && data.nodes.length > 0 && (
        <ul
          aria-label={t('nodes')}
          className={`grid gap-3 sm:grid-cols-2 xl:grid-cols-3 ${list.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {data.nodes.map((node) => (
            <Card key={node.id} node={node} onAssign={() => setAssigned(node)} />
          ))}
        </ul>
      )}
      <Paging
        label={t('nodes')}
        page={search.page}
        totalPages={data?.totalPages ?? 1}
        linkTo={(page) => linkTo({ page })}
      />
      {assigned && <AssignDialog key={assigned.id} node={assigned} onClose={() => setAssigned(undefined)} />}
    </>
  )
}

function Card({ node, onAssign }: { node: Node; onAssign(): void }) {
  const t = useText('admin-registry')
  const may = useMay()
  return (
    <li className="grid content-start gap-2 rounded-lg border border-line bg-surface p-4 text-sm">
      <NodeName node={node} />
      {node.description && (
        <p className="line-clamp-3 text-muted wrap-anywhere" dir="auto">
          {node.description}
        </p>
      )}
      <RepositoryLink address={node.repository} />
      {may(updateNodeAsAdmin) && (
        <Button
          className="justify-self-start"
          aria-label={t('act_on', { value: t('assign'), name: node.id })}
          onClick={onAssign}
        >
          {t('assign')}
        </Button>
      )}
    </li>
  )
}
