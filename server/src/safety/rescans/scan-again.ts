import { ArchiveRefusal } from '@nodeyard/analysis/archive'
import { compareText, type Finding, isBlocking } from '@nodeyard/analysis/ground'
import { decisionsCount } from '@nodeyard/analysis/scan'
import type { ComfyNodeTextValues } from '../../packs/comfy-nodes/sql.ts'
import { type Consultation, consultDecisions } from '../../packs/decisions/consult.ts'
import { listRevoked } from '../../packs/decisions/sql.ts'
import { isFlaggedByScan } from '../../packs/nodes/versions/held-for.ts'
import type { VersionRow } from '../../packs/nodes/versions/sql.ts'
import type { Reading } from '../../packs/publishing/analyst.ts'
import { completeGrounds, keyOf } from '../../packs/publishing/complete-grounds.ts'
import { withArchive } from '../../packs/publishing/local-copy.ts'
import { withRefusal } from '../../packs/publishing/refused-archive.ts'
import { withRegistryFindings } from '../../packs/publishing/registry-findings.ts'
import {
  comfyNodeRows,
  comfyNodeTextRows,
  packFindings,
  toReplacementValues,
} from '../../packs/publishing/store-inspection.ts'
import { judge } from '../../packs/publishing/verdict.ts'
import { listOfVersion } from '../../packs/replacements/sql.ts'
import type { Deps } from './deps.ts'
import type { Look } from './look.ts'
import { findAnalysis, listComfyNodes, listComfyNodeTexts, type StoredAnalysis } from './sql.ts'

/** Scans a stored archive again at background priority. Changes nothing. */
export async function lookAt(deps: Deps, version: VersionRow): Promise<Look> {
  const stored = await findAnalysis(deps.db, version.id)
  const read = await readAgain(deps, version)
  return read instanceof ArchiveRefusal
    ? lookOfRefused(deps, version, stored, read)
    : lookOf(deps, version, stored, read)
}

async function lookOfRefused(
  deps: Deps,
  version: VersionRow,
  stored: StoredAnalysis | undefined,
  refusal: ArchiveRefusal,
): Promise<Look> {
  const before = findingsOf(stored)
  const findings = withRefusal(before, refusal)
  const isSame = canonical(before) === canonical(findings)
  const verdict = await judge(deps, version, findings)
  const compared = await compare(deps, version, { stored, findings, isSame, verdict })
  return { read: undefined, verdict, ...compared, comfyNodesAdded: [], comfyNodesRemoved: [] }
}

async function lookOf(
  deps: Deps,
  version: VersionRow,
  stored: StoredAnalysis | undefined,
  read: Reading,
): Promise<Look> {
  const { pack: report, contents } = read
  const findings = await withRegistryFindings(
    deps,
    version,
    await packFindings(deps.db, report, version),
    contents.fingerprints,
  )
  const rows = comfyNodeRows(report).toSorted((a, b) => compareText(a.name, b.name))
  const storedRows = await listComfyNodes(deps.db, version.id)
  const { manifest, capabilities, undecided, traits, requirements } = report.inspection
  const isSame =
    canonical({ ...stored, rules_version: 0 }) ===
      canonical({ manifest, findings, capabilities, undecided, traits, requirements, rules_version: 0 }) &&
    canonical(storedRows.toSorted((a, b) => compareText(a.name, b.name))) === canonical(rows) &&
    canonical(inOrder(await listComfyNodeTexts(deps.db, version.id))) ===
      canonical(inOrder(comfyNodeTextRows(report))) &&
    canonical(byNames(await listOfVersion(deps.db, version.id))) ===
      canonical(byNames(report.inspection.replacements.map(toReplacementValues)))
  const grounds = await completeGrounds(version.id, findings, report.inspection.grounds)
  const verdict = await consultDecisions(deps.db, version, grounds, deps.now())
  return {
    read,
    verdict,
    ...(await compare(deps, version, { stored, findings, isSame, verdict })),
    comfyNodesAdded: missingIn(storedRows, rows),
    comfyNodesRemoved: missingIn(rows, storedRows),
  }
}

const findingsOf = (stored: StoredAnalysis | undefined) => stored?.findings ?? []

/** Returns a refusal of the archive, and throws other errors. */
function readAgain({ blobs, analyst }: Deps, version: VersionRow): Promise<Reading | ArchiveRefusal> {
  return withArchive(blobs, version.archive_digest ?? '', (path) =>
    analyst.read(path, { isBackground: true }),
  ).catch((error: unknown) => {
    if (error instanceof ArchiveRefusal) return error
    throw error
  })
}

interface Compared {
  stored: StoredAnalysis | undefined
  findings: Finding[]
  isSame: boolean
  verdict: Consultation
}

async function compare(
  { db }: Pick<Deps, 'db'>,
  version: VersionRow,
  { stored, findings, isSame, verdict }: Compared,
): Promise<Pick<Look, 'findings' | 'newlyBlocking' | 'outcome'>> {
  const decided = new Map(verdict.grounds.map((one) => [keyOf(one.grounds), one]))
  const revoked = await listRevoked(
    db,
    version.node_id,
    verdict.grounds.map(({ grounds }) => grounds.digest),
  )
  const known = new Set(findingsOf(stored).filter(isBlocking).map(keyOfFinding))
  const newlyBlocking = findings.filter(isBlocking).filter((finding) => {
    const found = decided.get(keyOf(toKey(finding)))
    if (found?.decisionId && verdict.approvals.has(found.decisionId)) return false
    // Findings of the last scan were decided, unless the decision was revoked or the rule means something else now.
    const isTakenBack = found && (found.decisionId !== null || revoked.has(found.grounds.digest))
    const isOutdated = !decisionsCount(finding.rule, stored?.rules_version ?? 0)
    return isTakenBack || isOutdated || !known.has(keyOfFinding(finding))
  })
  const outcome = outcomeOf(version, verdict, newlyBlocking) ?? (isSame ? undefined : 'facts')
  return { findings, newlyBlocking, outcome }
}

const toKey = ({ rule, file_path: file, line_number: line, message }: Finding) => ({
  rule,
  file,
  line,
  message,
})

/** Sorts texts independently of the database's collation. */
function inOrder(texts: readonly ComfyNodeTextValues[]): ComfyNodeTextValues[] {
  return texts.toSorted((a, b) => compareText(a.language, b.language) || compareText(a.name, b.name))
}

function byNames<Row extends { old_name: string; new_name: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => compareText(a.old_name, b.old_name) || compareText(a.new_name, b.new_name))
}

/** Identifies a finding by position, because the archive has not changed. */
const keyOfFinding = ({ rule, file_path, line_number }: Finding) => `${rule}\n${file_path}\n${line_number}`

function outcomeOf(
  version: VersionRow,
  verdict: Consultation,
  newlyBlocking: readonly Finding[],
): 'flag' | 'release' | undefined {
  if (version.status === 'active') return newlyBlocking.length > 0 ? 'flag' : undefined
  return isFlaggedByScan(version) && verdict.outcome === 'approved' ? 'release' : undefined
}

function missingIn(existing: readonly { name: string }[], rows: readonly { name: string }[]): string[] {
  const names = new Set(existing.map(({ name }) => name))
  return rows.flatMap(({ name }) => (names.has(name) ? [] : [name]))
}

/** Serializes values independently of key order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => compareText(a, b)))
      : one,
  )
}
