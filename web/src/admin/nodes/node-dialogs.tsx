import { updateNodeAsAdmin } from '@nodeyard/contract/admin'
import type { Node, NodeFields } from '@nodeyard/contract/nodes'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSite, useText } from '../../ground/site/site.ts'
import { ActDialog } from '../kit/act-dialog.tsx'
import { EffectsList } from '../kit/effects-list.tsx'
import { nodeEffectsQuery } from '../kit/registry-queries.ts'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { useRegistryChange } from '../kit/use-registry-change.ts'
import { PublisherPicker } from '../publishers/publisher-picker.tsx'
import { EditNodeDialog } from './edit-node-dialog.tsx'

export type NodeAct = 'edit' | 'ban' | 'unban' | 'unclaim' | 'move'

interface NodeDialog {
  node: Node
  onClose(): void
}

/** The question before an act on a node. */
export function NodeActDialog({ act, ...props }: NodeDialog & { act: NodeAct }) {
  switch (act) {
    case 'edit':
      return <EditNodeDialog {...props} />
    case 'ban':
      return <BanDialog {...props} />
    case 'unban':
      return <UnbanDialog {...props} />
    case 'unclaim':
      return <UnclaimDialog {...props} />
    case 'move':
      return <MoveDialog {...props} />
  }
}

function BanDialog({ node, onClose }: NodeDialog) {
  const t = useText('admin-registry')
  const act = useNodeChange(node, onClose)
  return (
    <ActDialog
      title={t('ban_node', { name: node.id })}
      lead={<Lead text={t('ban_node_lead')} nodeId={node.id} />}
      things={[]}
      reason={{ key: `admin-ban:node:${node.id}` }}
      action={t('ban')}
      isDestructive
      onAct={(reason) =>
        act({ status: 'NodeStatusBanned', status_detail: reason }, t('node_banned', { name: node.id }))
      }
      onClose={onClose}
    />
  )
}

function UnbanDialog({ node, onClose }: NodeDialog) {
  const t = useText('admin-registry')
  const act = useNodeChange(node, onClose)
  return (
    <ActDialog
      title={t('unban_node', { name: node.id })}
      lead={<Lead text={t('unban_node_lead')} nodeId={node.id} />}
      things={[]}
      action={t('unban')}
      onAct={() => act({ status: 'NodeStatusActive' }, t('node_unbanned', { name: node.id }))}
      onClose={onClose}
    />
  )
}

function UnclaimDialog({ node, onClose }: NodeDialog) {
  const t = useText('admin-registry')
  const act = useNodeChange(node, onClose)
  return (
    <ActDialog
      title={t('unclaim_node', { name: node.id })}
      lead={<Lead text={t('unclaim_node_lead', { value: node.publisher.id })} nodeId={node.id} />}
      things={[]}
      action={t('unclaim')}
      isDestructive
      onAct={() => act({ publisher: { id: unclaimedPublisherId } }, t('node_unclaimed', { name: node.id }))}
      onClose={onClose}
    />
  )
}

function MoveDialog({ node, onClose }: NodeDialog) {
  const t = useText('admin-registry')
  const act = useNodeChange(node, onClose)
  const [target, setTarget] = useState('')
  return (
    <ActDialog
      title={t('move_node', { name: node.id })}
      lead={<Lead text={t('move_node_lead', { value: node.publisher.id })} nodeId={node.id} />}
      things={[]}
      action={t('move')}
      isDestructive
      onAct={async () => {
        if (!target) throw new Error(t('choose_publisher'))
        await act({ publisher: { id: target } }, t('node_moved', { name: node.id, value: target }))
      }}
      onClose={onClose}
    >
      <PublisherPicker chosen={target} except={node.publisher.id} onChoose={setTarget} />
    </ActDialog>
  )
}

function Lead({ text, nodeId }: { text: string; nodeId: string }) {
  const effects = useQuery(nodeEffectsQuery(useSite(), nodeId))
  return (
    <div className="grid gap-2">
      <p>{text}</p>
      <EffectsList effects={effects} />
    </div>
  )
}

function useNodeChange(node: Node, onClose: () => void): (body: NodeFields, text: string) => Promise<void> {
  const { call } = useAdminToken()
  const changed = useRegistryChange()
  return async (body, text) => {
    await call(updateNodeAsAdmin, { params: { nodeId: node.id }, body })
    await changed(text)
    onClose()
  }
}
