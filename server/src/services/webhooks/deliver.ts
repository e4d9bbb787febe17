import { defined } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { AttemptProblem } from '@nodeyard/contract/services'
import Type from 'typebox'
import { recordEvent } from '../../ground/audit/sql.ts'
import type { Tx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import { type Posted, post } from '../../ground/outbound/post.ts'
import type { Deps } from './deps.ts'
import { signatureOf } from './sign.ts'
import {
  changeDelivery,
  changeWebhook,
  type DeliveryRow,
  findDelivery,
  findTurn,
  insertAttempt,
  type WebhookRow,
} from './sql.ts'

const dayMs = 86_400_000
/** Backoff in seconds after each failed attempt, about a day in total. */
const waits = [10, 60, 300, 900, 3600, 7200, 14_400, 21_600, 32_400]

/**
 * Makes one attempt. A late or repeated job finds another attempt number and does nothing.
 */
export const deliverWebhook = defineJob({
  name: 'deliver-webhook',
  isExclusive: true,
  payload: Type.Object({ deliveryId: Type.String(), number: Type.Integer() }),
  concurrency: 8,
  timeoutSeconds: 60,
  run: attemptDelivery,
})

/** Publishers with more waiting deliveries get a lower priority, counted up to this number. */
const maxCounted = 100

/** Queues an attempt in the transaction that changes its delivery. Idempotent. */
export async function planAttempt(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  attempt: { deliveryId: string; number: number },
  startAfter?: Date,
): Promise<void> {
  const turn = await findTurn(tx, attempt.deliveryId, maxCounted)
  await jobs.send(tx, deliverWebhook, attempt, {
    key: `${attempt.deliveryId} ${attempt.number}`,
    priority: 0 - (turn?.waiting ?? 0),
    // A slow receiver only delays deliveries of its own account.
    ...defined({ group: turn?.account, startAfter }),
  })
}

/** Makes one attempt, records its outcome and queues the next. */
async function attemptDelivery(
  deps: Deps,
  { deliveryId, number }: { deliveryId: string; number: number },
): Promise<void> {
  const found = await findDelivery(deps.db, deliveryId)
  if (!found || !isNext(found.delivery, number)) return
  const at = deps.now()
  const posted: Posted | undefined = found.webhook.is_enabled
    ? await send(deps, found.webhook, found.delivery, at)
    : undefined
  await inTransaction(deps.db, async (tx) => {
    const current = await findDelivery(tx, deliveryId, 'lock')
    if (!current || !isNext(current.delivery, number)) return
    const problem = problemOf(posted)
    await insertAttempt(tx, {
      delivery_id: current.delivery.id,
      number,
      at,
      duration_ms: posted?.durationMs ?? 0,
      status: posted?.status ?? null,
      answer: posted?.answer ?? '',
      problem: problem ?? null,
    })
    if (problem === undefined) await succeed(tx, current.webhook, current.delivery, number)
    else await fail(tx, deps, current, { number, isFinal: !posted, status: posted?.status })
  })
}

const isNext = ({ state, attempts }: DeliveryRow, number: number) =>
  state === 'waiting' && attempts + 1 === number

function problemOf(posted: Posted | undefined): AttemptProblem | undefined {
  if (!posted) return 'disabled'
  if (posted.problem) return posted.problem
  const { status = 0 } = posted
  if (status >= 200 && status < 300) return undefined
  return status >= 300 && status < 400 ? 'redirected' : 'refused'
}

function send({ config, seal }: Deps, webhook: WebhookRow, { id, body }: DeliveryRow, at: Date) {
  const timestamp = Math.floor(at.getTime() / 1000)
  const isPreviousValid = webhook.former_secret_until !== null && webhook.former_secret_until > at
  const secrets = [
    webhook.secret,
    ...(isPreviousValid && webhook.former_secret ? [webhook.former_secret] : []),
  ]
  const signature = signatureOf(
    secrets.map((secret) => seal.open(secret)),
    { id, timestamp, body },
  )
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    accept: '*/*',
    'user-agent': `${headerText(config.productName)}-Webhooks/1`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  }
  const { webhookSeconds, webhookAnswerCharacters } = limits
  return post(
    webhook.url,
    { headers, body },
    {
      networks: config.webhookNetworks,
      timeoutMs: webhookSeconds * 1000,
      answerCharacters: webhookAnswerCharacters,
    },
  )
}

const headerText = (text: string) => text.replace(/[^\w.-]/g, '') || 'Registry'

async function succeed(tx: Tx, webhook: WebhookRow, delivery: DeliveryRow, number: number): Promise<void> {
  await changeDelivery(tx, delivery.id, { state: 'delivered', attempts: number, next_attempt_at: null })
  if (webhook.failures > 0) await changeWebhook(tx, webhook.id, { failures: 0, failing_since: null })
}

async function fail(
  tx: Tx,
  deps: Deps,
  { webhook, delivery }: { webhook: WebhookRow; delivery: DeliveryRow },
  { number, isFinal, status }: { number: number; isFinal: boolean; status: number | undefined },
): Promise<void> {
  const now = deps.now()
  const wait = waits[number - delivery.earlier_attempts - 1]
  const next = isFinal || wait === undefined ? undefined : new Date(now.getTime() + wait * 1000)
  await changeDelivery(tx, delivery.id, {
    attempts: number,
    state: next ? 'waiting' : 'failed',
    next_attempt_at: next ?? null,
  })
  if (next) {
    await planAttempt(tx, deps, { deliveryId: delivery.id, number: number + 1 }, next)
  }
  if (webhook.is_enabled) await noteFailure(tx, deps, webhook, status)
}

/** Disables a webhook that has failed for days, or one that responds 410 immediately. */
async function noteFailure(
  tx: Tx,
  deps: Deps,
  webhook: WebhookRow,
  status: number | undefined,
): Promise<void> {
  const now = deps.now()
  const failures = webhook.failures + 1
  const since = webhook.failing_since ?? now
  const { attempts, days } = limits.webhookFailures
  const isLost = failures >= attempts && now.getTime() - since.getTime() >= days * dayMs
  const reason = status === 410 ? 'gone' : isLost ? 'failures' : undefined
  await changeWebhook(tx, webhook.id, {
    failures,
    failing_since: since,
    ...(reason ? { is_enabled: false, disabled_because: reason, updated_at: now } : {}),
  })
  if (!reason) return
  await recordEvent(tx, {
    actor: { kind: 'service', id: 'webhooks' },
    action: 'webhook.give-up',
    subject: { kind: 'webhook', id: webhook.id },
    publisherId: webhook.publisher_id,
    after: { url: new URL(webhook.url).origin, reason, failures },
    at: now,
  })
}
