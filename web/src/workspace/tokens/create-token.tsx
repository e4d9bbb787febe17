import { trimEndOf } from '@nodeyard/analysis/ground'
import { nodeIdPattern } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { createToken, type PersonalAccessToken } from '@nodeyard/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../ground/forms/choice-field.tsx'
import { useDraft } from '../../ground/forms/draft.ts'
import { Field } from '../../ground/forms/field.tsx'
import { Form, Submit } from '../../ground/forms/form.tsx'
import { SelectField } from '../../ground/forms/select-field.tsx'
import { TextArea } from '../../ground/forms/text-area.tsx'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Command } from '../../ground/ui/command.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { nodeIdsQuery, tokensQuery } from './queries.ts'
import { nameOfScope, type ScopeName, scopeNames, scopes, splitIds } from './scope.ts'

const lives = [7, 30, 90, 365] as const
const defaultLifeDays = 90
const never = 'never'

const empty = {
  name: '',
  description: '',
  acts: 'publish' as string,
  isForSome: false as boolean,
  nodes: '',
  life: String(defaultLifeDays),
}

/** Creates a token and shows its secret once. The secret is not stored. */
export function CreateToken({ publisherId }: { publisherId: string }) {
  const t = useText('tokens')
  const { draft, set, submit, wrongNodes, made, dismiss, isRunning, problem } = useTokenForm(publisherId)
  const { value } = draft
  if (made) return <NewSecret {...made} onDone={dismiss} />
  return (
    <Form draft={draft} problem={problem} onSubmit={submit} className="grid max-w-2xl gap-4">
      <Field
        label={t('name')}
        hint={t('name_hint')}
        required
        dir="auto"
        autoComplete="off"
        maxLength={limits.tokenNameLength}
        value={value.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextArea
        label={t('description')}
        rows={2}
        dir="auto"
        maxLength={limits.descriptionLength}
        value={value.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <SelectField
        label={t('acts')}
        hint={t('acts_hint')}
        value={value.acts}
        onChange={(event) => set({ acts: event.target.value })}
        options={scopeNames.map((scope) => ({ value: scope, text: t(nameOfScope(scope)) }))}
      />
      <Nodes
        publisherId={publisherId}
        isForSome={value.isForSome}
        nodes={value.nodes}
        wrong={wrongNodes}
        onChange={set}
      />
      <Life value={value.life} onChange={(life) => set({ life })} />
      <Submit disabled={isRunning}>{t('create')}</Submit>
    </Form>
  )
}

/** Form state of a new token, with the request. `made` holds the secret until the user leaves. */
function useTokenForm(publisherId: string) {
  const site = useSite()
  const draft = useDraft(`token:${publisherId}`, empty)
  const { run, isRunning, problem } = useAction()
  const [made, setMade] = useState<{ name: string; secret: string }>()
  const { data: tokens = [] } = useQuery(tokensQuery(site, publisherId))
  // Hides the secret of a token that was revoked in the meantime.
  const isRevoked = tokens.some(({ revokedAt, ...one }) => revokedAt && made && isPrefixOf(one, made))
  const { value } = draft
  const set = (part: Partial<typeof empty>) => draft.set({ ...value, ...part })
  const nodes = value.isForSome ? splitIds(value.nodes) : []
  const wrongNodes = nodes.filter((id) => !new RegExp(nodeIdPattern).test(id))
  const submit = async () => {
    if (wrongNodes.length > 0 || (value.isForSome && nodes.length === 0)) return
    const name = value.name.trim()
    const body = {
      name,
      description: value.description.trim(),
      actions: [...scopes[value.acts as ScopeName]],
      ...(value.isForSome ? { nodes } : {}),
      ...(value.life === never ? {} : { expires_in_days: Number(value.life) }),
    }
    const isDone = await run(async () => {
      const { token } = await site.registry.call(createToken, { params: { publisherId }, body })
      setMade({ name, secret: token })
    })
    if (isDone) draft.clear()
  }
  return {
    draft,
    set,
    submit,
    wrongNodes,
    isRunning,
    problem,
    made: isRevoked ? undefined : made,
    dismiss: () => setMade(undefined),
  }
}

function Life({ value, onChange }: { value: string; onChange(value: string): void }) {
  const t = useText('tokens')
  const formats = useFormats()
  const expiry = (days: number) =>
    t('expires_in', {
      count: days,
      date: formats.date(new Date(Date.now() + days * 86_400_000).toISOString()),
    })
  return (
    <SelectField
      label={t('life')}
      hint={value === never ? t('never_hint') : t('life_hint')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        ...lives.map((days) => ({ value: String(days), text: expiry(days) })),
        { value: never, text: t('never_expires') },
      ]}
    />
  )
}

/** Whether the secret belongs to a token of the list, which shows how each secret begins. */
function isPrefixOf(
  listed: Pick<PersonalAccessToken, 'name' | 'token'>,
  made: { name: string; secret: string },
): boolean {
  return listed.name === made.name && made.secret.startsWith(trimEndOf(listed.token, '*'))
}

function Nodes({
  publisherId,
  isForSome,
  nodes,
  wrong,
  onChange,
}: {
  publisherId: string
  isForSome: boolean
  nodes: string
  wrong: readonly string[]
  onChange(part: { isForSome?: boolean; nodes?: string }): void
}) {
  const t = useText('tokens')
  const problem = wrong.length > 0 ? t('wrong_nodes', { names: wrong.join(' ') }) : undefined
  const choice = (isSome: boolean, text: string) => (
    <ChoiceField
      type="radio"
      name="nodes"
      checked={isForSome === isSome}
      onChange={() => onChange({ isForSome: isSome })}
    >
      {text}
    </ChoiceField>
  )
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t('for_nodes')}</legend>
      {choice(false, t('all_nodes'))}
      {choice(true, t('some_nodes'))}
      {isForSome && (
        <div className="grid gap-2 ps-6">
          <TextArea
            label={t('node_ids')}
            hint={t('node_ids_hint')}
            problem={problem}
            required
            rows={2}
            dir="ltr"
            spellCheck={false}
            value={nodes}
            onChange={(event) => onChange({ nodes: event.target.value })}
          />
          <NodeSuggestions
            publisherId={publisherId}
            chosen={splitIds(nodes)}
            onChange={(ids) => onChange({ nodes: ids.join(' ') })}
          />
        </div>
      )}
    </fieldset>
  )
}

