import { capabilityDifference } from '@nodeyard/analysis/facts'
import type { CapabilityChanges, PublishFinding } from '@nodeyard/contract/packs'
import type { ReviewFinding } from '@nodeyard/contract/safety'
import type { DecidedFinding } from '../../packs/decisions/of-version.ts'
import { toFinding, withDecision } from '../../packs/publishing/report.ts'
import type { Analysed } from './sql.ts'

/** Alternative member names used by other scanners. Source: API contract 28.4. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  issue_type: ['error_type', 'type'],
  file_path: ['path', 'file', 'file_name', 'filename'],
  line_number: ['line'],
  code_snippet: ['content'],
}

/** Parses the findings that an external scanner wrote into the reason. Returns none if it is not a list of findings. */
export function findingsInReason(reason: string): unknown[] {
  try {
    const read: unknown = JSON.parse(reason)
    return Array.isArray(read) ? read.flatMap((one) => (isRecord(one) ? [withUsualNames(one)] : [])) : []
  } catch {
    return []
  }
}

function withUsualNames(finding: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named: Record<string, unknown> = { ...finding }
  for (const [name, others] of Object.entries(aliases)) {
    named[name] ??= others.map((other) => finding[other]).find((value) => value !== undefined)
  }
  if (typeof named['line_number'] === 'string')
    named['line_number'] = Number.parseInt(named['line_number'], 10)
  return named
}

/** Marks each finding that the base version also had, and adds the decisions about its code. */
export function compareFindings(
  stored: readonly unknown[],
  base: Analysed | undefined,
  decided: readonly DecidedFinding[],
): ReviewFinding[] {
  const before = new Set((base?.findings ?? []).map(toFinding).map(identityOf))
  return stored.map(toFinding).map((finding) => ({
    ...withDecision(finding, decided),
    known: before.has(identityOf(finding)),
  }))
}

/** Identifies a finding by its code, because the line number changes with every edit above it. */
function identityOf({ rule, file, code, line }: PublishFinding): string {
  return JSON.stringify([rule, file, code ?? line])
}

/** Compares capabilities with the base version. Returns undefined if either was not analyzed. */
export function compareCapabilities(
  found: Analysed | undefined,
  base: Analysed | undefined,
): CapabilityChanges | undefined {
  if (!found?.capabilities || !base?.capabilities) return undefined
  const difference = capabilityDifference(base.capabilities, found.capabilities)
  return { since: base.version, ...difference }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
