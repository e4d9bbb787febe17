import type { Finding } from '../scan/finding.ts'
import type { Manifest } from './manifest.ts'
import { manifestPath } from './read.ts'

export interface Announced {
  nodeId: string
  version: string
}

/**
 * What differs between the project file inside the archive and what was announced when it was published.
 * Installers go by the file, so a difference makes them take one pack or version for another.
 */
export function compareWithAnnounced(manifest: Manifest, { nodeId, version }: Announced): Finding[] {
  const findings: Finding[] = []
  if (manifest.name !== undefined && manifest.name.toLowerCase() !== nodeId.toLowerCase()) {
    findings.push(difference('name', manifest.name, nodeId))
  }
  if (manifest.version !== undefined && normalizeVersion(manifest.version) !== normalizeVersion(version)) {
    findings.push(difference('version', manifest.version, version))
  }
  return findings
}

function difference(field: 'name' | 'version', inside: string, announced: string): Finding {
  const rule = `manifest-${field}-differs`
  return {
    issue_type: rule,
    file_path: manifestPath,
    message: `The ${field} in the archive is “${inside}”, but “${announced}” was published.`,
    scanner: 'nodeyard',
    rule,
    severity: 'high',
    why: `Installers go by the ${field} in this file and would take the pack for another one.`,
    fix: `Set ${field} = "${announced}" in [project] and publish a new version.`,
  }
}

/** Lenient: `1.0`, `v1.0.0` and `1.0.0` are one version; what is not a version stands for itself. */
export function normalizeVersion(version: string): string {
  const trimmed = version.trim()
  if (trimmed.length > 200) return trimmed
  const parts = /^[vV=\s]*(\d+)(?:\.(\d+))?(?:\.(\d+))?((?:[A-Za-z.+-][0-9A-Za-z.+-]*)?)$/.exec(trimmed)
  if (!parts) return trimmed
  const [, major = '0', minor = '0', patch = '0', rest = ''] = parts
  return [major, minor, patch].map((number) => BigInt(number)).join('.') + rest
}
