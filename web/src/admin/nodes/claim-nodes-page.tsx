import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import type { Node } from '@nodeyard/contract/packs'
import { listNodesForAdmins, updateNodeAsAdmin } from '@nodeyard/contract/safety'
import { useState } from 'react'
import { useMay } from '../../account/access/use-may.ts'
import { useText } from '../../ground/site/site.ts'
import { Button, ButtonLink } from '../../ground/ui/button.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { Paging } from '../../ground/ui/paging.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { ListFilters } from '../kit/admin-list.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { textSearch } from '../kit/registry-searches.ts'
import { useList } from '../kit/use-list.ts'
import { useRead } from '../kit/use-read.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { NodeCount, NodeName, RepositoryLink } from './node-cells.tsx'

export const { handle, loader, Component } = adminPage({
  path: adminPaths.unclaimed,
  title: 'nav_unclaimed',
  namespaces: ['admin-registry', 'forms'],
  lead: (texts) => texts.of('admin-registry')('unclaimed_lead'),
  Actions: AddNode,
  Content: UnclaimedNodes,
})

function AddNode() {
  const t = useText('admin-registry')
  return (
    <ButtonLink look="primary" to={adminPaths.addUnclaimed}>
      {t('add_node')}
    </ButtonLink>
  )
}

const pageSize = 36

/** Source: API contract 37.4. */
function UnclaimedNodes() {
  const t = useText('admin-registry')
  const list = useList(adminPaths.unclaimed, textSearch)
  const { q, page } = list.search
  const [assigned, setAssigned] = useState<Node>()
  const read = useRead(listNodesForAdmins, {
    search: q,
    publisherId: unclaimedPublisherId,
    status: 'NodeStatusActive',
    page,
    limit: pageSize,
  })
  const { data, error } = read
  return (
    <>
      <ListFilters
        list={list}
        filters={[{ label: t('name_or_id'), text: 'q' }]}
        beside={<NodeCount total={data?.total} />}
      />
      {error && <LoadProblem problem={error} retry={() => void read.refetch()} />}
      {!data && !error && <Spinner />}
      {data?.nodes.length === 0 && (
        <p className="rounded-lg border border-line bg-surface px-4 py-12 text-center text-sm text-muted">
          {q ? t('no_nodes') : t('no_unclaimed')}
        </p>
      )}
      {data && data.nodes.length > 0 && (
        <ul
          aria-label={t('nodes')}
          className={`grid gap-3 sm:grid-cols-2 xl:grid-cols-3 ${read.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {data.nodes.map((node) => (
            <Card key={node.id} node={node} onAssign={() => setAssigned(node)} />
          ))}
        </ul>
      )}
      <Paging
        label={t('nodes')}
        page={page}
        totalPages={data?.totalPages ?? 1}
        linkTo={(other) => list.linkTo({ page: other })}
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
