import { limits } from '@nodeyard/contract/limits'
import {
  type Advisory,
  type AdvisoryFields,
  type AdvisoryImpact,
  advisorySeverities,
  previewAdvisory,
  publishAdvisory,
  updateAdvisory,
} from '@nodeyard/contract/safety'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useMay } from '../../account/access/use-may.ts'
import { ChoiceField } from '../../ground/forms/choice-field.tsx'
import { useDraft } from '../../ground/forms/draft.ts'
import { DraftNote } from '../../ground/forms/draft-note.tsx'
import { Field } from '../../ground/forms/field.tsx'
import { Form } from '../../ground/forms/form.tsx'
import { SelectField } from '../../ground/forms/select-field.tsx'
import { TextArea } from '../../ground/forms/text-area.tsx'
import { useSite, useText } from '../../ground/site/site.ts'
import { DialogEnd } from '../../ground/ui/dialog.tsx'
import { Fold } from '../../ground/ui/fold.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { showToast } from '../../ground/ui/toast.ts'
import { useAction } from '../../ground/ui/use-action.ts'
import { severityTexts } from '../../public/safety/severity.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { type AdvisoryText, emptyAdvisory, fromText, toText } from './advisory-lines.ts'

interface AdvisoryFormProps {
  /** Omitted for a new advisory. */
  advisory?: Advisory
  nodeId?: string
  onClose(): void
}

interface Checked {
  nodeId: string
  fields: AdvisoryFields
  impact: AdvisoryImpact
}

/** Edits an advisory, previews the affected versions, and publishes it. */
export function AdvisoryForm({ advisory, nodeId = '', onClose }: AdvisoryFormProps) {
  const t = useText('admin-safety')
  const may = useMay()
  const { draft, check, checked, discard, isRunning, isTitleMissing, wrongLine, problem } = useAdvisoryForm(
    advisory,
    nodeId,
  )
  if (!may(publishAdvisory) || !may(previewAdvisory)) return null
  return (
    <section
      className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6"
      aria-label={titleOf(t, advisory)}
    >
      <h2 className="text-lg font-semibold">{titleOf(t, advisory)}</h2>
      <DraftNote draft={draft} />
      <Form onSubmit={check} noValidate className="grid gap-4">
        <Fields value={draft.value} isNew={!advisory} isTitleMissing={isTitleMissing} onChange={draft.set} />
        {wrongLine && (
          <p role="alert" className="text-sm text-danger wrap-anywhere">
            {wrongLine}
          </p>
        )}
        <RefusalNote problem={problem} />
        <DialogEnd action={t('continue')} disabled={isRunning} onCancel={onClose} />
      </Form>
      {checked && (
        <PublishDialog
          {...checked}
          {...(advisory ? { advisory } : {})}
          onDone={() => {
            draft.clear()
            onClose()
          }}
          onClose={discard}
        />
      )}
    </section>
  )
}

/** Form state of an advisory, with the preview of the affected versions. */
function useAdvisoryForm(advisory: Advisory | undefined, nodeId: string) {
  const t = useText('admin-safety')
  const { registry } = useSite()
  const { run, isRunning, problem } = useAction()
  const initial = useMemo(
    () => (advisory ? toText(advisory) : { ...emptyAdvisory, node_id: nodeId }),
    [advisory, nodeId],
  )
  const draft = useDraft(advisory ? `advisory:${advisory.id}` : 'advisory:new', initial)
  const [wrongLine, setWrongLine] = useState('')
  const [isTitleMissing, setTitleMissing] = useState(false)
  const [checked, setChecked] = useState<Checked>()
  const check = async () => {
    const fields = fromText(draft.value)
    setWrongLine('wrong' in fields ? t('line_wrong', { line: fields.wrong }) : '')
    if ('wrong' in fields) return
    setTitleMissing(fields.title === '')
    if (fields.title === '') return
    const { versions, ranges, archive_digests, file_digests } = fields
    const target = draft.value.node_id.trim()
    const body = { node_id: target, versions, ranges, archive_digests, file_digests }
    await run(async () => {
      const impact = await registry.call(previewAdvisory, { body })
      setChecked({ nodeId: target, fields, impact })
    })
  }
  return {
    draft,
    check,
    checked,
    isRunning,
    wrongLine,
    problem,
    isTitleMissing: isTitleMissing && draft.value.title.trim() === '',
    discard: () => setChecked(undefined),
  }
}

