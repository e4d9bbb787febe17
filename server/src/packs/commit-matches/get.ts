import { defined } from '@nodeyard/contract/ground'
import type { CommitMatch } from '@nodeyard/contract/packs'
import type { Actor } from '../../ground/permissions.ts'
import { getReadableVersion } from '../nodes/versions/get.ts'
import { isHeld } from '../nodes/versions/installable.ts'
import { type CommitMatchRow, findCommitMatch } from '../nodes/versions/origin/sql.ts'
import { getReadableNode } from '../nodes/versions/readable-node.ts'
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
  if (!row) return { state: 'none' }
  const { files, failure, ...match } = toWire(row, repositorySources.length > 0)
  // Names of files are contents of the version, and a failure can name one.
  return { ...match, ...(node.isEditor || !isHeld(version) ? defined({ files, failure }) : {}) }
}

function toWire(row: CommitMatchRow, isOn: boolean): CommitMatch {
  const named = {
    commit: row.commit_id,
    repository_url: row.repository_url,
    ...defined({ repository_folder: row.repository_folder || undefined }),
    named_by: row.named_by,
  }
  if (row.state === 'waiting' || !row.tried_at) return { state: isOn ? 'waiting' : 'off', ...named }
  const at = row.tried_at.toISOString()
  if (row.state === 'failed') return { state: 'failed', ...named, at, failure: row.failure }
  const { same, changed, added, missing, skipped, files } = row
  const matches = changed === 0 && added === 0 && skipped === 0
  return { state: 'compared', ...named, at, matches, same, changed, added, missing, skipped, files }
}
