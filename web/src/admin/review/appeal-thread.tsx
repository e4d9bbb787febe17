import { limits } from '@nodeyard/contract/limits'
import { type Appeal, answerAppeal } from '@nodeyard/contract/packs'
import { useQueryClient } from '@tanstack/react-query'
import { useMay } from '../../account/access/use-may.ts'
import { useDraft } from '../../ground/forms/draft.ts'
import { Form } from '../../ground/forms/form.tsx'
import { TextArea } from '../../ground/forms/text-area.tsx'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { reviewQuery } from './queries.ts'
import { Ago, WaitingSince } from './queue-list.tsx'

/** The publisher's appeal against a decision, and the replies. */
export function AppealThread({ appeal }: { appeal: Appeal }) {
  const t = useText('admin-review')
  const may = useMay()
  return (
    <section aria-labelledby="appeal" className="grid gap-3 rounded-md border border-line p-3">
      <h3 id="appeal" className="font-semibold">
        {t('appeal')}
        {appeal.waitingSince && (
          <span className="ms-2 text-sm font-normal text-warn">
            <WaitingSince since={appeal.waitingSince} />
          </span>
        )}
      </h3>
      <ol className="grid gap-2">
        {appeal.messages.map(({ id, from, name, text, at }) => (
          <li
            key={id}
            className={`grid gap-1 rounded-md px-3 py-2 text-sm ${from === 'moderators' ? 'bg-accent-soft' : 'bg-sunken'}`}
          >
            <span className="flex flex-wrap gap-x-2 text-xs text-muted">
              <bdi className="font-medium">
                {name ?? (from === 'moderators' ? t('from_moderators') : t('publisher'))}
              </bdi>
              <Ago since={at} />
            </span>
            <span dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {text}
            </span>
          </li>
        ))}
      </ol>
      {may(answerAppeal) && <Answer appeal={appeal} />}
    </section>
  )
}

function Answer({ appeal: { node_id, version, version_id } }: { appeal: Appeal }) {
  const t = useText('admin-review')
  const site = useSite()
  const queries = useQueryClient()
  const draft = useDraft<string>(`appeal-answer:${version_id}`, '')
  const { run, isRunning, problem } = useAction()
  const submit = async () => {
    if (draft.value.trim() === '') return
    const isDone = await run(
      () =>
        site.registry.call(answerAppeal, {
          params: { nodeId: node_id, version },
          body: { text: draft.value.trim() },
        }),
      t('answered'),
    )
    if (!isDone) return
    draft.clear()
    await queries.invalidateQueries({ queryKey: reviewQuery(site, { node_id, version }).queryKey })
  }
  return (
    <Form draft={draft} onSubmit={submit} className="grid gap-2">
      <TextArea
        label={t('answer')}
        hint={t('answer_hint')}
        rows={3}
        maxLength={limits.appealLength}
        value={draft.value}
        onChange={(event) => draft.set(event.target.value)}
      />
      <RefusalNote problem={problem} />
      <div>
        <Button type="submit" disabled={isRunning || draft.value.trim() === ''}>
          {t('send_answer')}
        </Button>
      </div>
    </Form>
  )
}
