import { createHash } from 'node:crypto'
import { type Finding, type PathStep, type Severity, severities } from '@nodeyard/analysis/ground'
import { stepText } from '../ground/path-lines.ts'
import { inEnglish } from '../ground/texts.ts'
import type { Check } from './check.ts'

const levels: Record<Severity, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
}
/** Code hosts sort by this number. Source: SARIF support of code scanning, `security-severity`. */
const weights: Record<Severity, string> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '3.0',
  info: '0.0',
}

/** Formats a check for programs that read SARIF 2.1.0, such as code scanning. */
export function toSarif({ inspection, refused, archive }: Check, version: string, folder = ''): unknown {
  const at = (path: string) => (folder === '' ? path : `${folder}/${path}`)
  const findings = inspection?.findings ?? []
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'nodeyard', version, semanticVersion: version, rules: rulesOf(findings, refused) },
        },
        columnKind: 'utf16CodeUnits',
        ...(archive ? { properties: { archive } } : {}),
        results: [
          ...refused.map((one) => toRefusedResult(one, at)),
          ...findings.map((finding) => toResult(finding, at)),
        ],
      },
    ],
  }
}

function rulesOf(findings: readonly Finding[], refused: Check['refused']): unknown[] {
  const worst = new Map<string, Finding>()
  for (const finding of findings) {
    const known = worst.get(finding.rule)
    if (!known || severities.indexOf(finding.severity) > severities.indexOf(known.severity))
      worst.set(finding.rule, finding)
  }
  return [
    ...[...new Map(refused.map((one) => [one.code, one])).values()].map(({ code, message }) => ({
      id: code,
      shortDescription: { text: message },
      defaultConfiguration: { level: 'error' },
    })),
    ...[...worst.values()].map(({ rule, message, why, fix, severity }) => ({
      id: rule,
      shortDescription: { text: message },
      fullDescription: { text: why || message },
      help: { text: fix || why || message },
      defaultConfiguration: { level: levels[severity] },
      properties: { 'security-severity': weights[severity], tags: ['security'] },
    })),
  ]
}

type At = (path: string) => string

function toRefusedResult(
  { code, message, file = 'pyproject.toml', line = 1 }: Check['refused'][number],
  at: At,
): unknown {
  return {
    ruleId: code,
    level: 'error',
    message: { text: message },
    locations: [placeOf(at(file), line)],
  }
}

function toResult(finding: Finding, at: At): unknown {
  const {
    rule,
    severity,
    message,
    why,
    fix,
    path,
    file_path: file,
    line_number: line,
    code_snippet: code,
  } = finding
  const text = [message, why, fix].filter((part) => part !== '').join(' ')
  return {
    ruleId: rule,
    level: levels[severity],
    message: { text },
    // Code scanning drops results without a place.
    locations: [placeOf(at(file ?? 'pyproject.toml'), line ?? 1, code)],
    ...(path ? { codeFlows: [flowOf(path, at)] } : {}),
    partialFingerprints: { 'nodeyard/v1': fingerprintOf(finding) },
  }
}

const importances = { source: 'essential', carrier: 'unimportant', hides: 'important', sink: 'essential' }

/** Messages of other programs are in English. */
function flowOf(path: readonly PathStep[], at: At): unknown {
  return {
    threadFlows: [
      {
        locations: path.map((step) => ({
          location: { ...placeOf(at(step.file), step.line), message: { text: stepText(step, inEnglish) } },
          kinds: [step.kind],
          importance: importances[step.kind],
        })),
      },
    ],
  }
}

function placeOf(path: string, line: number, code?: string): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
      region: { startLine: Math.max(line, 1), ...(code ? { snippet: { text: code } } : {}) },
    },
  }
}

/** Stays the same when the code moves to other lines. */
function fingerprintOf({ rule, file_path, code_snippet, message }: Finding): string {
  const parts = [rule, file_path ?? '', (code_snippet ?? message).replace(/\s+/g, ' ').trim()]
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32)
}
