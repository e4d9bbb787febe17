import { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import { compareText, type Finding, isBlocking } from '@nodeyard/analysis/scan/finding'
import type { ComfyNodeTextValues } from '../../packs/publishing/analysis/sql.ts'
import type { Reading } from '../../packs/publishing/analyst.ts'
import { withArchive } from '../../packs/publishing/local-copy.ts'
import { withRefusal } from '../../packs/publishing/refused-archive.ts'
import { withRegistryFindings } from '../../packs/publishing/registry-findings.ts'
import {
  comfyNodeRows,
  comfyNodeTextRows,
  packFindings,
  toReplacementValues,
} from '../../packs/publishing/store-inspection.ts'
import type { VersionRow } from '../../packs/publishing/versions/sql.ts'
import { listOfVersion } from '../../packs/replacements/sql.ts'
import type { Deps } from './deps.ts'
import type { Look } from './look.ts'
import { findAnalysis, listComfyNodes, listComfyNodeTexts, type StoredAnalysis } from './sql.ts'

/** Scans a stored archive again at background priority. Changes nothing. */
export async function lookAt(deps: Deps, version: VersionRow): Promise<Look> {
  const stored = await findAnalysis(deps.db, version.id)
  const read = await readAgain(deps, version)
  return read instanceof ArchiveRefusal
    ? lookOfRefused(version, stored, read)
    : lookOf(deps, version, stored, read)
}

function lookOfRefused(
  version: VersionRow,
  stored: StoredAnalysis | undefined,
  refusal: ArchiveRefusal,
): Look {
  const before = findingsOf(stored)
  const findings = withRefusal(before, refusal)
  const isSame = canonical(before) === canonical(findings)
  const compared = compare(version, { before, findings, isSame })
  return { read: undefined, ...compared, comfyNodesAdded: [], comfyNodesRemoved: [] }
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
    packFindings(report, version),
    contents.fingerprints,
  )
  const rows = comfyNodeRows(report).toSorted((a, b) => compareText(a.name, b.name))
  const storedRows = await listComfyNodes(deps.db, version.id)
  const { manifest, capabilities, undecided, requirements } = report.inspection
  const isSame =
    canonical(stored) === canonical({ manifest, findings, capabilities, undecided, requirements }) &&
    canonical(storedRows.toSorted((a, b) => compareText(a.name, b.name))) === canonical(rows) &&
    canonical(inOrder(await listComfyNodeTexts(deps.db, version.id))) ===
      canonical(inOrder(comfyNodeTextRows(report))) &&
    canonical(byNames(await listOfVersion(deps.db, version.id))) ===
      canonical(byNames(report.inspection.replacements.map(toReplacementValues)))
  return {
    read,
    ...compare(version, { before: findingsOf(stored), findings, isSame }),
    comfyNodesAdded: missingIn(storedRows, rows),
    comfyNodesRemoved: missingIn(rows, storedRows),
  }
}

const findingsOf = (stored: StoredAnalysis | undefined) => (stored?.findings ?? []) as Finding[]

/** Returns a refusal of the archive, and throws other errors. */
function readAgain({ blobs, analyst }: Deps, version: VersionRow): Promise<Reading | ArchiveRefusal> {
  return withArchive(blobs, version.archive_digest ?? '', (path) =>
    analyst.read(path, { isBackground: true }),
  ).catch((error: unknown) => {
    if (error instanceof ArchiveRefusal) return error
    throw error
  })
}

function compare(
  version: VersionRow,
  { before, findings, isSame }: { before: Finding[]; findings: Finding[]; isSame: boolean },
): Pick<Look, 'findings' | 'newlyBlocking' | 'outcome'> {
  const known = new Set(before.filter(isBlocking).map(keyOf))
  const newlyBlocking = findings.filter((finding) => isBlocking(finding) && !known.has(keyOf(finding)))
  const outcome = outcomeOf(version, findings, newlyBlocking) ?? (isSame ? undefined : 'facts')
  return { findings, newlyBlocking, outcome }
}

/** Sorts texts independently of the database's collation. */
function inOrder(texts: readonly ComfyNodeTextValues[]): ComfyNodeTextValues[] {
  return texts.toSorted((a, b) => compareText(a.language, b.language) || compareText(a.name, b.name))
}

function byNames<Row extends { old_name: string; new_name: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => compareText(a.old_name, b.old_name) || compareText(a.new_name, b.new_name))
}

/** Identifies a finding by position, because the archive has not changed. */
const keyOf = ({ rule, file_path, line_number }: Finding) => `${rule}\n${file_path}\n${line_number}`

function outcomeOf(
  version: VersionRow,
  findings: readonly Finding[],
  newlyBlocking: readonly Finding[],
): 'flag' | 'release' | undefined {
  if (version.status === 'active') return newlyBlocking.length > 0 ? 'flag' : undefined
  return isFlaggedByScan(version) && !findings.some(isBlocking) ? 'release' : undefined
}

/** Whether the scan set the flag: its reason is a list of findings, a moderator's is not. Source: API contract 28.4. */
export function isFlaggedByScan({ status, status_reason }: VersionRow): boolean {
  return status === 'flagged' && status_reason.startsWith('[')
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
