import { heldGroups } from '@nodeyard/contract/packs'
import type { WebhookEventType } from '@nodeyard/contract/services'
import { type Happening, textIn } from '../../ground/audit/happening.ts'

export interface Payload {
  type: WebhookEventType
  body: string
}

type Data = Record<string, unknown>
type Maker = (of: Happening) => { type: WebhookEventType; data: Data } | undefined

const reasonCharacters = 2000

const reasonOf = (record: Data, name: string): Data => {
  const reason = textIn(record, name)
  return reason === undefined ? {} : { reason: reason.slice(0, reasonCharacters) }
}

const versionOf = ({ nodeId, version, versionId }: Happening): Data => ({
  node_id: nodeId,
  version,
  ...(versionId ? { version_id: versionId } : {}),
})

/** Builds the payload of a version event, or none if the version is gone. */
const ofVersion =
  (type: WebhookEventType, more: (of: Happening) => Data = () => ({})): Maker =>
  (of) =>
    of.nodeId && of.version ? { type, data: { ...versionOf(of), ...more(of) } } : undefined

const ofNode =
  (type: WebhookEventType, more: (of: Happening) => Data = () => ({})): Maker =>
  (of) => ({ type, data: { node_id: of.nodeId ?? of.subject.id, ...more(of) } })

const decided = (decision: string) =>
  ofVersion('version.decided', ({ after }) => ({ decision, ...reasonOf(after, 'status_reason') }))

/** Earlier events do not say for what the version is held. */
const held = ({ after: { findings = 0, held_for: groups } }: Happening): Data => ({
  findings: Number(findings),
  ...(Array.isArray(groups) ? { held_for: heldGroups.filter((group) => groups.includes(group)) } : {}),
})

const moved = ({ before, after }: Happening): Data => ({
  from: textIn(before, 'publisher') ?? textIn(after, 'from') ?? '',
  to: textIn(after, 'publisher') ?? textIn(after, 'to') ?? '',
})

const ofMember =
  (type: WebhookEventType): Maker =>
  ({ subject, actor, after }) => {
    const role = textIn(after, 'role')
    // The user who accepts an invitation is the new member.
    const userId = subject.kind === 'user' ? subject.id : actor.id
    return { type, data: { user_id: userId, ...(role ? { role } : {}) } }
  }

const ofToken =
  (type: WebhookEventType): Maker =>
  ({ subject, before, after }) => {
    const name = textIn(after, 'name') ?? textIn(before, 'name')
    const expiresAt = textIn(after, 'expires_at')
    return {
      type,
      data: {
        token_id: subject.id,
        ...(name ? { name } : {}),
        ...(expiresAt ? { expires_at: new Date(expiresAt).toISOString() } : {}),
      },
    }
  }

/** The payload builders by audit action. */
const makers: Readonly<Record<string, Maker>> = {
  'version.activate': ofVersion('version.published'),
  'version.flag': ofVersion('version.flagged', held),
  'version.refuse': ofVersion('version.refused', ({ after }) => reasonOf(after, 'message')),
  'version.approve': decided('approved'),
  'version.reapprove': decided('approved'),
  'version.ban': decided('rejected'),
  'version.reban': decided('rejected'),
  'version.reopen': decided('reopened'),
  'version.reflag': decided('flagged'),
  'version.yank': ofVersion('version.yanked', ({ after }) => reasonOf(after, 'reason')),
  'version.unyank': ofVersion('version.unyanked'),
  'version.update': ofVersion('version.updated'),
  'version.delete': ofVersion('version.deleted'),
  'version.provenance-missing': ofVersion('version.provenance_missing'),
  'version.attestation-missing': ofVersion('version.attestation_missing'),
  'appeal.answer': ofVersion('appeal.answered'),
  'node.create': ofNode('node.created'),
  'node.update': ofNode('node.updated', ({ after }) => ({ changed: Object.keys(after) })),
  'node.delete': ofNode('node.deleted'),
  'node.ban': ofNode('node.banned'),
  'node.unban': ofNode('node.unbanned'),
  'node.claim': ofNode('node.claimed', moved),
  'node.transfer': ofNode('node.transferred', moved),
  'node.move': ofNode('node.transferred', moved),
  'node.offer': ofNode('node.offered', moved),
  'publisher.update': () => ({ type: 'publisher.updated', data: {} }),
  'publisher.ban': () => ({ type: 'publisher.banned', data: {} }),
  'publisher.unban': () => ({ type: 'publisher.unbanned', data: {} }),
  'invitation.accept': ofMember('member.added'),
  'member.change-role': ofMember('member.changed'),
  'member.remove': ofMember('member.removed'),
  'token.create': ofToken('token.created'),
  'token.delete': ofToken('token.revoked'),
  'token.near-end': ofToken('token.expiring'),
}

/** Returns the webhook payload of an event, if there is one. */
export function payloadOf(happening: Happening): Payload | undefined {
  const made = makers[happening.action]?.(happening)
  if (!made || !happening.publisherId) return undefined
  const { kind, id, isHidden } = happening.actor
  const body = JSON.stringify({
    id: `evt_${happening.eventId}`,
    type: made.type,
    time: happening.at.toISOString(),
    actor: isHidden ? { kind: kind === 'operator' ? 'operator' : 'admin' } : { kind, id },
    data: { publisher_id: happening.publisherId, ...made.data },
  })
  return { type: made.type, body }
}

/** Returns the body of a test delivery. */
export function pingBody(ping: {
  deliveryId: string
  webhookId: string
  publisherId: string
  userId: string
  at: Date
}): string {
  return JSON.stringify({
    id: `evt_${ping.deliveryId}`,
    type: 'ping',
    time: ping.at.toISOString(),
    actor: { kind: 'user', id: ping.userId },
    data: { publisher_id: ping.publisherId, webhook_id: ping.webhookId },
  })
}
