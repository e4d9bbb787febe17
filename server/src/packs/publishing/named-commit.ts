import { readRepository } from '@nodeyard/analysis/ground'
import type { PublishedNode } from '@nodeyard/contract/packs'
import type { Tx } from '../../ground/db/database.ts'
import type { NodeRow } from '../nodes/sql.ts'
import { insertCommitMatch, type NamedCommit } from '../nodes/versions/origin/sql.ts'
import type { Build } from '../trusted-publishing/build.ts'

/**
 * Returns a commit of a repository, in the folder that the pack's own address names there. Returns undefined
 * for anything else.
 */
export function commitOf(
  repositoryUrl: string,
  { commit, namedBy, address }: { commit: string; namedBy: NamedCommit['named_by']; address: string },
): NamedCommit | undefined {
  const repository = readRepository(repositoryUrl)
  if (!repository || !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commit)) return undefined
  const own = readRepository(address)
  return {
    repository_url: repository.clone,
    repository_key: repository.key,
    repository_folder: own?.key === repository.key ? own.folder : '',
    commit_id: commit,
    named_by: namedBy,
  }
}

/** Notes which commit a version names, so that its files are compared with it. */
export async function storeNamedCommit(
  tx: Tx,
  versionId: string,
  { node, sent, build }: { node: NodeRow; sent: PublishedNode; build: Build | undefined },
  now: Date,
): Promise<void> {
  const named = namedCommit(sent.repository || node.repository_url, build)
  if (named) await insertCommitMatch(tx, { version_id: versionId, ...named, due_at: now })
}

/** A build vouches for its commit; an address is only what the publisher says. */
function namedCommit(address: string, build: Build | undefined): NamedCommit | undefined {
  if (build) return commitOf(build.repositoryUrl, { commit: build.commit, namedBy: 'build', address })
  const commit = readRepository(address)?.commit
  return commit === undefined ? undefined : commitOf(address, { commit, namedBy: 'address', address })
}
