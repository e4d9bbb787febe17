import { limits } from '@nodeyard/contract/limits'
import { type Node, type NodeFields, updateNode } from '@nodeyard/contract/packs'
import type { KeyboardEvent } from 'react'
import { Field } from '../../ground/forms/field.tsx'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { EditValueDialog } from '../kit/edit-value-dialog.tsx'
import { useRegistryChange } from '../kit/use-change.ts'

const defaultRanking = 5

/** Edits a node's rank in search results. */
export function RankingDialog({ node, onClose }: { node: Node; onClose(): void }) {
  const t = useText('admin-registry')
  const save = useNodeValue(node)
  const isRanking = (text: string) => /^([1-9]|10)$/.test(text)
  return (
    <EditValueDialog
      title={t('edit_ranking', { name: node.id })}
      draftKey={`admin-ranking:${node.id}`}
      initial={String(node.search_ranking ?? defaultRanking)}
      canSave={(text) => isRanking(text) && Number(text) !== node.search_ranking}
      onSave={(text) => save({ search_ranking: Number(text) })}
      onClose={onClose}
    >
      {(draft) => (
        <Field
          label={t('ranking')}
          hint={t('ranking_hint')}
          type="number"
          min={1}
          max={10}
          required
          value={draft.value}
          problem={isRanking(draft.value) ? undefined : t('ranking_problem')}
          onChange={(event) => draft.set(event.target.value)}
        />
      )}
    </EditValueDialog>
  )
}

/** Edits the comfy-node names that belong to a node, even if other nodes define them. */
export function PreemptedNamesDialog({ node, onClose }: { node: Node; onClose(): void }) {
  const t = useText('admin-registry')
  const save = useNodeValue(node)
  const before = node.preempted_comfy_node_names
  return (
    <EditValueDialog
      title={t('edit_preempted', { name: node.id })}
      draftKey={`admin-names:${node.id}`}
      initial={{ names: before as readonly string[], typed: '' }}
      canSave={(value) => JSON.stringify(withTyped(value)) !== JSON.stringify(before)}
      onSave={(value) => save({ preempted_comfy_node_names: withTyped(value) })}
      onClose={onClose}
    >
      {({ value, set }) => <Names value={value} onChange={set} />}
    </EditValueDialog>
  )
}

type TypedNames = { names: readonly string[]; typed: string }

/** Includes a typed name that was not added with the button. */
function withTyped({ names, typed }: TypedNames): string[] {
  return [...new Set([...names, typed.trim()])].filter(Boolean)
}

function Names({ value, onChange }: { value: TypedNames; onChange(value: TypedNames): void }) {
  const t = useText('admin-registry')
  const { names, typed } = value
  const name = typed.trim()
  const isThere = names.includes(name)
  const add = () => {
    if (name && !isThere) onChange({ names: withTyped(value), typed: '' })
  }
  const addByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    add()
  }
  return (
    <>
      {names.length === 0 && <p className="text-sm text-muted">{t('no_names')}</p>}
      {names.length > 0 && (
        <ul aria-label={t('preempted_names')} className="flex max-h-60 flex-wrap gap-1.5 overflow-y-auto">
          {names.map((one) => (
            <li
              key={one}
              className="inline-flex max-w-full items-center gap-1 rounded-md bg-sunken ps-2 text-sm"
            >
              <bdi className="min-w-0 wrap-anywhere">{one}</bdi>
              <button
                type="button"
                aria-label={t('remove_name', { name: one })}
                onClick={() => onChange({ ...value, names: names.filter((other) => other !== one) })}
                className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:text-danger"
              >
                <Icon name="close" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label={t('add_name')}
            dir="auto"
            maxLength={limits.comfyNodeNameLength}
            value={typed}
            problem={isThere ? t('name_there') : undefined}
            onChange={(event) => onChange({ ...value, typed: event.target.value })}
            onKeyDown={addByKey}
          />
        </div>
        <Button onClick={add} disabled={!name || isThere} className="h-11">
          {t('add')}
        </Button>
      </div>
    </>
  )
}

function useNodeValue(node: Node): (body: NodeFields) => Promise<void> {
  const t = useText('admin-registry')
  const { registry } = useSite()
  const changed = useRegistryChange()
  return async (body) => {
    const params = { publisherId: node.publisher.id, nodeId: node.id }
    await registry.call(updateNode, { params, body })
    await changed(t('node_saved', { name: node.id }))
  }
}
