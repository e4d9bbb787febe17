export interface Group<Node> {
  name: string
  nodes: Node[]
}

/** Groups nodes by the category their author chose, sorted by name. Leaves out the part that all categories share. */
export function groupsOf<Node extends { category?: string }>(nodes: readonly Node[]): Group<Node>[] {
  const groups = new Map<string, Node[]>()
  for (const node of nodes) {
    const name = (node.category ?? '')
      .split('/')
      .filter((part) => part !== '')
      .join('/')
    const known = groups.get(name)
    if (known) known.push(node)
    else groups.set(name, [node])
  }
  const shared = sharedStart([...groups.keys()])
  return [...groups]
    .map(([name, of]) => ({ name: name.slice(shared).replaceAll('/', ' / ') || name, nodes: of }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** `Lumen/tone` and `Lumen/color` share six letters. */
function sharedStart(names: readonly string[]): number {
  const [first = '', ...others] = names
  if (others.length === 0) return 0
  const parts = first.split('/')
  let length = 0
  for (const part of parts.slice(0, -1)) {
    const next = length + part.length + 1
    if (!others.every((name) => name.startsWith(first.slice(0, next)))) break
    length = next
  }
  return length
}

/** Groups names by their first word. Names that share theirs with no other come last. */
export function groupsByPrefix(names: readonly string[], rest: string): Group<string>[] {
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const prefix = firstWord(name)
    const known = groups.get(prefix.toLowerCase())
    if (known) known.push(name)
    else groups.set(prefix.toLowerCase(), [name])
  }
  const large = [...groups.values()].filter(({ length }) => length >= fewestOfPrefix)
  const alone = [...groups.values()].filter(({ length }) => length < fewestOfPrefix).flat()
  const named = large.map((nodes) => ({ name: firstWord(nodes[0] ?? ''), nodes }))
  named.sort((a, b) => b.nodes.length - a.nodes.length || (a.name < b.name ? -1 : 1))
  return alone.length > 0 ? [...named, { name: named.length > 0 ? rest : '', nodes: alone }] : named
}

const fewestOfPrefix = 3

/** `Impact` of `ImpactWildcardProcessor`, `easy` of `easy fullLoader`, `CR` of `CR Aspect Ratio`. */
const firstWord = (name: string) =>
  /^[\p{L}\p{N}]+?(?=[\s_\-./:|]|(?<=\p{Ll})\p{Lu}|$)/u.exec(name.trim())?.[0] ?? name.trim().slice(0, 1)
