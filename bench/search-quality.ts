import { readFileSync } from 'node:fs'
import { searchNodes } from '@nodeyard/contract/nodes'
import { importCatalogue } from '../server/src/discovery/import/import.ts'
import { readLines } from '../server/src/discovery/import/lines.ts'
import { World } from '../server/test/world.ts'
import { findCommunityList } from './community-list.ts'
import type { Finding } from './report.ts'

/** 3: what somebody who asks this wants to see first; 2: made for it; 1: offers it among other things. */
type Grades = Readonly<Record<string, number>>

interface Query {
  language: string
  text: string
  /** Several queries mean the same. */
  topic?: string
  /** Ids of nodes, where no topic is named. */
  relevant?: Grades
  /** The text names nodes: one of those with the best grade has to come first. */
  isName?: boolean
}

interface Labels {
  topics: Readonly<Record<string, Grades>>
  queries: readonly Query[]
}

interface SearchQuality {
  queries: number
  /** Mean over all queries, from 0 to 1. */
  ndcgAt10: number
  byLanguage: Record<string, number>
  /** Share of the queries by name whose first result is what they name. */
  namesFirst: number
  /** The queries that fare worst, with what came first. */
  worst: { text: string; ndcg: number; found: string[] }[]
}

const targets = { ndcgAt10: 0.85, namesFirst: 1 } as const

const shownWorst = 10

/** The quality of the search as a part of the benchmark; nothing is measured where no catalogue is at hand. */
export async function measureSearch(): Promise<Finding> {
  const list = findCommunityList()
  const finding = { name: 'search', title: 'Search quality over an imported catalogue' }
  if ('missing' in list)
    return { ...finding, columns: ['measured'], rows: [], gates: [], notes: [list.missing] }
  const { queries, ndcgAt10, byLanguage, namesFirst, worst } = await measureSearchQuality(list.path)
  return {
    ...finding,
    columns: ['queries', 'nDCG@10'],
    rows: [
      [`all ${queries}`, rounded(ndcgAt10)],
      ...Object.entries(byLanguage).map(([language, ndcg]) => [language, rounded(ndcg)]),
    ],
    gates: [
      { says: 'nDCG@10 over all queries', value: rounded(ndcgAt10), atLeast: targets.ndcgAt10 },
      { says: 'names whose node comes first', value: rounded(namesFirst), atLeast: targets.namesFirst },
    ],
    notes: worst.map(
      ({ text, ndcg, found }) => `“${text}” ${rounded(ndcg)}: ${found.slice(0, 3).join(', ')}`,
    ),
  }
}

const rounded = (value: number) => Number(value.toFixed(3))

/**
 * How well the search answers a set of queries in all languages of the site. The labels were made by reading the
 * catalogue, not from results. `catalogue` is a community list, see `npm run registry -- import`.
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

/** Normalised discounted cumulative gain, with the gain 2^grade - 1. */
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
  return {
    queries: answers.length,
    ndcgAt10: mean(answers.map(({ ndcg }) => ndcg)),
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

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
