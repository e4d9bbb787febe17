import type { NotificationKind } from '@nodeyard/contract/notifications'
import { type Happening, textIn } from '../../ground/audit/happening.ts'
import type { Letter } from './texts.ts'

/** What a mail says of an event, and where it leads. Facts are put into texts by their names. */
export interface Line {
  letter: Letter
  kind: NotificationKind
  facts: Record<string, string>
}

/** A line, and who gets it: the owners of the publisher, and one more where the event is about somebody. */
export interface Telling extends Line {
  userId?: string
}

type Teller = (of: Happening) => Telling | undefined

const most = { reason: 2000, name: 255 }

/** What others chose, as one line without what turns or hides text. */
export const plainText = (text: string, characters: number) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, characters)

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
  ): Teller =>
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
    more: ({ after }) => fact('reason', after['status_reason'], most.reason),
  })

const ofNode =
  (letter: Letter, kind: NotificationKind, tellsWhom: (of: Happening) => boolean = () => true): Teller =>
  (of) => {
    if (!tellsWhom(of)) return undefined
    const { before, after, publisherId = '' } = of
    const moved = {
      ...fact('from', textIn(before, 'publisher') ?? after['from'], most.name),
      ...fact('to', textIn(after, 'publisher') ?? after['to'], most.name),
    }
    const path = letter === 'node-offered' ? publisherPath(of) : nodePath(of)
    return {
      letter,
      kind,
      facts: { node: of.nodeId ?? of.subject.id, publisher: publisherId, path, ...moved },
    }
  }

/** Of two nodes that name one repository, one keeps it. */
const ofRepository =
  (letter: Letter): Teller =>
  (of) => ({
    letter,
    kind: 'nodes',
    facts: {
      node: of.subject.id,
      path: nodePath(of),
      ...fact('repository', of.before['repository'], most.name),
      ...fact('keeper', of.after['keeper'], most.name),
      ...fact('loser', of.after['loser'], most.name),
    },
  })

/** An event of two publishers stands in the logs of both. */
const isReceiver = ({ publisherId, after }: Happening) =>
  publisherId === (textIn(after, 'to') ?? textIn(after, 'publisher'))
const isSender = (of: Happening) => !isReceiver(of)

const ofPublisher =
  (letter: Letter): Teller =>
  (of) => ({
    letter,
    kind: 'security',
    facts: { publisher: of.publisherId ?? '', path: publisherPath(of) },
  })

/** Who it is, is put in where that one's address is known. */
const ofMember =
  (letter: Letter): Teller =>
  (of) => ({
    letter,
    kind: 'security',
    facts: { publisher: of.publisherId ?? '', path: publisherPath(of, '/members') },
    // Who accepts an invitation is the new member.
    userId: of.subject.kind === 'user' ? of.subject.id : of.actor.id,
  })

const ofToken =
  (letter: Letter, kind: NotificationKind): Teller =>
  (of) => {
    const expiresAt = textIn(of.after, 'expires_at')
    return {
      letter,
      kind,
      facts: {
        publisher: of.publisherId ?? '',
        path: publisherPath(of, '/tokens'),
        ...(expiresAt ? { date: new Date(expiresAt).toISOString() } : {}),
        ...fact('name', of.after['name'], most.name),
      },
    }
  }

/** Of a credential that ended with its creator's right; of what an owner revokes by name nobody is told. */
const stopped =
  (letter: Letter, tab: string): Teller =>
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
            ...fact('name', of.after['name'], most.name),
          },
        }

/** By the action of the audit log. */
const tellers: Readonly<Record<string, Teller>> = {
  'version.activate': ofVersion('version-listed', 'releases', { path: 'page' }),
  'version.refuse': ofVersion('version-refused', 'releases', {
    path: 'findings',
    more: ({ after }) => fact('reason', after['message'], most.reason),
  }),
  'version.flag': ofVersion('version-flagged', 'review', {
    path: 'findings',
    more: ({ after }) => ({ count: String(Number(after['findings'] ?? 0)) }),
  }),
  'version.reflag': decided('version-flagged'),
  'version.approve': decided('version-approved'),
  'version.reapprove': decided('version-approved'),
  'version.ban': decided('version-rejected'),
  'version.reban': decided('version-rejected'),
  'version.reopen': decided('version-reopened'),
  'version.delete': (of) => (of.actor.isHidden ? decided('version-deleted')(of) : undefined),
  'version.provenance-missing': ofVersion('version-without-provenance', 'security', { path: 'page' }),
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
  'token.delete': stopped('token-stopped', '/tokens'),
  'token.pause': stopped('token-stopped', '/tokens'),
  'trusted-publisher.stop': stopped('trusted-stopped', '/trusted-publishing'),
  'token.near-end': ofToken('token-near-end', 'tokens'),
  'webhook.give-up': (of) => ({
    letter: 'webhook-given-up',
    kind: 'webhooks',
    facts: {
      publisher: of.publisherId ?? '',
      path: publisherPath(of, '/webhooks'),
      ...fact('address', of.after['url'], most.name),
    },
  }),
}

/** What is mailed of an event; undefined where nobody gets mail. */
export function tellingOf(happening: Happening): Telling | undefined {
  return happening.publisherId === undefined ? undefined : tellers[happening.action]?.(happening)
}
