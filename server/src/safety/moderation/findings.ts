import { capabilityDifference } from '@nodeyard/analysis/capabilities/difference'
import type { ReviewFinding } from '@nodeyard/contract/moderation'
import type { PublishFinding } from '@nodeyard/contract/publish-reports'
import type { Capability, CapabilityChanges } from '@nodeyard/contract/versions'
import { toFinding } from '../../packs/publishing/report.ts'
import type { Analysed } from './sql.ts'

/** Other programs gave these members other names. Source: API contract 28.4. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  issue_type: ['error_type', 'type'],
  file_path: ['path', 'file', 'file_name', 'filename'],
  line_number: ['line'],
  code_snippet: ['content'],
}

/** What stands in the reason of a version that nobody here has read; nothing when it is no list of findings. */
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
  for (const [name, others] of Object.entries(otherNames)) {
    named[name] ??= others.map((other) => finding[other]).find((value) => value !== undefined)
  }
  if (typeof named['line_number'] === 'string')
    named['line_number'] = Number.parseInt(named['line_number'], 10)
  return named
}

/** Each with the word whether the last approved version had it too. */
export function compareFindings(stored: readonly unknown[], base: Analysed | undefined): ReviewFinding[] {
  const before = new Set((base?.findings ?? []).map(toFinding).map(identityOf))
  return stored.map(toFinding).map((finding) => ({ ...finding, known: before.has(identityOf(finding)) }))
}

/** The number of the line changes with every edit above it; its text does not. */
function identityOf({ rule, file, code, line }: PublishFinding): string {
  return JSON.stringify([rule, file, code ?? line])
}

export function compareCapabilities(
  found: Analysed | undefined,
  base: Analysed | undefined,
): CapabilityChanges | undefined {
  if (!found?.capabilities || !base?.capabilities) return undefined
  const difference = capabilityDifference(
    base.capabilities as Capability[],
    found.capabilities as Capability[],
  )
  return { since: base.version, ...difference }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
