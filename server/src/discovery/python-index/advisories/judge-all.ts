import { Budget, leadingName, readRequirementLine } from '@nodeyard/analysis/requirements'
import { defined } from '@nodeyard/contract/ground'
import type { RequirementAdvisory } from '@nodeyard/contract/packs'
import { judgeRequirement } from './judge.ts'
import type { AdvisoryRow } from './sql.ts'

export interface AdvisoriesRequest {
  nodes: readonly { id: string; lines: readonly Line[] }[]
  /** Includes those of all packages that the lines name. */
  advisories: readonly AdvisoryRow[]
}

interface Line {
  text: string
  file?: string
  line?: number
}

export interface AdvisoriesOfVersion {
  /** Identifies the version or the reading. */
  id: string
  advisories: RequirementAdvisory[]
}

/** Budgets of one request: nearly all need less than the first, some 20 milliseconds. */
export const judgeSteps = { atOnce: 100_000, inThread: 1_500_000 }
const [perAdvisory, perNamedOne, charactersPerStep] = [20, 100, 8]

/** Finds the vulnerabilities that requirements cannot avoid. Undefined if the budget does not suffice. */
export function judgeAll(
  { nodes, advisories }: AdvisoriesRequest,
  steps: number,
): AdvisoriesOfVersion[] | undefined {
  const budget = new Budget(steps)
  const known = Map.groupBy(advisories, (advisory) => advisory.package)
  const found = nodes.map(({ id, lines }) => ({
    id,
    advisories: lines.flatMap((line) =>
      unavoidable(line, known.get(leadingName(line.text) ?? '') ?? [], budget),
    ),
  }))
  return budget.isUsedUp ? undefined : found
}

/** Two databases often describe the same vulnerability, which is listed once. */
function unavoidable(
  { text, file, line }: Line,
  advisories: readonly AdvisoryRow[],
  budget: Budget,
): RequirementAdvisory[] {
  if (advisories.length === 0 || budget.isUsedUp) return []
  budget.spend(text.length / charactersPerStep)
  const read = readRequirementLine(text)
  if (read.kind !== 'requirement' || read.requirement.url) return []
  const { requirement } = read
  const seen = new Set<string>()
  return advisories.flatMap((advisory) => {
    const { id, aliases, summary, severity } = advisory
    const names = [id, ...aliases]
    budget.spend(
      perAdvisory + requirement.specifiers.length + advisory.ranges.length + advisory.versions.length,
    )
    if (budget.isUsedUp || names.some((name) => seen.has(name))) return []
    const { onlyAffected, fixed } = judgeRequirement(requirement.specifiers, advisory)
    if (!onlyAffected) return []
    budget.spend(perNamedOne + text.length / charactersPerStep)
    for (const name of names) seen.add(name)
    return [
      {
        id,
        aliases,
        summary,
        ...defined({ severity: severity || undefined }),
        package: requirement.name,
        requirement: text,
        ...defined({ file, line, fixed }),
      },
    ]
  })
}
