import { changedInterface } from '@nodeyard/analysis/facts'
import { defined } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type {
  CompatibilityEvidence,
  DeclaredCompatibility,
  InferredCompatibility,
  ReportedCompatibility,
} from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../ground/db/database.ts'
import type { Actor } from '../../ground/permissions.ts'
import { toOrigin } from '../facts/origin.ts'
import { factsOf, type PackFacts, packFacts } from '../facts/sql.ts'
import { compatibilityToWire } from '../nodes/versions/compatibility.ts'
import { getReadableVersion } from '../nodes/versions/get.ts'
import { getReadableNode } from '../nodes/versions/readable-node.ts'
import type { Deps } from './deps.ts'
import { judgeReports, type ReportVerdict } from './judge-reports.ts'
import {
  findCiRepository,
  listReportDays,
  listReported,
  listTests,
  type ReportedRow,
  type TestRow,
} from './sql.ts'

const dayMs = 86_400_000

/** The first moment whose evidence still counts. */
export const evidenceSince = (now: Date): Date => new Date(now.getTime() - limits.evidenceDays * dayMs)

const declaredParts = [
  'supported_os',
  'supported_accelerators',
  'supported_comfyui_version',
  'supported_comfyui_frontend_version',
  'any_python',
] as const
const evidenceParts = [...declaredParts, 'interfaces', 'analyzed_at'] as const

/** Collects the four kinds of evidence about a version, or about what the facts of the node come from. */
export async function findCompatibilityEvidence(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { nodeId, version }: { nodeId: string; version: string | undefined },
): Promise<CompatibilityEvidence> {
  const node = await getReadableNode(db, actor, nodeId)
  const wanted = version === undefined ? undefined : await getReadableVersion(db, node, version)
  const [facts] = wanted
    ? await factsOf(db, [wanted.id], evidenceParts)
    : await packFacts(db, [node.id], evidenceParts)
  if (!facts) return nothing
  const repository = await findCiRepository(db, node.id)
  const part = { since: evidenceSince(now()), limit: limits.evidenceRows }
  const [tests, reported, verdicts] = await Promise.all([
    repository === undefined ? [] : listTests(db, repository, part),
    listReported(db, facts.id, { ...part, least: limits.importReportsShown }),
    readVerdicts(db, [facts.id], now()),
  ])
  const declared = toDeclared(facts)
  return {
    ...toOrigin(facts),
    ...(declared ? { declared } : {}),
    tested: toTested(repository, tests),
    reported: toReported(reported, verdicts.get(facts.id)),
    inferred: {
      ...(facts.analyzed_at && facts.interfaces ? { analyzed_at: facts.analyzed_at.toISOString() } : {}),
      uses: (facts.interfaces ?? []).flatMap((use) => toInferred(use) ?? []),
    },
  }
}

const nothing: CompatibilityEvidence = {
  tested: { completed: 0, failed: 0, machines: [] },
  reported: { count: 0, machines: [] },
  inferred: { uses: [] },
}

/** Judges the reports about versions. Those with too few are omitted. */
export async function readVerdicts(
  db: DbOrTx,
  versionIds: readonly string[],
  now: Date,
): Promise<Map<string, ReportVerdict>> {
  const days = await listReportDays(db, versionIds, { since: evidenceSince(now), now })
  const verdicts = new Map<string, ReportVerdict>()
  for (const [id, ofVersion] of Map.groupBy(days, ({ version_id }) => version_id)) {
    const verdict = judgeReports(ofVersion)
    if (verdict) verdicts.set(id, verdict)
  }
  return verdicts
}

function toDeclared(facts: PackFacts<(typeof declaredParts)[number]>): DeclaredCompatibility | undefined {
  const wire = compatibilityToWire(facts)
  const { supported_os: os, supported_accelerators: accelerators } = wire
  const stated = {
    ...(wire.supported_comfyui_version ? { tool_version: wire.supported_comfyui_version } : {}),
    ...(wire.supported_comfyui_frontend_version
      ? { frontend_version: wire.supported_comfyui_frontend_version }
      : {}),
    ...(facts.any_python ? { python: facts.any_python } : {}),
  }
  if (os.length + accelerators.length + Object.keys(stated).length === 0) return undefined
  return { stated_at: facts.at.toISOString(), ...stated, os, accelerators }
}

function toTested(repository: string | undefined, rows: readonly TestRow[]): CompatibilityEvidence['tested'] {
  return {
    ...defined({ repository }),
    completed: rows.reduce((sum, { completed }) => sum + completed, 0),
    failed: rows.reduce((sum, { failed }) => sum + failed, 0),
    machines: rows.map((row) => ({
      os: row.operating_system,
      python: row.python_version,
      accelerator: row.cuda_version === '' ? '' : `CUDA ${row.cuda_version.replace(/^cuda\s?/i, '')}`,
      completed: row.completed,
      failed: row.failed,
      last_status: row.last_status === 'COMPLETED' ? 'completed' : 'failed',
      last_at: row.last_at.toISOString(),
    })),
  }
}

function toReported(
  rows: readonly ReportedRow[],
  verdict: ReportVerdict | undefined,
): CompatibilityEvidence['reported'] {
  const countOf = (row: ReportedRow) => row.imported + row.import_error + row.syntax_error + row.other_error
  return {
    count: rows.reduce((sum, row) => sum + countOf(row), 0),
    ...(verdict ? { verdict } : {}),
    machines: rows as ReportedCompatibility[],
  }
}

/** Interfaces that were taken out of the table since the analysis are left out. */
export function toInferred({
  name,
  file,
  line,
}: {
  name: string
  file: string
  line: number
}): InferredCompatibility | undefined {
  const known = changedInterface(name)
  if (!known) return undefined
  const { language, state, since, tool, frontend, instead, source } = known
  return {
    interface: name,
    language,
    state,
    since,
    ...(tool ? { tool_version: tool } : {}),
    ...(frontend ? { frontend_version: frontend } : {}),
    ...(instead ? { instead } : {}),
    source,
    file,
    line,
  }
}
