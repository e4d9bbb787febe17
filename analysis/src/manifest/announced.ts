import type { Finding } from '../ground/finding.ts'
import { normalName } from '../requirements/marker.ts'
import { type Manifest, manifestPath } from './manifest.ts'

export interface Announced {
  nodeId: string
  /** Other names that the node keeps, such as the one under which its author claimed it. */
  otherNames?: readonly string[]
  version: string
}

/**
 * Compares the project file inside the archive with the announced name and version. Installers trust the
 * file, so they would mistake one pack or version for another.
 */
export function compareWithAnnounced(manifest: Manifest, announced: Announced): Finding[] {
  const { nodeId, otherNames = [], version } = announced
  const findings: Finding[] = []
  const isNamed = (name: string) => normalName(name) === normalName(manifest.name ?? '')
  if (manifest.name !== undefined && ![nodeId, ...otherNames].some(isNamed)) {
    findings.push(difference('name', manifest.name, nodeId, `Set name = "${nodeId}" in [project]`, version))
  }
  if (manifest.version !== undefined && normalizeVersion(manifest.version) !== normalizeVersion(version)) {
    findings.push(difference('version', manifest.version, version, 'Leave out `--version`', version))
  }
  return findings
}

/** The published number stays taken in any case, so the advice names the next one. */
function difference(
  field: 'name' | 'version',
  inside: string,
  announced: string,
  correction: string,
  taken: string,
): Finding {
  const rule = `manifest-${field}-differs`
  const next = nextVersion(taken)
  return {
    issue_type: rule,
    file_path: manifestPath,
    message: `The ${field} in the archive is “${inside}”, but “${announced}” was published.`,
    scanner: 'nodeyard',
    rule,
    severity: 'high',
    why: `Installers use the ${field} in this file and would mistake the pack for another one.`,
    fix: `${correction}, set version = "${next}" or a higher one in [project], and publish that: ${taken} is taken now.`,
  }
}

/** Reports values that a publisher announced otherwise than the project file states them. */
export function differingValues(columns: readonly string[]): Finding {
  const rule = 'manifest-values-differ'
  return {
    issue_type: rule,
    file_path: manifestPath,
    message: `The publish request and the project file differ: ${columns.join(', ')}.`,
    scanner: 'nodeyard',
    rule,
    severity: 'low',
    why: 'The registry shows the values of the request; people who read the file see others.',
    fix: 'Leave these values out of the request, so that those of the file count, or change the file.',
  }
}

/** Reports a value that a publish request omitted and the project file does not state in a usable form. */
export function unusableValue(name: string, problem: string): Finding {
  const rule = 'manifest-field'
  return {
    issue_type: rule,
    file_path: manifestPath,
    message: `${name} ${problem}. The registry left it out.`,
    scanner: 'nodeyard',
    rule,
    severity: 'low',
    why: 'The publish request omitted the value, so it is taken from this file.',
    fix: 'Correct the value, and publish a higher version.',
  }
}

/** Returns the smallest release above a version. */
function nextVersion(version: string): string {
  const [numbers = '', rest] = normalizeVersion(version).split(/(?=[-+])/)
  const parts = numbers.split('.')
  const isRelease = rest === undefined || rest.startsWith('+')
  const last = parts.at(-1) ?? '0'
  if (!isRelease || !/^\d+$/.test(last)) return numbers
  return [...parts.slice(0, -1), BigInt(last) + 1n].join('.')
}

/** Lenient: `1.0`, `v1.0.0` and `1.0.0` are one version; other texts stay unchanged. */
export function normalizeVersion(version: string): string {
  const trimmed = version.trim()
  if (trimmed.length > 200) return trimmed
  const parts = /^[vV=\s]*(\d+)(?:\.(\d+))?(?:\.(\d+))?((?:[A-Za-z.+-][0-9A-Za-z.+-]*)?)$/.exec(trimmed)
  if (!parts) return trimmed
  const [, major = '0', minor = '0', patch = '0', rest = ''] = parts
  return [major, minor, patch].map((number) => BigInt(number)).join('.') + rest
}
