import { hasTests } from '@nodeyard/analysis/facts'
import { isBlocking } from '@nodeyard/analysis/ground'
import type { Inspection } from '@nodeyard/analysis/inspection'
import { defined } from '@nodeyard/contract/ground'
import {
  type NodeScore,
  type ScorePart,
  type ScorePartName,
  scorePartNames,
  scoreParts,
} from '@nodeyard/contract/packs'

/** The facts that determine the score of a version or a reading. */
export interface ScoreFacts {
  version?: string
  commit?: string
  dependencies: string[]
  license: string
  license_name: string | null
  requires_python: string | null
  readme_letters: number
  has_tests: boolean
  has_provenance: boolean
  workflow_count: number
  node_count: number
  described_count: number
  typed_count: number
  undecided_count: number
  blocking_findings: number
  cannot_load: boolean
  scanned_at: Date
}

/** Of the text of a README, without markup: enough to say what a pack does and how it is used. */
const shortReadme = 250
const fullReadme = 900

type Judged = Pick<ScorePart, 'fulfilled' | 'total'> & { share: number }

/** Pure: the same facts always give the same points. */
export function judge(facts: ScoreFacts): NodeScore {
  const parts = scorePartNames.map((name): ScorePart => {
    const { share, ...counted } = judges[name](facts)
    return { name, points: Math.round(share * scoreParts[name]), most: scoreParts[name], ...counted }
  })
  // The other steps are worth nothing while the tool cannot load the pack.
  const first = parts.find(({ name, points }) => name === 'loads' && points === 0)
  const best = first ?? parts.toSorted((a, b) => b.most - b.points - (a.most - a.points))[0]
  return {
    score: parts.reduce((sum, { points }) => sum + points, 0),
    parts,
    ...(best && best.points < best.most ? { next: { name: best.name, gain: best.most - best.points } } : {}),
    ...defined({ version: facts.version, commit: facts.commit }),
    ...(facts.requires_python ? { requires_python: facts.requires_python } : {}),
    scanned_at: facts.scanned_at.toISOString(),
    blocking_findings: facts.blocking_findings,
  }
}

/** Reads the facts from an inspection, as the registry stores them of a version that no build proves. */
export function scoreFactsOf(
  {
    manifest,
    readme,
    comfy_nodes: nodes,
    undecided,
    findings,
    traits,
    requirements,
    cannot_load,
  }: Inspection,
  { paths, workflowCount, now }: { paths: readonly string[]; workflowCount: number; now: Date },
): ScoreFacts {
  return {
    version: manifest?.version ?? '',
    dependencies: manifest?.dependencies ?? requirements.map(({ text }) => text),
    license: manifest?.license ?? '{}',
    license_name: traits.license ?? null,
    requires_python: manifest?.requires_python ?? null,
    readme_letters: readme?.letters ?? 0,
    has_tests: hasTests(paths),
    has_provenance: false,
    workflow_count: workflowCount,
    node_count: nodes.length,
    described_count: nodes.filter(
      ({ description, documents = [] }) => description || documents.some(({ text }) => text.trim() !== ''),
    ).length,
    typed_count: nodes.filter((node) => node.input_types && node.return_types).length,
    undecided_count: undecided.length,
    blocking_findings: findings.filter(isBlocking).length,
    cannot_load,
    scanned_at: now,
  }
}

const yes = (is: boolean): Judged => ({ share: is ? 1 : 0 })
const counted = (fulfilled: number, total: number): Judged => ({
  share: total === 0 ? 0 : fulfilled / total,
  fulfilled,
  total,
})

const judges: Record<ScorePartName, (facts: ScoreFacts) => Judged> = {
  loads: ({ cannot_load }) => yes(!cannot_load),
  readme: ({ readme_letters: letters }) => ({
    share: letters >= fullReadme ? 1 : letters >= shortReadme ? 0.5 : 0,
  }),
  descriptions: ({ described_count, node_count }) => counted(described_count, node_count),
  typed_nodes: ({ typed_count, node_count, undecided_count }) =>
    counted(Math.max(0, typed_count - undecided_count), node_count),
  examples: ({ workflow_count }) => yes(workflow_count > 0),
  license: ({ license, license_name }) => yes(Boolean(license_name) || isNamed(license)),
  requirement_bounds: ({ dependencies }) => {
    const bounded = dependencies.filter(isBounded).length
    return dependencies.length === 0 ? { share: 1 } : counted(bounded, dependencies.length)
  },
  tests: ({ has_tests }) => yes(has_tests),
  provenance: ({ has_provenance }) => yes(has_provenance),
  scan: ({ blocking_findings }) => yes(blocking_findings === 0),
}

/** `{}` says nothing; anything else names a file or a text. */
const isNamed = (license: string) => license.trim() !== '' && license.trim() !== '{}'

/** A version after the name, or an address that contains a commit or a file. */
const isBounded = (line: string) => /[<>=~!]=?\s*\d|@\s*(git\+)?https?:/.test(line)
