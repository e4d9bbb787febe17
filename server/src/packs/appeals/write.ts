import { limits } from '@nodeyard/contract/limits'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertOwner, type UserActor } from '../../ground/permissions.ts'
import { findRoleOf } from '../../people/publishers/owner.ts'
import { lockEditableVersion, type NodePath } from '../nodes/versions/editable-node.ts'
import type { VersionRow } from '../nodes/versions/sql.ts'
import type { Deps } from './deps.ts'
import { insertMessage, listMessages, type MessageRow, waitForAnswer } from './sql.ts'
import { unanswered } from './unanswered.ts'

export type AppealDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'settle'>

/** Posts a publisher's message to the moderators about a version on hold or banned. */
export function writeAppeal(
  deps: AppealDeps,
  user: UserActor,
  path: NodePath & { versionId: string },
  text: string,
): Promise<VersionRow> {
  return transact(deps, async (tx) => {
    const { node, version } = await lockEditableVersion(tx, user, path)
    // Admins can edit every node, but they do not speak for its publisher.
    assertOwner(await findRoleOf(tx, node.publisher_id, user))
    assertAppealable(version, await listMessages(tx, version.id))
    const at = deps.now()
    await waitForAnswer(tx, version.id, at)
    await insertMessage(tx, {
      id: deps.newId(),
      version_id: version.id,
      from_moderators: false,
      author_id: user.id,
      body: assertText(text),
      at,
      waited_since: null,
    })
    await recordEvent(tx, {
      actor: user,
      action: 'appeal.write',
      subject: { kind: 'version', id: version.id },
      publisherId: node.publisher_id,
      after: { node: node.id, version: version.version, status: version.status },
      at,
    })
    // The same code may have been approved in the meantime.
    await deps.settle(tx, [version.id])
    markChanged(tx, `node:${node.id}`)
    return version
  })
}

function assertAppealable({ status }: VersionRow, messages: readonly MessageRow[]): void {
  if (status !== 'flagged' && status !== 'banned') throw new RegistryError('appeal_not_possible')
  if (unanswered(messages) >= limits.appealMessagesUnanswered) {
    throw new RegistryError('appeal_waits', { limit: limits.appealMessagesUnanswered })
  }
  const written = messages.filter(({ from_moderators }) => !from_moderators).length
  if (written >= limits.appealMessages) {
    throw new RegistryError('appeal_is_long', { limit: limits.appealMessages })
  }
}

/** Trims the text. Throws when it is empty or too long. */
export function assertText(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') {
    throw new RegistryError('invalid_request', { message: 'The text is empty.', field: 'body.text' })
  }
  return trimmed
}
