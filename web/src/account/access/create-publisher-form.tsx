import { limits } from '@nodeyard/contract/limits'
import { createPublisher } from '@nodeyard/contract/publishers'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useDraft } from '../../ground/forms/draft.ts'
import { DraftNote } from '../../ground/forms/draft-note.tsx'
import { Field } from '../../ground/forms/field.tsx'
import { useDebounced } from '../../ground/forms/use-debounced.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { refusalText } from '../../ground/ui/refusal.ts'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
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
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isFree) return
    const body = { id, name: draft.value.name.trim() || id }
    if (!(await run(() => registry.call(createPublisher, { body })))) return
    draft.clear()
    onCreated(id)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
      <DraftNote draft={draft} />
      <RefusalNote problem={problem} />
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
        value={draft.value.id}
        onChange={(event) => draft.set({ ...draft.value, id: event.target.value })}
      />
      <Field
        label={t('display_name')}
        hint={t('display_name_hint')}
        dir="auto"
        maxLength={limits.nameLength}
        value={draft.value.name}
        onChange={(event) => draft.set({ ...draft.value, name: event.target.value })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!isFree || isRunning} look="primary">
          {t('create')}
        </Button>
        {children}
      </div>
    </form>
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
