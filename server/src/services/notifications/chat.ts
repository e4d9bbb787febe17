import { createHash } from 'node:crypto'
import { type Happening, textIn } from '../../ground/audit/happening.ts'
import type { DbOrTx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { pageIn } from '../../ground/mail/page-in.ts'
import { post } from '../../ground/outbound/post.ts'
import type { Deps } from './deps.ts'
import { plainText } from './letters.ts'
import {
  insertModeratorLine,
  listDeadJobs,
  type ModeratorLineRow,
  markLinesSent,
  takeModeratorLines,
} from './sql.ts'

const bundleMs = 30_000
const retrySeconds = 60
const mostRetrySeconds = 3600
const timeoutMs = 10_000
const mostLines = 20
const mostDeadJobs = 100

type ChatDeps = Pick<Deps, 'config' | 'now'>

const reviewOf = ({ nodeId = '', version = '' }: Happening) =>
  `/admin/nodeversions?node=${encodeURIComponent(`${nodeId}@${version}`)}`

/**
 * What moderators are told, by the action of the audit log: a sentence, and the page where they go on. In English, as
 * the audit log is: one chat has readers of many languages.
 */
const sayings: Readonly<Record<string, (of: Happening) => { text: string; path: string }>> = {
  'version.flag': (of) => ({
    text: `${of.nodeId} ${of.version} waits for review (findings: ${Number(of.after['findings'] ?? 0)})`,
    path: reviewOf(of),
  }),
  'appeal.write': (of) => ({
    text: `An appeal came in about ${of.nodeId} ${of.version ?? ''}`,
    path: `${reviewOf(of)}&appealed=1`,
  }),
  'report.create': ({ nodeId = '', after }) => ({
    text: `A report came in about ${nodeId} (${textIn(after, 'kind') ?? 'no kind'})`,
    path: `/admin/reports?node=${encodeURIComponent(nodeId)}`,
  }),
}

/** Notes what moderators are to hear of an event, once for each of their addresses. */
export async function noteModeratorLine(db: DbOrTx, deps: ChatDeps, happening: Happening): Promise<void> {
  const saying = sayings[happening.action]?.(happening)
  if (!saying) return
  const text = `${plainText(saying.text, 500)} ${pageIn('en', deps.config, saying.path)}`
  await noteLine(db, deps, `event:${happening.eventId}`, text)
}

/** Notes stored work that has failed for good. */
export async function noteDeadJobs(deps: Pick<Deps, 'db'> & ChatDeps): Promise<void> {
  if (deps.config.moderatorChats.length === 0) return
  for (const { id, name } of await listDeadJobs(deps.db, mostDeadJobs)) {
    await noteLine(
      deps.db,
      deps,
      `job:${id}`,
      `A job failed for good: ${name} ${pageIn('en', deps.config, '/admin/jobs?state=failed')}`,
    )
  }
}

async function noteLine(db: DbOrTx, { config, now }: ChatDeps, key: string, text: string): Promise<void> {
  for (const address of config.moderatorChats) {
    const due = new Date(now().getTime() + bundleMs)
    await insertModeratorLine(db, { key, target: targetOf(address), text, created_at: now(), due_at: due })
  }
}

/** The address itself is a secret: whoever has it may write there. */
const targetOf = (address: string) => createHash('sha256').update(address).digest('hex')

/** Posts what is due to each address. Where that fails, the others go on, and it is tried again later. */
export async function postToChats(deps: Deps): Promise<void> {
  for (const [place, address] of deps.config.moderatorChats.entries()) {
    const target = targetOf(address)
    const times = { now: deps.now(), retrySeconds, mostSeconds: mostRetrySeconds }
    const lines = await inTransaction(deps.db, (tx) => takeModeratorLines(tx, target, times))
    if (lines.length === 0) continue
    const problem = await postLines(address, lines)
    if (problem !== undefined) {
      deps.log.warn({ place, problem, lines: lines.length }, 'the chat of the moderators could not be told')
      continue
    }
    const keys = lines.map(({ key }) => key)
    await inTransaction(deps.db, (tx) => markLinesSent(tx, target, keys, deps.now()))
  }
}

/** The address is the operator's: it may be of any network. Undefined when all went well. */
async function postLines(
  address: string,
  lines: readonly ModeratorLineRow[],
): Promise<number | string | undefined> {
  const shown = lines.slice(0, mostLines).map(({ text }) => text)
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
