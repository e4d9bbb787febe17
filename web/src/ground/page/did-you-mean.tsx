import { type ResponseOf, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { searchNodes, suggest } from '@nodeyard/contract/packs'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { links } from '../paths/links.ts'
import { type Site, useSite, useText } from '../site/site.ts'
import { useHydrated } from '../ui/hydrated.ts'
import { Icon } from '../ui/icon.tsx'
import { type LookedFor, lookedFor } from './looked-for.ts'

const maxOffers = 5
/** Words without a near match would bring unrelated packs, so each search contributes a few only. */
const maxOfEach = 3

interface Offer {
  id: string
  name: string
  kind: 'pack' | 'publisher'
}

/** Packs and publishers that resemble the address of a missing page, by id, name, repository, or with a typo. */
async function findOffers(
  { registry }: Site,
  { words, repository, kind }: LookedFor,
  signal: AbortSignal,
): Promise<Offer[]> {
  const search = (query: { search: string } | { repository_url_search: string }) =>
    registry
      .call(searchNodes, { query: { ...query, limit: maxOfEach } }, { signal })
      .then(({ nodes }) => nodes)
  const [ofRepository, named, { publishers }] = await Promise.all([
    repository ? search({ repository_url_search: repository }) : [],
    search({ search: words }),
    registry.call(suggest, { query: { text: words } }, { signal }),
  ])
  // The search also finds packs that have only one word of a longer id.
  const similar = kind === 'pack' ? named.filter((node) => resembles(node, words)) : named
  const owners = kind === 'publisher' ? named.flatMap(({ publisher }) => publisher ?? []) : []
  const known = owners.filter(({ id }) => id !== unclaimedPublisherId)
  const offers = [
    ...known.map(({ id, name }): Offer => ({ id, name: name || id, kind: 'publisher' })),
    ...[...ofRepository, ...similar].map(({ id, name }): Offer => ({ id, name, kind: 'pack' })),
    ...publishers.slice(0, 2).map(({ id, name }): Offer => ({ id, name, kind: 'publisher' })),
  ]
  return [...new Map(offers.map((offer) => [`${offer.kind} ${offer.id}`, offer])).values()].slice(
    0,
    maxOffers,
  )
}

type Found = ResponseOf<typeof searchNodes>['nodes'][number]

/** Whether the pack, or a node that is in it or reserved for it, has a name like this. */
function resembles(
  { id, name, matched_comfy_nodes: nodes = [], preempted_comfy_node_names: reserved = [] }: Found,
  words: string,
): boolean {
  const wanted = lettersOf(words)
  return [id, name, ...nodes, ...reserved].map(lettersOf).some((one) => {
    const [pairs, others] = [pairsOf(one), pairsOf(wanted)]
    const shared = pairs.filter((pair) => others.includes(pair)).length
    return one.includes(wanted) || 4 * shared > pairs.length + others.length
  })
}

/** Drops the words that many packs have in their names. */
function lettersOf(name: string): string {
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '')
  return letters.replace(/comfy(?:ui)?|nodes?$|pack$/g, '') || letters
}

const pairsOf = (letters: string) => Array.from(letters.slice(1), (letter, at) => letters[at] + letter)

/** Suggestions on the page of a missing thing. Shows nothing if there are none. */
export function DidYouMean() {
  const t = useText('common')
  const site = useSite()
  const sought = lookedFor(useLocation().pathname)
  const { data } = useQuery(
    {
      queryKey: ['did-you-mean', sought],
      queryFn: ({ signal }) => findOffers(site, sought, signal),
      enabled: sought.words !== '',
    },
    site.queries,
  )
  // Offers kept from an earlier visit are not in the HTML of the server.
  if (!useHydrated() || !data || data.length === 0) return null
  return (
    <section aria-labelledby="did-you-mean" className="grid w-full gap-2 text-start">
      <h2 id="did-you-mean" className="text-sm font-semibold text-muted">
        {t('did_you_mean')}
      </h2>
      <ul className="card divide-y divide-line">
        {data.map(({ id, name, kind }) => (
          <li key={`${kind} ${id}`}>
            <Link
              to={kind === 'pack' ? links.node(id) : links.publisher(id)}
              className="flex items-center gap-3 px-4 py-2.5 hover:bg-sunken"
            >
              <Icon name={kind === 'pack' ? 'package' : 'person'} className="text-muted" />
              <span className="min-w-0 truncate font-medium" dir="auto">
                {name}
              </span>
              <bdi className="ms-auto max-w-2/5 truncate text-xs text-muted">{id}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
