import { createHash } from 'node:crypto'
import { type Finding, isBlocking, type Severity } from '@nodeyard/analysis/ground'
import { jsonText } from '../ground/output.ts'
import type { Check } from './check.ts'

const commands: Record<Severity, 'error' | 'warning' | 'notice'> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'notice',
  info: 'notice',
}

/** Formats a check as workflow commands of GitHub Actions, which show each finding on its line. */
export function toGitHub({ refused, inspection }: Check, folder: string): string {
  const lines = [
    ...refused.map(({ code, message, file = 'pyproject.toml', line }) =>
      command(
        'error',
        { file: place(folder, file), ...(line ? { line: String(line) } : {}), title: code },
        message,
      ),
    ),
    ...(inspection?.findings ?? []).map((finding) =>
      command(
        commands[finding.severity],
        {
          ...(finding.file_path ? { file: place(folder, finding.file_path) } : {}),
          ...(finding.line_number ? { line: String(finding.line_number) } : {}),
          title: `${finding.rule} (${finding.severity})`,
        },
        [finding.message, finding.why, finding.fix].filter(Boolean).join('\n'),
      ),
    ),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function command(kind: string, properties: Record<string, string>, message: string): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(value)}`)
  return `::${kind} ${list.join(',')}::${escaped(message)}`
}

const escaped = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const escapedProperty = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

const levels: Record<Severity, string> = {
  critical: 'blocker',
  high: 'critical',
  medium: 'major',
  low: 'minor',
  info: 'info',
}

/** Formats a check as a Code Quality report of GitLab. */
export function toGitLab({ refused, inspection }: Check, folder: string): string {
  const entries = [
    ...refused.map(({ code, message, file = 'pyproject.toml', line = 1 }) =>
      entry(folder, { rule: code, message, severity: 'high', file_path: file, line_number: line }),
    ),
    ...(inspection?.findings ?? []).map((finding) => entry(folder, finding)),
  ]
  return jsonText(entries)
}

function entry(
  folder: string,
  finding: Pick<Finding, 'rule' | 'message' | 'severity'> & Partial<Finding>,
): unknown {
  const {
    rule,
    message,
    severity,
    file_path: path = 'pyproject.toml',
    line_number: line = 1,
    fix = '',
  } = finding
  const parts = [rule, path, String(line), finding.code_snippet ?? message]
  return {
    description: [message, fix].filter(Boolean).join(' '),
    check_name: rule,
    fingerprint: createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 40),
    severity: levels[severity],
    location: { path: place(folder, path), lines: { begin: Math.max(line, 1) } },
    categories: [isBlocking({ severity }) ? 'Security' : 'Style'],
  }
}

/** CI services expect paths from the root of the repository. */
const place = (folder: string, path: string): string => (folder === '' ? path : `${folder}/${path}`)
