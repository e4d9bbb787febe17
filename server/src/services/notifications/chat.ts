import { createHash } from 'node:crypto'
import { type Happening, textIn } from '../../ground/audit/happening.ts'
import type { DbOrTx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { pageIn } from '../../ground/mail/page-in.ts'
import { post } from '../../ground/outbound/post.ts'
import { plainText } from '../../ground/plain-text.ts'
import type { Deps } from './deps.ts'
import {
  insertModeratorLine,
  listDeadJobs,
  type ModeratorLineRow,
  markLinesSent,
  takeModeratorLines,
} from './sql.ts'

const bundleMs = 30_000
const retrySeconds = 60
const maxRetrySeconds = 3600
const timeoutMs = 10_000
const maxLines = 20
const maxDeadJobs = 100

type ChatDeps = Pick<Deps, 'config' | 'now'>

const reviewOf = ({ nodeId = '', version = '' }: Happening) =>
  `/admin/nodeversions?node=${encodeURIComponent(`${nodeId}@${version}`)}`

/**
 * Chat messages for moderators by audit action, with the page to open. They are in English like the audit log, because
 * the readers of a chat have different languages.
 */
const messages: Readonly<Record<string, (of: Happening) => { text: string; path: string }>> = {
  'version.flag': (of) => ({
    text: `${of.nodeId} ${of.version} waits for review (findings: ${Number(of.after['findings'] ?? 0)})`,
    path: reviewOf(of),
  }),
  'version.hold': (of) => ({
    text: `${of.nodeId} ${of.version} is held after reports by trusted reporters`,
    path: `/admin/reports?node=${encodeURIComponent(of.nodeId ?? '')}`,
  }),
  'version.attestation-missing': (of) => ({
    text: `${of.nodeId} ${of.version} lacks the attestations of earlier versions`,
    path: reviewOf(of),
  }),
  'appeal.write': (of) => ({
    text: `New appeal about ${of.nodeId} ${of.version ?? ''}`,
    path: `${reviewOf(of)}&appealed=1`,
  }),
  'report.create': ({ nodeId = '', after }) => ({
    text: `New report about ${nodeId} (${textIn(after, 'kind') ?? 'no kind'})`,
    path: `/admin/reports?node=${encodeURIComponent(nodeId)}`,
  }),
  'node.reading-hold': ({ nodeId = '', after }) => ({
    text: `The repository of ${nodeId} has critical findings (${Number(after['findings'] ?? 0)})`,
    path: '/admin/readings?show=held',
  }),
}

/** Queues the chat message of an event, once per chat. */
export async function noteModeratorLine(db: DbOrTx, deps: ChatDeps, happening: Happening): Promise<void> {
  const message = messages[happening.action]?.(happening)
  if (!message) return
  const text = `${plainText(message.text, 500)} ${pageIn('en', deps.config, message.path)}`
  await noteLine(db, deps, `event:${happening.eventId}`, text)
}

/** Queues a chat message for each job that has failed permanently. */
export async function noteDeadJobs(deps: Pick<Deps, 'db'> & ChatDeps): Promise<void> {
  if (deps.config.moderatorChats.length === 0) return
  for (const { id, name } of await listDeadJobs(deps.db, maxDeadJobs)) {
    await noteLine(
      deps.db,
      deps,
      `job:${id}`,
      `A job failed permanently: ${name} ${pageIn('en', deps.config, '/admin/jobs?state=failed')}`,
    )
  }
}

async function noteLine(db: DbOrTx, { config, now }: ChatDeps, key: string, text: string): Promise<void> {
  for (const address of config.moderatorChats) {
    const due = new Date(now().getTime() + bundleMs)
    await insertModeratorLine(db, { key, target: targetOf(address), text, created_at: now(), due_at: due })
  }
}

/** Hashes the URL, which is a secret that allows posting. */
const targetOf = (address: string) => createHash('sha256').update(address).digest('hex')

/** Posts due messages to each chat. A failed chat is retried later and does not affect the others. */
export async function postToChats(deps: Deps): Promise<void> {
  for (const [place, address] of deps.config.moderatorChats.entries()) {
    const target = targetOf(address)
    const times = { now: deps.now(), retrySeconds, maxSeconds: maxRetrySeconds }
    const lines = await inTransaction(deps.db, (tx) => takeModeratorLines(tx, target, times))
    if (lines.length === 0) continue
    const problem = await postLines(address, lines)
    if (problem !== undefined) {
      deps.log.warn({ place, problem, lines: lines.length }, 'posting to a moderator chat failed')
      continue
    }
    const keys = lines.map(({ key }) => key)
    await inTransaction(deps.db, (tx) => markLinesSent(tx, target, keys, deps.now()))
  }
}

/** Posts to any network, because the operator configured the URL. Returns the problem, if any. */
async function postLines(
  address: string,
  lines: readonly ModeratorLineRow[],
): Promise<number | string | undefined> {
  const shown = lines.slice(0, maxLines).map(({ text }) => text)
  const hidden = lines.length - shown.length
  const text = [...shown, ...(hidden > 0 ? [`More: ${hidden}`] : [])].join('\n')
  const headers = { 'content-type': 'application/json' }
  const networks = { isAny: true, has: () => true }
  const { status = 0, problem } = await post(
    address,
    { headers, body: JSON.stringify({ text }) },
    { networks, timeoutMs, answerCharacters: 100 },
  )
  return problem ?? (status >= 200 && status < 300 ? undefined : status)
}
