import type { Tags } from '@nodeyard/contract/search'
import type { Deps } from '../deps.ts'
import { countTags } from './sql.ts'

const mostTags = 500

export async function listTags({ db }: Pick<Deps, 'db'>): Promise<Tags> {
  const counted = await countTags(db, mostTags)
  const of = (wanted: 'tag' | 'category') =>
    counted.filter(({ kind }) => kind === wanted).map(({ value, count }) => ({ value, count }))
  return { tags: of('tag'), categories: of('category') }
}
