import { limits } from '@nodeyard/contract/limits'
import { type ReportKind, reportAbuse, reportKinds } from '@nodeyard/contract/safety'
import { useId, useState } from 'react'
import { ChoiceField } from '../../ground/forms/choice-field.tsx'
import { useDraft } from '../../ground/forms/draft.ts'
import { DraftNote } from '../../ground/forms/draft-note.tsx'
import { Field } from '../../ground/forms/field.tsx'
import { Form } from '../../ground/forms/form.tsx'
import { TextArea } from '../../ground/forms/text-area.tsx'
import { useSite, useText } from '../../ground/site/site.ts'
import { useSession } from '../../ground/site/use-session.ts'
import { Dialog, DialogEnd } from '../../ground/ui/dialog.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { showToast } from '../../ground/ui/toast.ts'
import { useAction } from '../../ground/ui/use-action.ts'
import { kindTexts } from './kinds.ts'
import type { ReportedThing } from './reported-thing.ts'
import { readVisitorsDraft, storeVisitorsDraft } from './visitors-draft.ts'

const noReport = { kind: '', text: '', contact: '' }

/** Reports a problem with a node or a version to the moderators. The input survives closing and errors. */
export function ReportDialog({ onClose, ...thing }: ReportedThing & { onClose(): void }) {
  const t = useText('safety')
  const isSignedIn = useSession().state === 'signed-in'
  return (
    <Dialog title={t('report_title', { name: thing.name })} onClose={onClose}>
      {isSignedIn ? (
        <UserReport {...thing} onClose={onClose} />
      ) : (
        <VisitorReport {...thing} onClose={onClose} />
      )}
    </Dialog>
  )
}

const keyOf = ({ nodeId, version }: ReportedThing) => `report:${nodeId}${version ? `@${version}` : ''}`

function UserReport(props: ReportedThing & { onClose(): void }) {
  const draft = useDraft(keyOf(props), noReport)
  return (
    <>
      <DraftNote draft={draft} />
      <ReportForm {...props} value={draft.value} onChange={draft.set} onSent={draft.clear} />
    </>
  )
}

/** Keeps the input of an anonymous visitor in this tab only. */
function VisitorReport(props: ReportedThing & { onClose(): void }) {
  const key = keyOf(props)
  const [value, setValue] = useState(() => ({ ...noReport, ...readVisitorsDraft(key) }))
  const change = (next: typeof noReport) => {
    setValue(next)
    storeVisitorsDraft(key, next)
  }
  return (
    <ReportForm
      {...props}
      value={value}
      onChange={change}
      onSent={() => storeVisitorsDraft(key, undefined)}
      asksContact
    />
  )
}

interface ReportForm extends ReportedThing {
  value: typeof noReport
  asksContact?: boolean
  onChange(next: typeof noReport): void
  onSent(): void
  onClose(): void
}

function ReportForm({ nodeId, version, value, asksContact = false, onChange, onSent, onClose }: ReportForm) {
  const t = useText('safety')
  const { registry, settings } = useSite()
  const { run, isRunning, problem } = useAction()
  const [isAsked, setAsked] = useState(false)
  const { kind, text, contact } = value
  const missing = { kind: isAsked && kind === '', text: isAsked && text.trim() === '' }
  const submit = async () => {
    setAsked(true)
    if (kind === '' || text.trim() === '' || isRunning) return
    const body = {
      kind: kind as ReportKind,
      text,
      locale: settings.locale,
      ...(version ? { version } : {}),
      ...(asksContact && contact.trim() ? { contact } : {}),
    }
    const isSent = await run(() => registry.call(reportAbuse, { params: { nodeId }, body }))
    if (!isSent) return
    onSent()
    showToast('success', t('report_sent'))
    onClose()
  }
  return (
    <Form onSubmit={submit} noValidate className="grid gap-4">
      <p className="text-sm text-muted text-pretty">
        {t('report_lead')} {version && t('report_version', { version })}
      </p>
      <Kinds value={kind} isMissing={missing.kind} onChange={(next) => onChange({ ...value, kind: next })} />
      <TextArea
        label={t('report_text')}
        hint={t('report_text_hint')}
        problem={missing.text ? t('needed') : undefined}
        maxLength={limits.reportLength}
        value={text}
        onChange={(event) => onChange({ ...value, text: event.target.value })}
      />
      {asksContact && (
        <Field
          label={t('report_contact')}
          dir="ltr"
          inputMode="email"
          autoComplete="email"
          maxLength={limits.nameLength}
          value={contact}
          onChange={(event) => onChange({ ...value, contact: event.target.value })}
        />
      )}
      <RefusalNote problem={problem} />
      <DialogEnd action={t('report_send')} disabled={isRunning} onCancel={onClose} />
    </Form>
  )
}

function Kinds({
  value,
  isMissing,
  onChange,
}: {
  value: string
  isMissing: boolean
  onChange(kind: ReportKind): void
}) {
  const t = useText('safety')
  const id = useId()
  return (
    <fieldset className="grid gap-1.5" aria-describedby={isMissing ? `${id}-problem` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{t('report_kind')}</legend>
      {reportKinds.map((kind) => (
        <ChoiceField
          key={kind}
          type="radio"
          name={`${id}-kind`}
          value={kind}
          checked={value === kind}
          onChange={() => onChange(kind)}
        >
          {t(kindTexts[kind])}
        </ChoiceField>
      ))}
      {isMissing && (
        <p id={`${id}-problem`} role="alert" className="text-sm text-danger">
          {t('needed')}
        </p>
      )}
    </fieldset>
  )
}
