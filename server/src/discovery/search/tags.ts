import type { Tags } from '@nodeyard/contract/search'
import type { Actor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { entriesOf } from './entries.ts'

const mostTags = 500

export async function listTags(
  deps: Pick<Deps, 'db' | 'entriesAtHand' | 'log'>,
  actor: Actor,
): Promise<Tags> {
  const entries = await entriesOf(deps, actor)
  const counted = await entries.countTags(mostTags)
  const of = (wanted: 'tag' | 'category') =>
    counted.filter(({ kind }) => kind === wanted).map(({ value, count }) => ({ value, count }))
  return { tags: of('tag'), categories: of('category') }
}
