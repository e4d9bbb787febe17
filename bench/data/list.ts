import { Chance } from './chance.ts'
import { brand, comfyNodeNames, describe, nodeName } from './texts.ts'

/** One line of a list of packs, as communities publish them. */
export interface Listed {
  id: string
  name: string
  author: string
  description: string
  repository: string
  stars: number
  last_update: string | null
  tags: string[]
  nodes: string[]
}

const dayMs = 24 * 3600 * 1000

/**
 * Generates a list of packs in the shape of a real one: few have tags, two in a hundred a second id for the same repository, one in
 * a hundred no date. Half have at most 4 stars and 2 nodes, one in ten over 100 and 14. Names have up to 90 characters,
 * descriptions up to 1,200, some with markup. Deterministic by seed.
 */
export function generateList({ packs, seed, now }: { packs: number; seed: number; now: Date }): Listed[] {
  const chance = new Chance(seed)
  const owners = chance.times(Math.ceil(packs * 0.6), () => brand(chance))
  const listed: Listed[] = []
  const ids = new Set<string>()
  for (let place = 0; place < packs; place++) {
    const owner = chance.pickEarly(owners)
    const name = nameOf(chance, owner)
    const id = idOf(name, place, ids)
    const twin = place > 0 && chance.happens(0.02) ? chance.pick(listed) : undefined
    const updated = new Date(now.getTime() - Math.floor(dayMs * 900 * chance.next() ** 2))
    listed.push({
      id,
      name,
      author: chance.happens(0.8) ? owner : `${owner} ${brand(chance)}`,
      description: descriptionOf(chance),
      repository: twin
        ? twin.repository.toLowerCase()
        : `https://github.com/${owner}/${folderOf(chance, name, id)}`,
      stars: chance.happens(0.22) ? 0 : Math.floor(4000 ** (chance.next() ** 4)),
      last_update: chance.happens(0.01) ? null : updated.toISOString().slice(0, 19).replace('T', ' '),
      tags: chance.happens(0.01) ? chance.list(3, () => brand(chance).toLowerCase()) : [],
      nodes: chance.happens(0.06)
        ? []
        : comfyNodeNames(chance, owner, Math.ceil(400 ** (chance.next() ** 7))),
    })
  }
  return listed
}

/** One name in fifty is a sentence, and one in fifty has no space where a line can break. */
function nameOf(chance: Chance, owner: string): string {
  const name = nodeName(chance, owner)
  if (chance.happens(0.02))
    return chance
      .times(6, () => nodeName(chance, owner))
      .join(' ')
      .slice(0, 90)
  if (chance.happens(0.02))
    return chance
      .times(6, () => brand(chance))
      .join('_')
      .slice(0, 90)
  return name
}

function descriptionOf(chance: Chance): string {
  const text = describe(chance)
  if (chance.happens(0.02))
    return chance
      .times(8, () => describe(chance))
      .join(' ')
      .slice(0, 1200)
  if (chance.happens(0.05)) return `**${text}** [Docs](https://docs.test/a) <b>&amp;</b> \`code\``
  return text
}

const folderOf = (chance: Chance, name: string, id: string) =>
  chance.happens(0.5) ? name.replace(/[^\w.-]+/g, '-').replace(/^[-.]+/, '') || id : id

/** Ids are unique without regard to separators. */
function idOf(name: string, place: number, ids: Set<string>): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^[-\d]+|-+$/g, '')
    .slice(0, 90)
  const key = plain.replaceAll('-', '')
  const id = plain.length < 2 || ids.has(key) ? `${plain || 'pack'}-n${place}` : plain
  ids.add(key)
  return id
}
