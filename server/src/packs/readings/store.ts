import { type Finding, storable } from '@nodeyard/analysis/ground'
import { notPacked } from '@nodeyard/analysis/scan'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { storePicture } from '../../ground/pictures/stored.ts'
import { replaceAliases } from '../nodes/aliases/sql.ts'
import { isNodeId } from '../nodes/node-id.ts'
import { changeNode, lockNode, type NodeRow } from '../nodes/sql.ts'
import { lockPicture } from '../pictures/sql.ts'
import type { PackReport } from '../publishing/analyst.ts'
import { findKnownBadFiles } from '../publishing/known-bad/find.ts'
import { extractStatusOf, storeAnalysis } from '../publishing/store-inspection.ts'
import type { Deps } from './deps.ts'
import type { ReadRepository } from './read.ts'
import {
  deleteOldReadings,
  insertPicture,
  insertReading,
  listApprovedKeys,
  lockArchive,
} from './stored/sql.ts'
import { type DueNode, endTurn, findTurn } from './turns/sql.ts'
import { holdingKeys, verdictOn } from './verdict.ts'

/** How many readings of a node are kept, so that they can be compared. */
const keptReadings = 3

/**
 * Stores what was read and ends the turn, in one transaction. Stores nothing for a node that got a version, another
 * repository or an opt-out meanwhile.
 */
export async function storeReading(
  deps: Deps,
  due: DueNode,
  read: ReadRepository,
  dueAt: Date,
): Promise<void> {
  const now = deps.now()
  const id = deps.newId()
  const known = await findKnownBadFiles(deps.db, { id, node_id: due.id }, read.reading.contents.fingerprints)
  const findings = [
    ...known,
    ...read.reading.pack.inspection.findings,
    ...read.built.omittedCode.map((path) => notPacked(storable(path))),
  ]
  await transact(deps, async (tx) => {
    const node = await lockNode(tx, due.id)
    if (!node || !(await isStillRead(tx, node, due))) return
    const verdict = verdictOn(findings, await listApprovedKeys(tx, node.id))
    if (read.archive) await lockArchive(tx, read.archive.digest)
    await insertReading(tx, {
      id,
      node_id: node.id,
      commit_id: read.fetched.commit,
      committed_at: read.fetched.committedAt ?? null,
      read_at: now,
      repository_url: node.repository_url,
      file_count: read.built.files,
      unpacked_bytes: read.reading.contents.unpackedBytes,
      omitted_files: read.built.omittedFiles,
      omitted_bytes: read.built.omittedBytes,
      submodules: read.built.submodules,
      versions: JSON.stringify(read.fetched.versions ?? []),
      main_commits: read.fetched.mainCommits ?? Buffer.alloc(0),
      extract_status: extractStatusOf(read.reading.pack),
      verdict,
      is_shareable: read.isShareable,
      archive_digest: read.archive?.digest ?? null,
      archive_bytes: read.archive?.bytes ?? null,
    })
    await storeAnalysis(tx, id, shownReport(read), { findings, now })
    await storePictures(tx, deps, id, read.pictures)
    // The contents of a held reading are for moderators only.
    const facts = verdict === 'held' ? {} : factsOf(read, node)
    await changeNode(tx, node.id, { reading_id: id, ...facts, updated_at: now })
    if (verdict !== 'held') await nameByProject(tx, node, read)
    await deleteOldReadings(tx, node.id, keptReadings)
    const { commit } = read.fetched
    await endTurn(tx, node.id, {
      ...{ commit, etag: read.head.etag, failure: null, failures: 0 },
      ...{ dueAt, now, goneSince: null },
    })
    if (verdict === 'held') await noteHeld(tx, deps, node, { commit, findings })
    markChanged(tx, 'nodes', `node:${node.id}`)
  })
}

async function isStillRead(tx: Tx, node: NodeRow, due: DueNode): Promise<boolean> {
  const isSame = node.repository_key === due.repositoryKey && node.repository_folder === due.repositoryFolder
  if (!isSame || node.status !== 'active' || node.latest_version_id !== null) return false
  return !(await findTurn(tx, node.id))?.opted_out_at
}

/** Texts that the license does not let the registry show are not stored either. */
function shownReport({ reading: { pack }, isShareable }: ReadRepository): PackReport {
  return isShareable ? pack : { ...pack, readmeHtml: '', documents: [] }
}

async function storePictures(
  tx: Tx,
  { blobs }: Pick<Deps, 'blobs'>,
  readingId: string,
  pictures: ReadRepository['pictures'],
): Promise<void> {
  for (const { bytes, ...picture } of pictures) {
    const digest = await storePicture(blobs, bytes, (one) => lockPicture(tx, one))
    await insertPicture(tx, { reading_id: readingId, ...picture, digest })
  }
}

/** The project file speaks for the node until its author publishes. */
function factsOf({ reading, fetched }: ReadRepository, node: NodeRow) {
  const { manifest } = reading.pack.inspection
  return {
    repository_changed_at: fetched.committedAt ?? node.repository_changed_at,
    ...(manifest
      ? {
          supported_os: manifest.supported_os.slice(0, 50),
          supported_accelerators: manifest.supported_accelerators.slice(0, 50),
          supported_comfyui_version: manifest.supported_comfyui_version.slice(0, 255),
          supported_comfyui_frontend_version: manifest.supported_comfyui_frontend_version.slice(0, 255),
        }
      : {}),
  }
}

/** Clients know a pack by the name in its project file. */
async function nameByProject(tx: Tx, node: NodeRow, { reading }: ReadRepository): Promise<void> {
  const name = reading.pack.inspection.manifest?.name?.trim() ?? ''
  const isOther = isNodeId(name) && name.toLowerCase() !== node.id.toLowerCase()
  await replaceAliases(tx, node.id, 'project', isOther ? [name] : [])
}

/** Moderators are notified of each held commit once. */
async function noteHeld(
  tx: Tx,
  { now }: Deps,
  node: NodeRow,
  { commit, findings }: { commit: string; findings: readonly Finding[] },
): Promise<void> {
  await recordEvent(tx, {
    actor: { kind: 'service', id: 'readings' },
    action: 'node.reading-hold',
    subject: { kind: 'node', id: node.id },
    publisherId: node.publisher_id,
    after: { commit, findings: holdingKeys(findings, new Set()).length },
    at: now(),
  })
}
