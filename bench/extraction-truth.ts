import type { ComfyNode } from '@nodeyard/analysis/comfy-nodes'
import type { Inspection } from '@nodeyard/analysis/inspection'

/** A pack whose comfy-nodes were verified manually in its source. */
export interface SamplePack {
  repository: string
  commit: string
  nodes: string[]
  /** Registered on some machines only. */
  conditional_nodes: string[]
  also_acceptable_nodes: string[]
  /** The list cannot be determined from the pack alone. */
  partial: boolean
  details: SampleDetail[]
}

export interface SampleDetail {
  name: string
  display_name: string | null
  category: string | null
  inputs: { required?: Record<string, string>; optional?: Record<string, string> }
  outputs: string[] | null
}

export interface Comparison {
  expected: number
  found: number
  /** Names that the pack does not provide. */
  unexpected: string[]
  details: number
  detailsRight: number
  /** Every difference, with the reason that the inspection gives. */
  misses: string[]
}

/** Compares an inspection with the verified comfy-nodes. */
export function comparePack(pack: SamplePack, inspection: Inspection): Comparison {
  // The verified ones are those of a running tool, which doesn't know what scripts add to its page.
  const known = inspection.comfy_nodes.filter(({ browser_script }) => browser_script === undefined)
  const nodes = new Map(known.map((node) => [node.comfy_node_name, node]))
  const mayMiss = new Set(pack.conditional_nodes)
  const missing = pack.nodes.filter((name) => !nodes.has(name) && !mayMiss.has(name))
  const acceptable = new Set([...pack.nodes, ...pack.conditional_nodes, ...pack.also_acceptable_nodes])
  const unexpected = [...nodes.keys()].filter((name) => !acceptable.has(name))
  const details = pack.details.map((detail) => ({
    detail,
    wrong: compareDetail(detail, nodes.get(detail.name)),
  }))
  const expected = pack.nodes.filter((name) => nodes.has(name) || !mayMiss.has(name)).length
  return {
    expected,
    found: expected - missing.length,
    unexpected,
    details: details.length,
    detailsRight: details.filter(({ wrong }) => wrong.length === 0).length,
    misses: [
      ...missing.map((name) => `${name} was not found: ${reasonFor(inspection, undefined)}`),
      ...unexpected.map((name) => `${name} was found, but the pack does not provide it`),
      ...details.flatMap(({ detail, wrong }) =>
        wrong.map((text) => `${detail.name}: ${text} (${reasonFor(inspection, detail.name)})`),
      ),
    ],
  }
}

function reasonFor({ undecided }: Inspection, name: string | undefined): string {
  const reasons = undecided
    .filter((open) => open.comfy_node_name === name)
    .map((open) => `${open.subject} ${open.reason} (${open.file}:${open.line})`)
  return reasons.length > 0 ? reasons.join('; ') : 'nothing is noted as undecided'
}

/** Compares the types of all inputs by group and name, and of all outputs in order. */
function compareDetail(detail: SampleDetail, node: ComfyNode | undefined): string[] {
  if (!node) return ['was not found']
  return [
    ...(['required', 'optional'] as const).flatMap((group) =>
      compareInputs(
        group,
        detail.inputs[group] ?? {},
        new Map(node.inputs.filter((input) => input.group === group).map(({ name, type }) => [name, type])),
      ),
    ),
    ...compareOutputs(
      detail.outputs ?? [],
      node.outputs.map(({ type }) => type),
    ),
  ]
}

function compareInputs(
  group: string,
  expected: Record<string, string>,
  found: ReadonlyMap<string, string | null>,
): string[] {
  const names = new Set([...Object.keys(expected), ...found.keys()])
  return [...names].flatMap((name) => {
    const [want, got] = [expected[name], found.get(name)]
    return want === got ? [] : [`${group} input ${name} is ${want ?? 'absent'}, found ${got ?? 'none'}`]
  })
}

function compareOutputs(expected: readonly string[], found: readonly (string | null)[]): string[] {
  const same = expected.length === found.length && expected.every((type, i) => type === found[i])
  return same ? [] : [`outputs are (${expected.join(', ')}), found (${found.join(', ')})`]
}
