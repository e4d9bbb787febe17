import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages of the repository; the published ones are libraries and the command line. */
export const workspaces = [
  'contract',
  'client',
  'analysis',
  'planning',
  'outside',
  'agents',
  'cli',
  'server',
  'web',
] as const
export const published = ['contract', 'client', 'analysis', 'cli'] as const

/** Each file that states the version, with the pattern around it. */
const places: readonly (readonly [path: string, pattern: RegExp])[] = [
  ['package.json', /^(\s*"version": ")([^"]+)(")/m],
  ...workspaces.map((name) => [`${name}/package.json`, /^(\s*"version": ")([^"]+)(")/m] as const),
  ['deploy/chart/Chart.yaml', /^(version: )(\S+)()$/m],
  ['deploy/chart/Chart.yaml', /^(appVersion: ")([^"]+)(")/m],
  ['docs/ci.md', /^( {4}rev: v)(\d+\.\d+\.\d+)()$/m],
]

/** Returns the version of each place. */
export function readVersions(root: string): { path: string; version: string }[] {
  return places.map(([path, pattern]) => {
    const version = pattern.exec(readFileSync(join(root, path), 'utf8'))?.[2]
    if (version === undefined) throw new Error(`${path} states no version.`)
    return { path, version }
  })
}

/** Returns the one version of the repository. Throws if two places differ. */
export function ownVersion(root: string): string {
  const found = readVersions(root)
  const [first] = found
  const other = found.find(({ version }) => version !== first?.version)
  if (!first || other)
    throw new Error(`${other?.path} states ${other?.version}, but package.json ${first?.version}.`)
  return first.version
}

/** Writes the version to each place. */
export function setVersion(root: string, version: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is not a version such as 1.0.0.`)
  for (const [path, pattern] of places) {
    const file = join(root, path)
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      text.replace(pattern, (_, before: string, _old: string, after: string) => before + version + after),
    )
  }
}

/** Whether the changelog has a section for the version, with its date. */
export function hasDatedSection(changelog: string, version: string): boolean {
  return changelog
    .split('\n')
    .some((line) => line.startsWith(`## [${version}] - `) && /^\d{4}-\d\d-\d\d$/.test(line.slice(-10)))
}
