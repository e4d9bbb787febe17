import { nodeIdPattern } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import {
  type CiIssuer,
  createTrustedPublisher,
  refPattern,
  repositoryPattern,
  type TrustedPublisher,
  toTrustedSettings,
  updateTrustedPublisher,
  workflowPattern,
} from '@nodeyard/contract/packs'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { bindText, useDraft } from '../../ground/forms/draft.ts'
import { Field } from '../../ground/forms/field.tsx'
import { Form } from '../../ground/forms/form.tsx'
import { SelectField } from '../../ground/forms/select-field.tsx'
import { useSite, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Button } from '../../ground/ui/button.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { issuerName } from './issuer-name.ts'
import { nodeIdsQuery } from './queries.ts'

type FieldName = 'node_id' | 'repository' | 'workflow' | 'environment' | 'ref'

/** Format of each field, with the text that explains it. */
const checks: readonly { field: FieldName; pattern: RegExp; text: TextKey<'tokens'> }[] = [
  { field: 'node_id', pattern: new RegExp(nodeIdPattern), text: 'wrong_node_id' },
  { field: 'repository', pattern: new RegExp(repositoryPattern), text: 'wrong_repository' },
  { field: 'workflow', pattern: new RegExp(workflowPattern), text: 'wrong_workflow' },
  { field: 'ref', pattern: new RegExp(`^$|${refPattern}`), text: 'wrong_ref' },
]

/** Examples, the same in every language. */
const samples = {
  repository: 'acme/blur',
  github: 'publish.yml',
  gitlab: '.gitlab-ci.yml',
  ref: 'refs/tags/v*',
}

interface TrustedForm {
  publisherId: string
  issuers: readonly CiIssuer[]
  trusted?: TrustedPublisher
  onDone(): void
}

/** Creates a trusted build or edits one. */
export function TrustedPublisherForm(props: TrustedForm) {
  const { publisherId, issuers, trusted, onDone } = props
  const t = useText('tokens')
  const cancel = useText('common')('cancel')
  const { draft, kind, bind, submit, isRunning, problem } = useTrustedForm(props)
  const { data: nodeIds = [] } = useQuery(nodeIdsQuery(useSite(), publisherId))
  const listId = useId()
  const close = () => {
    draft.clear()
    onDone()
  }
  return (
    <Form draft={draft} problem={problem} noValidate onSubmit={submit} className="grid max-w-2xl gap-4">
      <Field label={t('node_id')} hint={t('node_id_hint')} list={listId} {...bind('node_id')} />
      <datalist id={listId}>
        {nodeIds.map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <SelectField
        label={t('issuer')}
        dir="ltr"
        value={draft.value.issuer}
        onChange={({ target }) => draft.set({ ...draft.value, issuer: target.value })}
        options={issuers.map((one) => ({ value: one.issuer, text: issuerName(one) }))}
      />
      <Field label={t('repository')} placeholder={samples.repository} {...bind('repository')} />
      <Field
        label={t('workflow')}
        hint={kind === 'github' ? t('workflow_hint_github') : t('workflow_hint_gitlab')}
        placeholder={samples[kind]}
        {...bind('workflow')}
      />
      <Field label={t('environment')} hint={t('environment_hint')} {...bind('environment')} />
      <Field label={t('ref')} hint={t('ref_hint')} placeholder={samples.ref} {...bind('ref')} />
      {trusted && <p className="max-w-prose text-sm text-muted text-pretty">{t('change_hint')}</p>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isRunning} look="primary">
          {trusted ? t('save') : t('trust_build')}
        </Button>
        <Button onClick={close}>{cancel}</Button>
      </div>
    </Form>
  )
}

/** Form state of a trusted build, with saving. */
function useTrustedForm({ publisherId, issuers, trusted, onDone }: TrustedForm) {
  const t = useText('tokens')
  const { registry } = useSite()
  const saved = {
    node_id: trusted?.node_id ?? '',
    issuer: trusted?.issuer ?? issuers[0]?.issuer ?? '',
    repository: trusted?.repository ?? '',
    workflow: trusted?.workflow ?? '',
    environment: trusted?.environment ?? '',
    ref: trusted?.ref ?? '',
  }
  const draft = useDraft(`trusted:${trusted?.id ?? publisherId}`, saved)
  const { run, isRunning, problem } = useAction()
  const [isTried, setTried] = useState(false)
  const kind = issuers.find(({ issuer }) => issuer === draft.value.issuer)?.kind ?? 'github'
  const body = toTrustedSettings(draft.value, kind)
  const wrong = checks.filter(({ field, pattern }) => !pattern.test(body[field] ?? ''))
  const bind = (field: FieldName) => {
    const text = isTried ? wrong.find((one) => one.field === field)?.text : undefined
    return {
      ...bindText(draft, field),
      dir: 'ltr',
      autoComplete: 'off',
      autoCapitalize: 'off',
      spellCheck: false,
      maxLength: limits.urlLength,
      problem: text && t(text),
    }
  }
  const save = () => {
    if (!trusted) return registry.call(createTrustedPublisher, { params: { publisherId }, body })
    const params = { publisherId, trustedPublisherId: trusted.id }
    return registry.call(updateTrustedPublisher, { params, body })
  }
  const submit = async () => {
    setTried(true)
    if (wrong.length > 0 || !(await run(save, t('build_trusted')))) return
    draft.clear()
    onDone()
  }
  return { draft, kind, bind, submit, isRunning, problem }
}