/** The secret exists in this component only and is gone when the user leaves the page. */
function NewSecret({ name, secret, onDone }: { name: string; secret: string; onDone(): void }) {
  const t = useText('tokens')
  return (
    <div role="status" className="grid gap-3">
      <Notice tone="info" title={t('created', { name })}>
        <p className="text-pretty">{t('created_lead')}</p>
        <div className="mt-2">
          <Command text={secret} copyLabel={t('copy_token')} />
        </div>
      </Notice>
      <Button className="justify-self-start" onClick={onDone}>
        {t('done')}
      </Button>
    </div>
  )
}

interface NodeSuggestionsProps {
  publisherId: string
  chosen: readonly string[]
  onChange(ids: readonly string[]): void
}

function NodeSuggestions({ publisherId, chosen, onChange }: NodeSuggestionsProps) {
  const t = useText('tokens')
  const { data: own = [] } = useQuery(nodeIdsQuery(useSite(), publisherId))
  return (
    <ul className="flex flex-wrap gap-2">
      {own
        .filter((id) => !chosen.includes(id))
        .map((id) => (
          <li key={id}>
            <Button aria-label={t('add_node', { name: id })} onClick={() => onChange([...chosen, id])}>
              + <bdi>{id}</bdi>
            </Button>
          </li>
        ))}
    </ul>
  )
}
