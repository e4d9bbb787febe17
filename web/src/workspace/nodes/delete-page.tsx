import { deleteNode, type NodeDetail } from '@nodeyard/contract/packs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmByName } from '../../ground/forms/confirm-by-name.tsx'
import { pageLoader, usePageParams } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { managePaths } from '../../ground/paths/manage-links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { showToast } from '../../ground/ui/toast.ts'
import { useAction } from '../../ground/ui/use-action.ts'
import { downloadsQuery } from '../../public/nodes/queries.ts'
import { ManageNodeLayout, manageHandle } from './node-layout.tsx'
import { reportsQuery } from './queries.ts'

export const handle = manageHandle
export const loader = pageLoader(managePaths.delete, handle, async () => {})

export function Component() {
  const { nodeId } = usePageParams(managePaths.delete)
  const t = useText('manage')
  return (
    <ManageNodeLayout nodeId={nodeId} title={t('delete_node')}>
      {({ node, may }) =>
        may(deleteNode) ? <DeleteNode node={node} /> : <p className="text-muted">{t('owners_only')}</p>
      }
    </ManageNodeLayout>
  )
}

function DeleteNode({ node }: { node: NodeDetail }) {
  const t = useText('manage')
  const { registry, queries } = useSite()
  const navigate = useNavigate()
  const { run, isRunning, problem, reset } = useAction()
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    reset()
  }
  const confirm = async () => {
    const params = { publisherId: node.publisher.id, nodeId: node.id }
    if (!(await run(() => registry.call(deleteNode, { params })))) return
    showToast('success', t('node_deleted', { name: node.name }))
    await navigate(links.ownNodes())
    queries.removeQueries({ queryKey: ['nodes', node.id] })
  }
  return (
    <Part title={t('delete_node')} lead={t('delete_lead')}>
      <Consequences node={node} />
      <Button look="risky" className="justify-self-start" onClick={() => setAsking(true)}>
        {t('delete_node')}
      </Button>
      {isAsking && (
        <ConfirmByName
          title={t('delete_node')}
          name={node.id}
          action={t('delete_node')}
          isRunning={isRunning}
          onConfirm={() => void confirm()}
          onClose={close}
        >
          <Consequences node={node} />
          <RefusalNote problem={problem} />
        </ConfirmByName>
      )}
    </Part>
  )
}

/** Lists the consequences of a deletion with their counts, once loaded. */
export function Consequences({ node }: { node: NodeDetail }) {
  const t = useText('manage')
  const site = useSite()
  const versions = useQuery(reportsQuery(site, node.id))
  const recent = useQuery(downloadsQuery(site, node.id))
  const failed = [versions, recent].find(({ error, data }) => error && !data)
  if (failed) return <LoadProblem problem={failed.error} retry={() => void failed.refetch()} />
  if (!versions.data || !recent.data) return <Spinner />
  const left = versions.data.filter(({ version }) => version.status !== 'NodeVersionStatusDeleted').length
  return (
    <ul className="grid max-w-prose list-disc gap-1 ps-5 text-sm text-pretty">
      <li>{t('delete_versions', { count: left })}</li>
      <li>{t('delete_installs', { count: node.downloads })}</li>
      <li>{t('delete_recent', { count: recent.data.total })}</li>
      <li>{t('delete_reserved', { name: node.id })}</li>
      <li>{t('delete_revive')}</li>
    </ul>
  )
}
