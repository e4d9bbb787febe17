/** A node that can provide a comfy-node. */
export interface Option {
  nodeId: string
  isPreempted: boolean
  isVerified: boolean
  /** The moderators' rank; 5 unless they set one. */
  ranking: number
  downloads: number
  stars: number
}

export interface OpenName {
  /** Nodes with the name of the comfy-node. */
  named?: ReadonlySet<string>
  /** Options in the order that they would have alone, best first. */
  options: readonly Option[]
}

/**
 * Chooses one option for each name, so that the workflow needs few and well-known nodes. `needed` are nodes that it needs
 * anyway. Each further node costs more the less it is known, and so does each option that is less known than the best one.
 */
export function chooseTogether(
  names: readonly OpenName[],
  needed: ReadonlySet<string>,
): (Option | undefined)[] {
  const open = new Set(needed)
  for (const { options } of names) if (isDecided(options)) open.add(options[0]?.nodeId ?? '')
  const waiting = new Set(names.filter(({ options }) => options.length > 0 && !isDecided(options)))
  while (waiting.size > 0) {
    const best = cheapest(waiting, open)
    if (!best) break
    open.add(best.nodeId)
    for (const name of best.names) waiting.delete(name)
  }
  return names.map((name) => (isDecided(name.options) ? name.options[0] : bestOf(name, open)))
}

/** A moderator's decision, a verified name among hints, and a single option leave nothing to choose. */
function isDecided([best, second]: readonly Option[]): boolean {
  if (!best || !second) return best !== undefined
  return best.isPreempted || best.isVerified !== second.isVerified || best.ranking !== second.ranking
}

/** Finds the node that explains waiting names at the lowest cost per name. Ties go to the one found first. */
function cheapest(waiting: ReadonlySet<OpenName>, open: ReadonlySet<string>) {
  const groups = new Map<string, { nodeId: string; option: Option; names: OpenName[]; extra: number }>()
  for (const name of waiting)
    for (const option of equals(name)) {
      const group = groups.get(option.nodeId)
      const extra = lessKnown(name, option)
      if (group) {
        group.names.push(name)
        group.extra += extra
      } else groups.set(option.nodeId, { nodeId: option.nodeId, option, names: [name], extra })
    }
  let best: { nodeId: string; names: OpenName[]; cost: number } | undefined
  for (const { nodeId, option, names, extra } of groups.values()) {
    const cost = ((open.has(nodeId) ? 0 : costOf(option)) + extra) / names.length
    if (!best || cost < best.cost) best = { nodeId, names, cost }
  }
  return best
}

/** Options as sure as the best one. Others only serve as alternatives. */
function equals({ options }: OpenName): readonly Option[] {
  const [best] = options
  return options.filter(
    ({ isVerified, ranking }) => isVerified === best?.isVerified && ranking === best.ranking,
  )
}

function bestOf(name: OpenName, open: ReadonlySet<string>): Option | undefined {
  const costs = equals(name).map((option) => ({
    option,
    cost: (open.has(option.nodeId) ? 0 : costOf(option)) + lessKnown(name, option),
  }))
  return costs.toSorted((a, b) => a.cost - b.cost)[0]?.option
}

/** 1 for a node that thousands use, 7 for one that is unknown. */
const costOf = (option: Option) => 1 + 6 * Math.max(0, 1 - fame(option) / 3.5)

const lessKnownCost = 0.1
/** More than another order of magnitude of fame can save. */
const otherNameCost = 2

function lessKnown(name: OpenName, option: Option): number {
  const most = Math.max(...name.options.map(fame))
  const isOther = !name.named?.has(option.nodeId) && equals(name).some((one) => isNamesake(name, one))
  return lessKnownCost * Math.max(0, most - fame(option)) + (isOther ? otherNameCost : 0)
}

/** Whether a node has the name of the comfy-node, and the best known option has at most ten times its use. */
export const isNamesake = ({ named, options }: OpenName, option: Option): boolean =>
  named?.has(option.nodeId) === true && Math.max(...options.map(fame)) - fame(option) <= 1

/** The number of digits of its use: installs count like stars. */
const fame = ({ stars, downloads }: Option) => Math.log10(1 + stars + downloads)
