import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { mergeNode, type Node, type NodeFields, setSuccessor, updateNode } from '@nodeyard/contract/packs'
import { getNodeEffects, updateNodeAsAdmin } from '@nodeyard/contract/safety'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { routeQuery } from '../../ground/site/route-query.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { EffectsList } from '../kit/effects-list.tsx'
import type { Action } from '../kit/row-actions.tsx'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { useRegistryChange } from '../kit/use-change.ts'
import { PublisherPicker } from '../publishers/publisher-picker.tsx'
import { EditNodeDialog } from './edit-node-dialog.tsx'
import { MergeDialog, SuccessorDialog } from './related-node-dialogs.tsx'

const questions = {
  ban: { title: 'ban_node', lead: 'ban_node_lead', done: 'node_banned', isDestructive: true },
  unban: { title: 'unban_node', lead: 'unban_node_lead', done: 'node_unbanned', isDestructive: false },
  move: { title: 'move_node', lead: 'move_node_lead', done: 'node_moved', isDestructive: true },
  unclaim: { title: 'unclaim_node', lead: 'unclaim_node_lead', done: 'node_unclaimed', isDestructive: true },
} as const
type NodeAct = keyof typeof questions

const isFor: Record<NodeAct, (node: Node) => boolean> = {
  ban: ({ status }) => status === 'NodeStatusActive',
  unban: ({ status }) => status === 'NodeStatusBanned',
  move: () => true,
  unclaim: ({ publisher }) => publisher.id !== unclaimedPublisherId,
}

/** An admin's actions on a node. Each opens a form or asks first. */
export function useNodeActions(): Action<Node>[] {
  const t = useText('admin-registry')
  const action = (act: NodeAct): Action<Node> => ({
    text: t(act),
    route: updateNodeAsAdmin,
    isFor: isFor[act],
    ...(act === 'ban' || act === 'unclaim' ? { look: 'risky' } : {}),
    dialog: (node, close) => <NodeActDialog act={act} node={node} onClose={close} />,
  })
  const edit: Action<Node> = {
    text: t('edit'),
    route: updateNode,
    dialog: (node, close) => <EditNodeDialog node={node} onClose={close} />,
  }
  const merge: Action<Node> = {
    text: t('merge'),
    route: mergeNode,
    isFor: ({ publisher, status }) => publisher.id === unclaimedPublisherId && status === 'NodeStatusActive',
    dialog: (node, close) => <MergeDialog node={node} onClose={close} />,
  }
  const successor: Action<Node> = {
    text: t('successor'),
    route: setSuccessor,
    isFor: ({ status }) => status === 'NodeStatusActive',
    dialog: (node, close) => <SuccessorDialog node={node} onClose={close} />,
  }
  return [edit, action('ban'), action('unban'), action('move'), action('unclaim'), merge, successor]
}

function NodeActDialog({ act, node, onClose }: { act: NodeAct; node: Node; onClose(): void }) {
  const t = useText('admin-registry')
  const { call } = useAdminToken()
  const changed = useRegistryChange()
  const [target, setTarget] = useState('')
  const { title, lead, done, isDestructive } = questions[act]
  return (
    <ConfirmDialog
      title={t(title, { name: node.id })}
      lead={<Lead text={t(lead, { value: node.publisher.id })} nodeId={node.id} />}
      things={[]}
      {...(act === 'ban' ? { reason: { key: `admin-ban:node:${node.id}` } } : {})}
      action={t(act)}
      isDestructive={isDestructive}
      onConfirm={async (reason) => {
        if (act === 'move' && !target) throw new Error(t('choose_publisher'))
        const body = changeBy(act, reason, target)
        await call(updateNodeAsAdmin, { params: { nodeId: node.id }, body })
        await changed(t(done, { name: node.id, value: target }))
        onClose()
      }}
      onClose={onClose}
    >
      {act === 'move' && <PublisherPicker chosen={target} except={node.publisher.id} onChoose={setTarget} />}
    </ConfirmDialog>
  )
}

function changeBy(act: NodeAct, reason: string, target: string): NodeFields {
  if (act === 'ban') return { status: 'NodeStatusBanned', status_detail: reason }
  if (act === 'unban') return { status: 'NodeStatusActive' }
  return { publisher: { id: act === 'move' ? target : unclaimedPublisherId } }
}

function Lead({ text, nodeId }: { text: string; nodeId: string }) {
  const effects = useQuery(routeQuery(useSite(), getNodeEffects, { params: { nodeId } }))
  return (
    <div className="grid gap-2">
      <p>{text}</p>
      <EffectsList effects={effects} />
    </div>
  )
}
