import type { Chance } from './chance.ts'
import { acts, languages, socketTypes, things } from './vocabulary.ts'

/** Subjects of searches, taken from the searched registry. */
export interface Subjects {
  /** The best-known nodes first. */
  nodes: readonly { name: string; publisherId: string; tags: readonly string[] }[]
  comfyNodes: readonly string[]
}

const manners = ['name', 'beginning', 'slip', 'words', 'comfy-node', 'other language', 'operators'] as const
/** The kind of a search. */
export type Manner = (typeof manners)[number]

export interface Question {
  manner: Manner
  text: string
}

/** Generates searches as users type them, with all kinds equally frequent. */
export function generateSearches(chance: Chance, subjects: Subjects, count: number): Question[] {
  return chance.times(count, (index) => {
    const manner = manners[index % manners.length] ?? 'name'
    return { manner, text: texts[manner](chance, subjects) }
  })
}

const twoWords = (chance: Chance) => `${chance.pickEarly(acts)} ${chance.pickEarly(things)}`

const texts: Record<Manner, (chance: Chance, subjects: Subjects) => string> = {
  name: (chance, { nodes }) => chance.pickEarly(nodes).name,
  beginning(chance, { nodes }) {
    const letters = [...chance.pickEarly(nodes).name]
    return letters.slice(0, chance.between(2, Math.max(2, letters.length - 1))).join('')
  },
  slip: (chance, { nodes }) => withSlip(chance, chance.pickEarly(nodes).name),
  words: (chance) =>
    chance.happens(0.5) ? twoWords(chance) : `${twoWords(chance)} ${chance.pickEarly(things)}`,
  'comfy-node': (chance, { comfyNodes }) => chance.pick(comfyNodes),
  'other language'(chance) {
    const language = languages[chance.pick(['ar', 'es', 'fr', 'ja', 'ko', 'ru', 'zh'] as const)]
    return `${chance.pick(language.acts)} ${chance.pick(language.things)}`
  },
  operators: (chance, { nodes }) =>
    chance.pick([
      () => `tag:${chance.pickEarly(nodes).tags[0] ?? 'mask'} ${chance.pickEarly(things)}`,
      () => `publisher:${chance.pickEarly(nodes).publisherId} ${chance.pickEarly(things)}`,
      () => `${chance.pickEarly(socketTypes)} -> ${chance.pickEarly(socketTypes)} ${chance.pickEarly(acts)}`,
      () => `${chance.pickEarly(things)} updated:${chance.pick([7, 30, 90])}d`,
      () => `${twoWords(chance)} is:published has:nodes`,
      () => `node:${chance.pickEarly(acts)} license:MIT`,
    ])(),
}

/** Swaps two letters, drops one or doubles one. */
function withSlip(chance: Chance, name: string): string {
  const letters = [...name]
  const at = chance.below(Math.max(1, letters.length - 1))
  const [here = '', next = ''] = letters.slice(at)
  const slipped = chance.pick([[next, here], [next], [here, here, next]])
  return [...letters.slice(0, at), ...slipped, ...letters.slice(at + 2)].join('')
}
