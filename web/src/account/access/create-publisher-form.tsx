import { limits } from '@nodeyard/contract/limits'
import { createPublisher } from '@nodeyard/contract/people'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { bindText, useDraft } from '../../ground/forms/draft.ts'
import { Field } from '../../ground/forms/field.tsx'
import { Form } from '../../ground/forms/form.tsx'
import { useDebounced } from '../../ground/forms/use-debounced.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { refusalText } from '../../ground/ui/refusal.ts'
import { useAction } from '../../ground/ui/use-action.ts'
import { freeIdQuery } from './queries.ts'

const empty = { id: '', name: '' }

/** Asks for the permanent id and the display name. */
export function CreatePublisherForm({
  onCreated,
  children,
}: {
  onCreated(id: string): void
  children?: ReactNode
}) {
  const t = useText('workspace')
  const { registry } = useSite()
  const draft = useDraft('create-publisher', empty)
  const { run, isRunning, problem } = useAction()
  const id = draft.value.id.trim()
  const { isFree, isChecking, refusal } = useIdCheck(id)
  const submit = async () => {
    if (!isFree) return
    const body = { id, name: draft.value.name.trim() || id }
    if (!(await run(() => registry.call(createPublisher, { body })))) return
    draft.clear()
    onCreated(id)
  }
  return (
    <Form draft={draft} problem={problem} onSubmit={submit} className="grid gap-4">
      <Field
        label={t('publisher_id')}
        hint={<IdHint isChecking={isChecking} isFree={isFree} />}
        problem={refusal}
        required
        dir="ltr"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={limits.publisherIdLength}
        {...bindText(draft, 'id')}
      />
      <Field
        label={t('display_name')}
        hint={t('display_name_hint')}
        dir="auto"
        maxLength={limits.nameLength}
        {...bindText(draft, 'name')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!isFree || isRunning} look="primary">
          {t('create')}
        </Button>
        {children}
      </div>
    </Form>
  )
}

function IdHint({ isChecking, isFree }: { isChecking: boolean; isFree: boolean }) {
  const t = useText('workspace')
  return (
    <>
      <p>{t('publisher_id_hint')}</p>
      <p role="status">{isChecking ? t('id_checking') : isFree ? t('id_free') : ''}</p>
    </>
  )
}

/** Checks the id with the registry after a pause in typing. Responses for an outdated id are ignored. */
function useIdCheck(id: string): { isFree: boolean; isChecking: boolean; refusal: string | undefined } {
  const t = useText('forms')
  const rested = useDebounced(id)
  const { data, error } = useQuery({ ...freeIdQuery(useSite(), rested), enabled: rested !== '' })
  const isCurrent = rested === id
  return {
    isFree: isCurrent && rested !== '' && data === true,
    isChecking: id !== '' && (!isCurrent || (data === undefined && !error)),
    refusal: isCurrent && rested !== '' && error ? refusalText(t, error) : undefined,
  }
}
