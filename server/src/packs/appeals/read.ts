import { defined, type QueryOf, type ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { Appeal, AppealMessage, listAppeals as listContract } from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { offsetOf, servedPage, totalPages } from '../../ground/http/paging.ts'
import { findNodeById } from '../nodes/sql.ts'
import { findVersionOfNumber, type VersionRow } from '../nodes/versions/sql.ts'
import { versionStatusToWire } from '../nodes/versions/to-wire.ts'
import {
  countAppeals,
  findAppeal,
  findUsualAnswerSeconds,
  listAppeals,
  listMessages,
  type MessageRow,
} from './sql.ts'
import { unanswered } from './unanswered.ts'

/** Returns the messages about a version; undefined when there are none. */
export async function readAppeal(
  db: DbOrTx,
  version: Pick<VersionRow, 'id' | 'node_id' | 'version' | 'status'>,
  { publisherId, forModerators }: { publisherId: string; forModerators: boolean },
): Promise<Appeal | undefined> {
  const appeal = await findAppeal(db, version.id)
  if (!appeal) return undefined
  const messages = await listMessages(db, version.id)
  return {
    version_id: version.id,
    node_id: version.node_id,
    version: version.version,
    publisher_id: publisherId,
    status: versionStatusToWire[version.status],
    openedAt: appeal.opened_at.toISOString(),
    ...defined({ waitingSince: appeal.waiting_since?.toISOString() }),
    messagesLeft: messagesLeft(messages),
    messages: messages.map((message) => toMessage(message, forModerators)),
  }
}

function messagesLeft(messages: readonly MessageRow[]): number {
  const written = messages.filter(({ from_moderators }) => !from_moderators).length
  const untilAnswer = limits.appealMessagesUnanswered - unanswered(messages)
  return Math.max(0, Math.min(untilAnswer, limits.appealMessages - written))
}

function toMessage(
  row: Pick<MessageRow, 'id' | 'from_moderators' | 'author_name' | 'body' | 'at'>,
  forModerators: boolean,
): AppealMessage {
  const isNamed = forModerators || !row.from_moderators
  return {
    id: row.id,
    from: row.from_moderators ? 'moderators' : 'publisher',
    ...defined({ name: (isNamed && row.author_name) || undefined }),
    text: row.body,
    at: row.at.toISOString(),
  }
}

/** Returns an appeal for moderators, even when the node is deleted. */
export async function getAppeal(db: DbOrTx, path: { nodeId: string; version: string }): Promise<Appeal> {
  const node = await findNodeById(db, path.nodeId)
  if (!node) throw new RegistryError('node_not_found')
  const version = await findVersionOfNumber(db, node.id, path.version)
  if (!version) throw new RegistryError('version_not_found')
  const appeal = await readAppeal(db, version, { publisherId: node.publisher_id, forModerators: true })
  if (!appeal) throw new RegistryError('appeal_not_found')
  return appeal
}

/** Lists appeals for moderators in pages. */
export async function getAppeals(
  db: DbOrTx,
  { all = false, ...requested }: QueryOf<typeof listContract>,
): Promise<ResponseOf<typeof listContract>> {
  const served = servedPage(requested, limits.pageSize)
  const [total, rows, usual] = await Promise.all([
    countAppeals(db, all),
    listAppeals(db, { all, limit: served.limit, offset: offsetOf(served) }),
    findUsualAnswerSeconds(db),
  ])
  return {
    total,
    ...served,
    totalPages: totalPages(total, served.limit),
    ...defined({ usualAnswerSeconds: usual }),
    appeals: rows.map((row) => ({
      version_id: row.version_id,
      node_id: row.node_id,
      version: row.version,
      publisher_id: row.publisher_id,
      status: versionStatusToWire[row.status],
      openedAt: row.opened_at.toISOString(),
      ...defined({ waitingSince: row.waiting_since?.toISOString() }),
      lastMessage: toMessage({ ...row, id: row.message_id }, true),
    })),
  }
}
