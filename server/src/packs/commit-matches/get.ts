import type { CommitMatch } from '@nodeyard/contract/commit-matches'
import { unlessEmpty } from '../../ground/http/unless-empty.ts'
import type { Actor } from '../../ground/permissions.ts'
import { type CommitMatchRow, findCommitMatch } from '../versions/commit-matches/sql.ts'
import { getReadableVersion } from '../versions/get.ts'
import { getReadableNode } from '../versions/readable-node.ts'
import type { Deps } from './deps.ts'

/** Returns how the files of a version compare with the commit it names. */
export async function getCommitMatch(
  { db, repositorySources }: Pick<Deps, 'db' | 'repositorySources'>,
  actor: Actor,
  path: { nodeId: string; version: string },
): Promise<CommitMatch> {
  const node = await getReadableNode(db, actor, path.nodeId)
  const version = await getReadableVersion(db, node, path.version)
  const row = await findCommitMatch(db, version.id)
  return row ? toWire(row, repositorySources.length > 0) : { state: 'none' }
}

function toWire(row: CommitMatchRow, isOn: boolean): CommitMatch {
  const named = {
    commit: row.commit_id,
    repository_url: row.repository_url,
    ...unlessEmpty('repository_folder', row.repository_folder),
    named_by: row.named_by,
  }
  if (row.state === 'waiting' || !row.tried_at) return { state: isOn ? 'waiting' : 'off', ...named }
  const at = row.tried_at.toISOString()
  if (row.state === 'failed') return { state: 'failed', ...named, at, failure: row.failure }
  const { same, changed, added, missing, skipped, files } = row
  const matches = changed === 0 && added === 0 && skipped === 0
  return { state: 'compared', ...named, at, matches, same, changed, added, missing, skipped, files }
}
