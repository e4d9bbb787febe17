import { readFileSync } from 'node:fs'
import { searchNodes } from '@nodeyard/contract/packs'
import { importCatalogue } from '../server/src/discovery/import/import.ts'
import { readLines } from '../server/src/discovery/import/lines.ts'
import { World } from '../server/test/world.ts'
import { findCommunityList } from './community-list.ts'
import { type Finding, mean, rounded } from './report.ts'

/** 3: the best results for the query; 2: made for its purpose; 1: covers it among other things. */
type Grades = Readonly<Record<string, number>>

interface Query {
  language: string
  text: string
  /** Several queries share a topic. */
  topic?: string
  /** Ids of nodes, when no topic is given. */
  relevant?: Grades
  /** The text names nodes: one with the best grade must come first. */
  isName?: boolean
  /** The title of a public issue, from people who look for help with a pack. */
  isTitle?: boolean
  /** Describes a task in everyday words. */
  isWish?: boolean
}

interface Labels {
  topics: Readonly<Record<string, Grades>>
  queries: readonly Query[]
}

interface SearchQuality {
  queries: number
  /** Mean over all queries, from 0 to 1. */
  ndcgAt10: number
  /** Mean over the wishes. */
  wishes: number
  byLanguage: Record<string, number>
  /** Share of the queries by name whose first result is the named node. */
  namesFirst: number
  /** The worst queries, with their first results. */
  worst: { text: string; ndcg: number; found: string[] }[]
}

/** Below these, a change has made results worse. The goal is 0.9 over all queries and 0.8 over wishes. */
const targets = { ndcgAt10: 0.79, wishes: 0.62, namesFirst: 1 } as const

const shownWorst = 10

/** Runs the quality benchmark of the search, if there is a catalog. */
export async function measureSearch(): Promise<Finding> {
  const list = findCommunityList()
  const finding = { name: 'search', title: 'Search quality over an imported catalogue' }
  if ('missing' in list)
    return { ...finding, columns: ['measured'], rows: [], gates: [], notes: [list.missing] }
  const { queries, ndcgAt10, wishes, byLanguage, namesFirst, worst } = await measureSearchQuality(list.path)
  return {
    ...finding,
    columns: ['queries', 'nDCG@10'],
    rows: [
      [`all ${queries}`, rounded(ndcgAt10, 3)],
      ['wishes', rounded(wishes, 3)],
      ...Object.entries(byLanguage).map(([language, ndcg]) => [language, rounded(ndcg, 3)]),
    ],
    gates: [
      { label: 'nDCG@10 over all queries', value: rounded(ndcgAt10, 3), atLeast: targets.ndcgAt10 },
      { label: 'nDCG@10 over wishes', value: rounded(wishes, 3), atLeast: targets.wishes },
      { label: 'names whose node comes first', value: rounded(namesFirst, 3), atLeast: targets.namesFirst },
    ],
    notes: worst.map(
      ({ text, ndcg, found }) => `“${text}” ${rounded(ndcg, 3)}: ${found.slice(0, 3).join(', ')}`,
    ),
  }
}

/**
 * Measures the search with labeled queries in all languages of the site. The labels come from reading the
 * catalog; results without a label were judged by their descriptions. `catalogue` is a community list, see `npm run registry -- import`.
 */
async function measureSearchQuality(catalogue: string): Promise<SearchQuality> {
  const labels = readLabels()
  const world = await World.open()
  try {
    await importCatalogue(world.deps, readLines(catalogue))
    const answers = []
    for (const query of labels.queries) answers.push(await ask(world, query, gradesOf(labels, query)))
    return summarise(answers)
  } finally {
    await world.close()
  }
}

function readLabels(): Labels {
  return JSON.parse(readFileSync(new URL('search-quality.json', import.meta.url), 'utf8')) as Labels
}

function gradesOf({ topics }: Labels, { topic, relevant, text }: Query): Grades {
  const grades = topic === undefined ? relevant : topics[topic]
  if (!grades) throw new Error(`The query “${text}” has no labels.`)
  return grades
}

interface Answer {
  query: Query
  ndcg: number
  isFirstRight: boolean
  found: string[]
}

async function ask({ anonymous }: World, query: Query, grades: Grades): Promise<Answer> {
  const { nodes } = await anonymous.call(searchNodes, { query: { search: query.text, limit: 10 } })
  const found = nodes.map(({ id }) => id)
  const best = Math.max(...Object.values(grades))
  const isFirstRight = (grades[found[0] ?? ''] ?? 0) === best
  return { query, found, isFirstRight, ndcg: ndcgAt10(found, grades) }
}

/** Normalized discounted cumulative gain, with the gain 2^grade - 1. */
function ndcgAt10(found: readonly string[], grades: Grades): number {
  const ideal = Object.values(grades).sort((a, b) => b - a)
  const reached = found.map((id) => grades[id] ?? 0)
  return gainOf(reached) / gainOf(ideal)
}

function gainOf(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0)
}

function summarise(answers: readonly Answer[]): SearchQuality {
  const languages = Map.groupBy(answers, ({ query }) => query.language)
  const names = answers.filter(({ query }) => query.isName)
  const wishes = answers.filter(({ query }) => query.isWish)
  return {
    queries: answers.length,
    ndcgAt10: mean(answers.map(({ ndcg }) => ndcg)),
    wishes: mean(wishes.map(({ ndcg }) => ndcg)),
    byLanguage: Object.fromEntries(
      [...languages].map(([language, ofLanguage]) => [language, mean(ofLanguage.map(({ ndcg }) => ndcg))]),
    ),
    namesFirst: mean(names.map(({ isFirstRight }) => (isFirstRight ? 1 : 0))),
    worst: answers
      .toSorted((a, b) => a.ndcg - b.ndcg)
      .slice(0, shownWorst)
      .map(({ query, ndcg, found }) => ({ text: query.text, ndcg, found })),
  }
}
