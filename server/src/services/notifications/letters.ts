import type { NotificationKind } from '@nodeyard/contract/services'
import { type Happening, textIn } from '../../ground/audit/happening.ts'
import { plainText } from '../../ground/plain-text.ts'
import type { Letter } from './letter-names.ts'

/** A line of a mail about one event. Texts contain the facts as placeholders. */
export interface Line {
  letter: Letter
  kind: NotificationKind
  facts: Record<string, string>
}

/** A line for the owners of the publisher and, if given, for the user the event is about. */
export interface Notification extends Line {
  userId?: string
}

type Builder = (of: Happening) => Notification | undefined

const maxCharacters = { reason: 2000, name: 255 }

const fact = (name: string, value: unknown, characters: number): Record<string, string> => {
  const text = typeof value === 'string' ? plainText(value, characters) : ''
  return text === '' ? {} : { [name]: text }
}

const encoded = encodeURIComponent
const nodePath = ({ nodeId = '' }: Happening) => `/nodes/${encoded(nodeId)}`
const publisherPath = ({ publisherId = '' }: Happening, tab = '') =>
  `/publishers/${encoded(publisherId)}/manage${tab}`

const ofVersion =
  (
    letter: Letter,
    kind: NotificationKind,
    {
      path,
      more = () => ({}),
    }: { path: 'page' | 'findings' | 'appeal'; more?(of: Happening): Record<string, string> },
  ): Builder =>
  (of) => {
    const { nodeId, version } = of
    if (!nodeId || !version) return undefined
    const place = { page: '', findings: '/manage', appeal: '/manage' }[path]
    const page = `${nodePath(of)}${place}/versions/${encoded(version)}${path === 'appeal' ? '#appeal' : ''}`
    return { letter, kind, facts: { node: nodeId, version, path: page, ...more(of) } }
  }

const decided = (letter: Letter) =>
  ofVersion(letter, 'review', {
    path: letter === 'version-approved' ? 'page' : 'findings',
    more: ({ after }) => fact('reason', after['status_reason'], maxCharacters.reason),
  })

const ofNode =
  (letter: Letter, kind: NotificationKind, concerns: (of: Happening) => boolean = () => true): Builder =>
  (of) => {
    if (!concerns(of)) return undefined
    const { before, after, publisherId = '' } = of
    const moved = {
      ...fact('from', textIn(before, 'publisher') ?? after['from'], maxCharacters.name),
      ...fact('to', textIn(after, 'publisher') ?? after['to'], maxCharacters.name),
    }
    const path = letter === 'node-offered' ? publisherPath(of) : nodePath(of)
    return {
      letter,
      kind,
      facts: { node: of.nodeId ?? of.subject.id, publisher: publisherId, path, ...moved },
    }
  }

/** Builds the notification about which of two nodes keeps a repository. */
const ofRepository =
  (letter: Letter): Builder =>
  (of) => ({
    letter,
    kind: 'nodes',
    facts: {
      node: of.subject.id,
      path: nodePath(of),
      ...fact('repository', of.before['repository'], maxCharacters.name),
      ...fact('keeper', of.after['keeper'], maxCharacters.name),
      ...fact('loser', of.after['loser'], maxCharacters.name),
    },
  })

/** Whether this copy of an event between two publishers belongs to the receiving one. */
const isReceiver = ({ publisherId, after }: Happening) =>
  publisherId === (textIn(after, 'to') ?? textIn(after, 'publisher'))
const isSender = (of: Happening) => !isReceiver(of)

const ofPublisher =
  (letter: Letter): Builder =>
  (of) => ({
    letter,
    kind: 'security',
    facts: { publisher: of.publisherId ?? '', path: publisherPath(of) },
  })

/** Builds a notification about a member, whose email is added later if known. */
const ofMember =
  (letter: Letter): Builder =>
  (of) => ({
    letter,
    kind: 'security',
    facts: { publisher: of.publisherId ?? '', path: publisherPath(of, '/members') },
    // The user who accepts an invitation is the new member.
    userId: of.subject.kind === 'user' ? of.subject.id : of.actor.id,
  })

const ofToken =
  (letter: Letter, kind: NotificationKind): Builder =>
  (of) => {
    const expiresAt = textIn(of.after, 'expires_at')
    return {
      letter,
      kind,
      facts: {
        publisher: of.publisherId ?? '',
        path: publisherPath(of, '/tokens'),
        ...(expiresAt ? { date: new Date(expiresAt).toISOString() } : {}),
        ...fact('name', of.after['name'], maxCharacters.name),
      },
    }
  }

