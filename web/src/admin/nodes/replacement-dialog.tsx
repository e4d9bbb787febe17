import { limits } from '@nodeyard/contract/limits'
import { createReplacement } from '@nodeyard/contract/packs'
import { bindText } from '../../ground/forms/draft.ts'
import { Field } from '../../ground/forms/field.tsx'
import { useText } from '../../ground/site/site.ts'
import { EditValueDialog } from '../kit/edit-value-dialog.tsx'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { useChange } from '../kit/use-change.ts'

interface Names {
  [name: string]: string
  old: string
  now: string
  pack: string
  inputs: string
}

const nothing: Names = { old: '', now: '', pack: '', inputs: '' }

/** Names the successor of a comfy-node, with the inputs that have other names now. */
export function ReplacementDialog({ onClose }: { onClose(): void }) {
  const t = useText('admin-registry')
  const { call } = useAdminToken()
  const changed = useChange(['admin', 'replacements'])
  const save = async ({ old, now, pack, inputs }: Names) => {
    const mapping = mappingOf(inputs)
    const body = {
      old_node_id: old.trim(),
      new_node_id: now.trim(),
      ...(pack.trim() ? { provider_id: pack.trim() } : {}),
      ...(mapping.length > 0 ? { input_mapping: mapping } : {}),
    }
    await call(createReplacement, { body })
    await changed(t('node_saved', { name: `${body.old_node_id} → ${body.new_node_id}` }))
  }
  return (
    <EditValueDialog
      title={t('name_successor')}
      draftKey="admin-replacement"
      initial={nothing}
      canSave={({ old, now }) => old.trim() !== '' && now.trim() !== '' && old.trim() !== now.trim()}
      onSave={save}
      onClose={onClose}
    >
      {(draft) => (
        <>
          <Field
            label={t('old_name')}
            required
            dir="ltr"
            maxLength={limits.comfyNodeNameLength}
            {...bindText(draft, 'old')}
          />
          <Field
            label={t('new_name')}
            required
            dir="ltr"
            maxLength={limits.comfyNodeNameLength}
            {...bindText(draft, 'now')}
          />
          <Field
            label={t('replacement_pack')}
            hint={t('replacement_pack_hint')}
            dir="ltr"
            maxLength={limits.bulkIdentifierLength}
            {...bindText(draft, 'pack')}
          />
          <Field
            label={t('renamed_inputs')}
            hint={t('renamed_inputs_hint')}
            dir="ltr"
            {...bindText(draft, 'inputs')}
          />
        </>
      )}
    </EditValueDialog>
  )
}

/** Reads `picture=image, size=scale`: old names before new ones. */
export function mappingOf(text: string): { old_id: string; new_id: string }[] {
  return text.split(',').flatMap((pair) => {
    const [old = '', now = ''] = pair.split('=', 2).map((name) => name.trim())
    return old && now ? [{ old_id: old, new_id: now }] : []
  })
}
