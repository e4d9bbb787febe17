import type { PackFile } from '../../archive/pack-files.ts'
import { defined } from '../../ground/defined.ts'
import { type Finding, toFinding } from '../../ground/finding.ts'
import { type Manifest, manifestPath } from '../../manifest/manifest.ts'
import { pictureAddress } from '../../manifest/picture-address.ts'
import { matchPaths, type Project } from '../../python/project.ts'
import type { MissingFile } from './missing-file.ts'

const licenseRule = {
  id: 'license-missing',
  severity: 'medium',
  why: 'Without its text, users cannot tell what the license allows.',
} as const
const pictureRule = {
  id: 'picture-missing',
  severity: 'low',
  why: 'The registry shows the pack without this picture.',
} as const

/** A set of letters stands for any letter, so that a file which may match is not called missing. */
const withoutSets = (pattern: string) =>
  pattern
    .split('[')
    .map((part, at) => (at === 0 ? part : `?${part.slice(part.indexOf(']') + 1)}`))
    .join('')

/** Reports files that the project file names and the archive does not have. */
export function checkNamedFiles(
  files: readonly PackFile[],
  project: Project,
  manifest: Manifest | undefined,
): { findings: Finding[]; missing: MissingFile[] } {
  if (!manifest) return { findings: [], missing: [] }
  const has = (path: string) => files.some((file) => file.path.toLowerCase() === path.toLowerCase())
  const licenses = (manifest.license_files ?? [])
    .filter(
      ({ path }) => !has(path) && matchPaths(project, '', withoutSets(path), false, () => {}).length === 0,
    )
    .map((one) => ({ ...one, rule: licenseRule, name: 'license file' }))
  const pictures = [
    { path: manifest.icon, name: 'icon' },
    { path: manifest.banner_url, name: 'banner' },
  ].flatMap(({ path: stated = '', name }) => {
    const path = pictureAddress(stated) ?? ''
    return path === '' || path.includes('://') || has(path)
      ? []
      : [{ path, rule: pictureRule, name, line: undefined }]
  })
  const all = [...licenses, ...pictures]
  return {
    findings: all.map(({ path, line, rule, name }) => {
      const fix = `Add ${path} to the archive, or correct the name.`
      const message = `The ${name} ${path} is not in the archive.`
      return toFinding({ ...rule, fix }, manifestPath, { ...defined({ line }), message })
    }),
    missing: all.map(({ path, line, rule }) => ({
      rule: rule.id,
      file: manifestPath,
      ...defined({ line }),
      paths: [path],
    })),
  }
}
