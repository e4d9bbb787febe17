import { getNode, type Node, updateNode } from '@nodeyard/contract/packs'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { currentUserQuery } from '../../account/access/queries.ts'
import { useMay } from '../../account/access/use-may.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { RowActions } from '../kit/row-actions.tsx'
import { useNodeActions } from './node-actions.tsx'
import { PreemptedNamesDialog, RankingDialog } from './node-values.tsx'

/**
 * Admin controls on the public page of a node. Renders nothing for other users. Source: API contract 35.2.
 */
export function NodeAdmin({ nodeId }: { nodeId: string }) {
  const site = useSite()
  const { data: user } = useQuery(currentUserQuery(site))
  const isAdmin = user?.isAdmin ?? false
  const { data: node } = useQuery({
    queryKey: ['nodes', nodeId, 'for-admins'],
    queryFn: async ({ signal }) => {
      await site.prepareTexts(['admin', 'admin-registry', 'forms'])
      return site.registry.call(getNode, { params: { nodeId } }, { signal })
    },
    enabled: isAdmin,
  })
  return isAdmin && node ? <Controls node={node} /> : null
}

function Controls({ node }: { node: Node }) {
  const t = useText('admin-registry')
  const [edited, setEdited] = useState<'ranking' | 'names'>()
  const names = node.preempted_comfy_node_names
  const close = () => setEdited(undefined)
  return (
    <section
      aria-label={t('of_admins')}
      className="grid gap-3 rounded-lg border border-line bg-surface p-4 text-sm"
    >
      <h2 className="text-base font-semibold">{t('of_admins')}</h2>
      <RowActions row={node} actions={useNodeActions()} nameOf={({ id }) => id} />
      <Value
        label={t('ranking')}
        editLabel={t('edit_ranking', { name: node.id })}
        onEdit={() => setEdited('ranking')}
      >
        {node.search_ranking ?? t('not_ranked')}
      </Value>
      <Value
        label={t('preempted_names')}
        editLabel={t('edit_preempted', { name: node.id })}
        onEdit={() => setEdited('names')}
      >
        {names.length === 0 ? '–' : names.map((name) => <bdi key={name}>{name}</bdi>)}
      </Value>
      {edited === 'ranking' && <RankingDialog node={node} onClose={close} />}
      {edited === 'names' && <PreemptedNamesDialog node={node} onClose={close} />}
    </section>
  )
}

function Value({
  label,
  editLabel,
  onEdit,
  children,
}: {
  label: string
  editLabel: string
  onEdit(): void
  children: ReactNode
}) {
  const t = useText('admin-registry')
  const may = useMay()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-muted">{label}</span>
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-2 wrap-anywhere">{children}</span>
      {may(updateNode) && (
        <Button look="quiet" aria-label={editLabel} onClick={onEdit}>
          {t('edit')}
        </Button>
      )}
    </div>
  )
}
