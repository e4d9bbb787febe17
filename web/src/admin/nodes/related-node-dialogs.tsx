import { limits } from '@nodeyard/contract/limits'
import { mergeNode, type Node, setSuccessor } from '@nodeyard/contract/packs'
import { useState } from 'react'
import { Field } from '../../ground/forms/field.tsx'
import { useSite, useText } from '../../ground/site/site.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { useRegistryChange } from '../kit/use-change.ts'

interface Props {
  node: Node
  onClose(): void
}

/** Merges an unclaimed duplicate into another node. */
export function MergeDialog({ node, onClose }: Props) {
  const t = useText('admin-registry')
  const { registry } = useSite()
  const changed = useRegistryChange()
  const [into, setInto] = useState('')
  return (
    <ConfirmDialog
      title={t('merge_node', { name: node.id })}
      lead={t('merge_node_lead', { name: node.id })}
      things={[]}
      reason={{ key: `admin-merge:node:${node.id}` }}
      action={t('merge')}
      isDestructive
      onConfirm={async (reason) => {
        const other = into.trim()
        if (!other) throw new Error(t('other_node_missing'))
        await registry.call(mergeNode, { params: { nodeId: node.id }, body: { into: other, reason } })
        await changed(t('node_merged', { name: node.id, value: other }))
        onClose()
      }}
      onClose={onClose}
    >
      <OtherNode value={into} onChange={setInto} />
    </ConfirmDialog>
  )
}

/** Recommends another node instead of this one, or no longer does so. */
export function SuccessorDialog({ node, onClose }: Props) {
  const t = useText('admin-registry')
  const { registry } = useSite()
  const changed = useRegistryChange()
  const [successor, setSuccessorId] = useState(node.successor ?? '')
  return (
    <ConfirmDialog
      title={t('successor_of', { name: node.id })}
      lead={t('successor_lead')}
      things={[]}
      action={t('successor_save')}
      onConfirm={async () => {
        const other = successor.trim()
        const body = other ? { successor: other } : {}
        await registry.call(setSuccessor, { params: { nodeId: node.id }, body })
        await changed(t(other ? 'successor_set' : 'successor_removed', { name: node.id, value: other }))
        onClose()
      }}
      onClose={onClose}
    >
      <OtherNode value={successor} onChange={setSuccessorId} />
    </ConfirmDialog>
  )
}

function OtherNode({ value, onChange }: { value: string; onChange(value: string): void }) {
  const t = useText('admin-registry')
  return (
    <Field
      label={t('other_node')}
      hint={t('other_node_hint')}
      dir="ltr"
      maxLength={limits.searchLength}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