function titleOf(t: ReturnType<typeof useText<'admin-safety'>>, advisory: Advisory | undefined): string {
  return advisory ? t('edit_advisory', { id: advisory.id }) : t('new_advisory')
}

function PublishDialog({
  advisory,
  nodeId,
  fields,
  impact,
  onDone,
  onClose,
}: Checked & { advisory?: Advisory; onDone(): void; onClose(): void }) {
  const t = useText('admin-safety')
  const { call } = useAdminToken()
  const may = useMay()
  const queries = useQueryClient()
  const { total: versions, nodes, installs } = impact
  const act = async () => {
    if (advisory && may(updateAdvisory)) {
      await call(updateAdvisory, { params: { advisoryId: advisory.id }, body: fields })
    } else {
      await call(publishAdvisory, { body: { node_id: nodeId, ...fields } })
    }
    await queries.invalidateQueries({ queryKey: ['advisories'] })
    await queries.invalidateQueries({ queryKey: ['nodes'] })
    showToast('success', t('done'))
    onDone()
  }
  return (
    <ConfirmDialog
      title={titleOf(t, advisory)}
      lead={
        <>
          <p className="font-medium tabular-nums">{t('impact', { versions, nodes, installs })}</p>
          <p>{fields.refuses_installs ? t('will_refuse') : t('will_warn')}</p>
        </>
      }
      things={impact.versions.map(({ node_id, version }) => `${node_id} ${version}`)}
      action={advisory ? t('save') : t('publish')}
      isDestructive={fields.refuses_installs}
      onConfirm={act}
      onClose={onClose}
    />
  )
}

function Fields({
  value,
  isNew,
  isTitleMissing,
  onChange,
}: {
  value: AdvisoryText
  isNew: boolean
  isTitleMissing: boolean
  onChange(next: AdvisoryText): void
}) {
  const t = useText('admin-safety')
  const field = (name: keyof AdvisoryText & string, maxLength: number) => ({
    value: String(value[name]),
    maxLength,
    onChange: (event: { target: { value: string } }) => onChange({ ...value, [name]: event.target.value }),
  })
  const lines = limits.advisoryItems * 70
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('node_id')}
          dir="ltr"
          required
          readOnly={!isNew}
          {...field('node_id', limits.nodeIdLength)}
        />
        <SeverityField value={value.severity} onChange={(severity) => onChange({ ...value, severity })} />
      </div>
      <Field
        label={t('title')}
        required
        problem={isTitleMissing ? t('title_missing') : undefined}
        {...field('title', limits.nameLength)}
      />
      <TextArea label={t('details')} {...field('details', limits.advisoryLength)} />
      <TextArea label={t('remedy')} {...field('remedy', limits.reportLength)} />
      <TextArea label={t('versions')} hint={t('versions_hint')} dir="ltr" {...field('targets', lines)} />
      <DigestFields isOpen={value.archives + value.files !== ''} field={(name) => field(name, lines)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextArea label={t('aliases')} dir="ltr" {...field('aliases', lines)} />
        <TextArea label={t('references')} dir="ltr" {...field('references', lines)} />
      </div>
      <ChoiceField checked={value.refuses} onChange={(refuses) => onChange({ ...value, refuses })}>
        {t('refuses')}
      </ChoiceField>
    </>
  )
}

type Severity = AdvisoryText['severity']

function SeverityField({ value, onChange }: { value: Severity; onChange(severity: Severity): void }) {
  const t = useText('admin-safety')
  const safety = useText('safety')
  return (
    <SelectField
      label={t('severity')}
      value={value}
      onChange={({ target }) => onChange(target.value as Severity)}
      options={advisorySeverities.map((one) => ({ value: one, text: safety(severityTexts[one]) }))}
    />
  )
}

interface DigestFieldsProps {
  isOpen: boolean
  field(name: 'archives' | 'files'): Pick<Parameters<typeof TextArea>[0], 'value' | 'maxLength' | 'onChange'>
}

function DigestFields({ isOpen, field }: DigestFieldsProps) {
  const t = useText('admin-safety')
  return (
    <Fold className="grid gap-4" isOpen={isOpen} look="text-sm font-medium" title={<>SHA-256</>}>
      <div className="mt-3 grid gap-4">
        <TextArea label={t('archives')} hint={t('archives_hint')} dir="ltr" {...field('archives')} />
        <TextArea label={t('files')} hint={t('files_hint')} dir="ltr" {...field('files')} />
      </div>
    </Fold>
  )
}
