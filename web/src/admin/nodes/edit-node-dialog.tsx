import { limits } from '@nodeyard/contract/limits'
import { type Node, updateNode } from '@nodeyard/contract/packs'
import { bindText, useDraft } from '../../ground/forms/draft.ts'
import { Field } from '../../ground/forms/field.tsx'
import { Form } from '../../ground/forms/form.tsx'
import { saveByKey } from '../../ground/forms/save-by-key.ts'
import { TextArea } from '../../ground/forms/text-area.tsx'
import { useSite, useText } from '../../ground/site/site.ts'
import { Dialog, DialogEnd } from '../../ground/ui/dialog.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { licenseText } from '../../workspace/nodes/license-text.ts'
import { useRegistryChange } from '../kit/use-change.ts'

/** Frequent moderator tags, added with one click. Source: API contract 37.2. */
const quickTags = ['dev', 'unsafe', 'fragile_deps', 'tricky_deps', 'poor_desc', 'unmaintained']

/** Edits the details of a node, including the tags that only admins set. */
export function EditNodeDialog({ node, onClose }: { node: Node; onClose(): void }) {
  const t = useText('admin-registry')
  const { draft, bind, save, isRunning, problem } = useNodeForm(node, onClose)
  return (
    <Dialog title={t('edit_node', { name: node.id })} onClose={onClose}>
      <Form draft={draft} problem={problem} onSubmit={save} onKeyDown={saveByKey} className="grid gap-4">
        <Field label={t('name')} dir="auto" maxLength={limits.nameLength} {...bind('name')} />
        <TextArea
          label={t('description')}
          dir="auto"
          maxLength={limits.descriptionLength}
          {...bind('description')}
        />
        <Field label={t('license')} dir="auto" maxLength={limits.licenseLength} {...bind('license')} />
        <Field
          label={t('repository')}
          dir="ltr"
          type="url"
          maxLength={limits.urlLength}
          {...bind('repository')}
        />
        <Field label={t('category')} dir="auto" maxLength={limits.nameLength} {...bind('category')} />
        <Field label={t('tags')} hint={t('tags_hint')} dir="auto" {...bind('tags')} />
        <Field label={t('admin_tags')} hint={t('admin_tags_hint')} dir="auto" {...bind('tags_admin')} />
        <QuickTags
          tags={toList(draft.value.tags_admin)}
          onChange={(tags) => draft.set({ ...draft.value, tags_admin: tags.join(', ') })}
        />
        <DialogEnd action={t('save')} disabled={isRunning || !draft.isTyped} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

/** Form state of a node's details, with saving. */
function useNodeForm(node: Node, onSaved: () => void) {
  const t = useText('admin-registry')
  const { registry } = useSite()
  const changed = useRegistryChange()
  const { run, isRunning, problem } = useAction()
  const draft = useDraft(`admin-node:${node.id}`, fieldsOf(node))
  const bind = (field: keyof typeof draft.value) => bindText(draft, field)
  const save = async () => {
    const { tags, tags_admin, license, ...texts } = draft.value
    // An unedited license is sent in its original format.
    const sent = license === licenseText(node.license) ? (node.license ?? '') : license
    const body = { ...texts, license: sent, tags: toList(tags), tags_admin: toList(tags_admin) }
    const params = { publisherId: node.publisher.id, nodeId: node.id }
    const call = async () => {
      await registry.call(updateNode, { params, body })
      await changed(t('node_saved', { name: node.id }))
    }
    if (!(await run(call))) return
    draft.clear()
    onSaved()
  }
  return { draft, bind, save, isRunning, problem }
}

function QuickTags({ tags, onChange }: { tags: string[]; onChange(tags: string[]): void }) {
  const t = useText('admin-registry')
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{t('quick_tags')}</legend>
      {quickTags.map((tag) => {
        const isOn = tags.includes(tag)
        return (
          <button
            key={tag}
            type="button"
            aria-pressed={isOn}
            onClick={() => onChange(isOn ? tags.filter((one) => one !== tag) : [...tags, tag])}
            className="rounded-md border border-line px-2 py-1 font-mono text-xs hover:border-edge aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
          >
            {tag}
          </button>
        )
      })}
    </fieldset>
  )
}

function fieldsOf({ name, description, repository = '', category = '', ...node }: Node) {
  const [tags, tags_admin] = [node.tags.join(', '), (node.tags_admin ?? []).join(', ')]
  const license = licenseText(node.license)
  return { name, description, license, repository, category, tags, tags_admin }
}

const toList = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]
