import type { PackRequirement } from '@nodeyard/analysis/facts'
import {
  type Budget,
  type CandidateRules,
  type Conflict,
  checkRequirements,
  type PackageIndex,
  type StatedLine,
} from '@nodeyard/analysis/requirements'
import { defined } from '@nodeyard/contract/ground'
import type { NodeCompatibility, RequirementConflict } from '@nodeyard/contract/packs'

/** Versions of Python that people run the tool with. */
const pythons = ['3.10', '3.11', '3.12', '3.13', '3.14']

/** A node at a version or a commit, with the lines that installers follow. */
export interface RequiringNode {
  nodeId: string
  version?: string
  commit?: string
  /** Its folder on this machine, where the registry does not know the node. */
  folder?: string
  lines: StatedLine[]
}

/** A party that a program compares on its own machine can be a folder. */
export type Party = RequirementConflict['parties'][number] & { folder?: string }

/** Lines of the whole environment, as the solver reads them. */
export const linesOf = (
  requirements: readonly (Omit<PackRequirement, 'kind'> & { kind: string })[],
): StatedLine[] =>
  requirements.map(({ file, line, text, kind }) => ({
    file,
    line,
    text,
    ...(kind === 'constraint' ? { isConstraint: true } : {}),
    ...(kind === 'python' ? { isPython: true } : {}),
  }))

export const rulesFor = (python: string): CandidateRules => ({
  machine: { python, os: 'linux', architecture: 'x86_64', accelerator: 'cpu' },
})

/** Checks the requirements of one node for each version of Python. Without an index, only stated lines count. */
export function onPythons(
  node: RequiringNode,
  budget: Budget,
  index?: PackageIndex,
): NodeCompatibility['pythons'] {
  const nodes = new Map([[node.nodeId, node]])
  return pythons.map((python) => {
    const { verdict, conflicts } = checkRequirements({
      participants: [{ id: node.nodeId, lines: node.lines }],
      ...defined({ index }),
      rules: rulesFor(python),
      budget,
    })
    return { python, verdict, conflicts: conflicts.map((one) => conflictToWire(one, nodes)) }
  })
}

/** Versions of nodes in conflicts that agree with the other parties, by conflict and node. */
export type Agreeing = Map<Conflict, Map<string, string[]>>

/** Describes a conflict. Parties that are no nodes are the tool or installed packages. */
export function conflictToWire(
  conflict: Conflict,
  nodes: ReadonlyMap<string, RequiringNode>,
  { agreeing = new Map(), toolId = '' }: { agreeing?: Agreeing; toolId?: string } = {},
): RequirementConflict {
  const parties = conflict.parties.map(({ participant, lines }): Party => {
    const stated = lines.map(({ text, file, line }) => ({
      text: text.trim(),
      ...defined({ file, line }),
    }))
    const node = nodes.get(participant)
    if (!node) return { source: participant === toolId ? 'tool' : 'freeze', lines: stated }
    const versions = agreeing.get(conflict)?.get(participant)
    return {
      source: 'node',
      node_id: node.nodeId,
      ...defined({ version: node.version, commit: node.commit, folder: node.folder }),
      lines: stated,
      ...defined({ agreeing_versions: versions }),
    }
  })
  return { ...conflict, parties }
}
