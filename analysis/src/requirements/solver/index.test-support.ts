import { Budget } from './budget.ts'
import type { CandidateRules } from './candidates.ts'
import { type CheckResult, checkRequirements } from './check.ts'
import type { IndexedVersion, PackageIndex } from './package-index.ts'
import type { StatedLine } from './participant.ts'

/** Requirements by version, or all facts of a version. */
export type TestPackages = Record<string, Record<string, readonly string[] | Omit<IndexedVersion, 'version'>>>

export function indexOf(packages: TestPackages): PackageIndex {
  const byName = new Map(
    Object.entries(packages).map(([name, versions]) => [
      name,
      {
        name,
        versions: Object.entries(versions).map(([version, facts]) => ({
          version,
          ...('length' in facts ? { requires: facts } : facts),
        })),
      },
    ]),
  )
  return { find: (name) => byName.get(name) }
}

export const linux = { python: '3.12', os: 'linux', architecture: 'x86_64', accelerator: 'cuda' } as const

/** Checks packs given by their lines. */
export function checkPacks(
  packs: Record<string, readonly (string | StatedLine)[]>,
  packages?: TestPackages,
  { steps, ...rules }: Partial<CandidateRules> & { steps?: number } = {},
): CheckResult {
  return checkRequirements({
    participants: Object.entries(packs).map(([id, lines]) => ({
      id,
      lines: lines.map((line) => (typeof line === 'string' ? { text: line } : line)),
    })),
    ...(packages ? { index: indexOf(packages) } : {}),
    rules: { machine: linux, ...rules },
    ...(steps === undefined ? {} : { budget: new Budget(steps) }),
  })
}

/** The parties of each conflict with their lines, in the order of their names. */
export const partiesOf = ({ conflicts }: CheckResult): string[][] =>
  conflicts.map(({ parties }) =>
    parties
      .map(({ participant, lines }) => `${participant}: ${lines.map(({ text }) => text).join(' & ')}`)
      .sort(),
  )
