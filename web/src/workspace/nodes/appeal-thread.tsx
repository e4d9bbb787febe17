import { limits } from '@nodeyard/contract/limits'
import {
  type AppealMessage,
  answerAppeal,
  type NodeDetail,
  type PublishReport,
  writeAppeal,
} from '@nodeyard/contract/packs'
import { useDraft } from '../../ground/forms/draft.ts'
import { Form, Submit } from '../../ground/forms/form.tsx'
import { TextArea } from '../../ground/forms/text-area.tsx'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { durationText } from '../../ground/texts/duration.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { Section } from '../../ground/ui/section.tsx'
import { useNow } from '../../ground/ui/use-now.ts'
import type { ManagedNode } from './node-layout.tsx'
import { useNodeAction } from './use-node-action.ts'

const minuteMs = 60_000

interface Thread {
  node: NodeDetail
  report: PublishReport
  may: ManagedNode['may']
}

/** Messages between a publisher and the moderators about a version, with a form for the next one. */
export function AppealThread({ node, report, may }: Thread) {
  const t = useText('manage')
  const { appeal, version } = report
  const isHeldBack =
    version.status === 'NodeVersionStatusFlagged' || version.status === 'NodeVersionStatusBanned'
  if (!appeal && !isHeldBack) return null
  return (
    <Section id="appeal" title={t('appeal')}>
      {isHeldBack && <p className="max-w-prose text-sm text-muted text-pretty">{t('appeal_lead')}</p>}
      {appeal && (
        <ol className="grid grid-cols-1 gap-3">
          {appeal.messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      )}
      <WaitingTime report={report} />
      {isHeldBack && may(writeAppeal) && <Writing node={node} report={report} />}
      {appeal && may(answerAppeal) && !may(writeAppeal) && <Answering node={node} report={report} />}
      {appeal && !isHeldBack && <p className="text-sm text-muted">{t('appeal_closed')}</p>}
    </Section>
  )
}

function Message({ message: { from, name, text, at } }: { message: AppealMessage }) {
  const t = useText('manage')
  const formats = useFormats()
  const isOurs = from === 'publisher'
  return (
    <li
      className={`grid max-w-2xl gap-1.5 rounded-lg border border-line p-4 text-sm ${isOurs ? 'bg-surface' : 'ms-6 bg-sunken'}`}
    >
      <p className="flex flex-wrap gap-x-3 text-xs text-muted">
        <span className="font-semibold text-ink">{isOurs ? t('from_publisher') : t('from_moderators')}</span>
        {name && <bdi>{name}</bdi>}
        <time dateTime={at} className="ms-auto tabular-nums">
          {formats.dateTime(at)} UTC
        </time>
      </p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {text}
      </p>
    </li>
  )
}

/** Shows how long the publisher has waited and the usual waiting time. */
function WaitingTime({ report: { appeal, usualAnswerSeconds } }: { report: PublishReport }) {
  const t = useText('manage')
  const { locale } = useSite().settings
  const formats = useFormats()
  const now = useNow()
  const since = appeal?.waitingSince
  const usual =
    usualAnswerSeconds === undefined
      ? undefined
      : durationText(Math.max(minuteMs, usualAnswerSeconds * 1000), locale)
  if (!since && !usual) return null
  return (
    <p className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2 gap-y-1 text-sm *:col-start-2">
      <Icon name="clock" className="col-start-1! text-muted" />
      {since && (
        <span>
          {t('appeal_waits', {
            time: durationText(Math.max(minuteMs, now - Date.parse(since)), locale),
            date: `${formats.dateTime(since)} UTC`,
          })}
        </span>
      )}
      {usual && <span className="text-muted">{t('appeal_usual', { time: usual })}</span>}
    </p>
  )
}

function Writing({ node, report: { appeal, version } }: Omit<Thread, 'may'>) {
  const t = useText('manage')
  const { registry } = useSite()
  const left = appeal?.messagesLeft ?? limits.appealMessagesUnanswered
  const params = { publisherId: node.publisher.id, nodeId: node.id, versionId: version.id }
  if (left === 0) return <p className="text-sm text-muted">{t('appeal_none_left')}</p>
  return (
    <MessageForm
      nodeId={node.id}
      draftKey={`appeal:${version.id}`}
      label={t('appeal_text')}
      hint={t('appeal_left', { count: left })}
      action={t('appeal_send')}
      send={(text) => registry.call(writeAppeal, { params, body: { text } })}
    />
  )
}

function Answering({ node, report: { version } }: Omit<Thread, 'may'>) {
  const t = useText('manage')
  const { registry } = useSite()
  const params = { nodeId: node.id, version: version.version }
  return (
    <MessageForm
      nodeId={node.id}
      draftKey={`appeal-answer:${version.id}`}
      label={t('answer_text')}
      hint={t('answer_hint')}
      action={t('answer_send')}
      send={(text) => registry.call(answerAppeal, { params, body: { text } })}
    />
  )
}

interface MessageFormProps {
  nodeId: string
  draftKey: string
  label: string
  hint: string
  action: string
  send(text: string): Promise<unknown>
}

function MessageForm({ nodeId, draftKey, label, hint, action, send }: MessageFormProps) {
  const t = useText('manage')
  const draft = useDraft<string>(draftKey, '')
  const { run, isRunning, problem } = useNodeAction(nodeId)
  const submit = async () => {
    if (draft.value.trim() === '') return
    if (await run(() => send(draft.value), t('sent'))) draft.clear()
  }
  return (
    <Form draft={draft} problem={problem} onSubmit={submit} className="grid max-w-2xl gap-4">
      <TextArea
        label={label}
        hint={hint}
        dir="auto"
        maxLength={limits.appealLength}
        value={draft.value}
        onChange={({ target }) => draft.set(target.value)}
      />
      <Submit disabled={isRunning || draft.value.trim() === ''}>{action}</Submit>
    </Form>
  )
}