/** Builds a notification about a credential that stopped with its creator's right. Explicit revocations send none. */
const stopped =
  (letter: Letter, tab: string): Builder =>
  (of) =>
    textIn(of.after, 'because') === undefined
      ? undefined
      : {
          letter,
          kind: 'security',
          facts: {
            publisher: of.publisherId ?? '',
            node: of.nodeId ?? '',
            path: publisherPath(of, tab),
            ...fact('name', of.after['name'], maxCharacters.name),
          },
        }

const listed = ofVersion('version-listed', 'releases', { path: 'page' })
const broken = ofVersion('version-broken', 'releases', {
  path: 'findings',
  more: ({ after }) => fact('reason', after['load_failure'], maxCharacters.reason),
})

/** The notifications by audit action. */
const builders: Readonly<Record<string, Builder>> = {
  'version.activate': (of) => (textIn(of.after, 'load_failure') === undefined ? listed : broken)(of),
  'version.refuse': ofVersion('version-refused', 'releases', {
    path: 'findings',
    more: ({ after }) => fact('reason', after['message'], maxCharacters.reason),
  }),
  'version.flag': ofVersion('version-flagged', 'review', {
    path: 'findings',
    more: ({ after }) => ({
      count: String(Number(after['findings'] ?? 0)),
      ...fact('held', [after['held_for'] ?? []].flat().join(' '), maxCharacters.reason),
    }),
  }),
  'version.hold': ofVersion('version-held', 'review', { path: 'appeal' }),
  'version.reflag': decided('version-flagged'),
  'version.approve': decided('version-approved'),
  'version.reapprove': decided('version-approved'),
  'version.ban': decided('version-rejected'),
  'version.reban': decided('version-rejected'),
  'version.reopen': decided('version-reopened'),
  'version.delete': (of) => (of.actor.isHidden ? decided('version-deleted')(of) : undefined),
  'version.provenance-missing': ofVersion('version-without-provenance', 'security', { path: 'page' }),
  'version.attestation-missing': ofVersion('version-without-attestation', 'security', { path: 'page' }),
  'appeal.answer': ofVersion('appeal-answered', 'review', { path: 'appeal' }),
  'node.ban': ofNode('node-banned', 'nodes'),
  'node.unban': ofNode('node-unbanned', 'nodes'),
  'node.claim': ofNode('node-claimed', 'nodes', isReceiver),
  'node.offer': ofNode('node-offered', 'nodes', isReceiver),
  'node.offer-decline': ofNode('node-offer-declined', 'nodes', isSender),
  'node.offer-withdraw': ofNode('node-offer-withdrawn', 'nodes', isReceiver),
  'node.transfer': ofNode('node-moved', 'nodes'),
  'node.move': ofNode('node-moved', 'nodes'),
  'node.repository-lost': ofRepository('repository-lost'),
  'node.repository-kept': ofRepository('repository-kept'),
  'publisher.ban': ofPublisher('publisher-banned'),
  'publisher.unban': ofPublisher('publisher-unbanned'),
  'invitation.accept': ofMember('member-joined'),
  'member.remove': ofMember('member-removed'),
  'member.change-role': ofMember('role-changed'),
  'token.create': ofToken('token-created', 'security'),
  'token.delete': (of) =>
    stopped(textIn(of.after, 'because') === 'leaked' ? 'token-leaked' : 'token-stopped', '/tokens')(of),
  'token.pause': stopped('token-stopped', '/tokens'),
  'trusted-publisher.stop': stopped('trusted-stopped', '/trusted-publishing'),
  'token.near-end': ofToken('token-near-end', 'tokens'),
  'webhook.give-up': (of) => ({
    letter: 'webhook-given-up',
    kind: 'webhooks',
    facts: {
      publisher: of.publisherId ?? '',
      path: publisherPath(of, '/webhooks'),
      ...fact('address', of.after['url'], maxCharacters.name),
    },
  }),
}

/** Returns the notification about an event, if there is one. */
export function notificationOf(happening: Happening): Notification | undefined {
  return happening.publisherId === undefined ? undefined : builders[happening.action]?.(happening)
}
