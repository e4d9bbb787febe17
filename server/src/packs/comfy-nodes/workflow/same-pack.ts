import { isToolId, packKey, shortKey } from '@nodeyard/analysis/comfy-nodes'
import { type Known, type Requested, repositoryKeyOf } from './look-up.ts'

/** Words that most names of packs have. */
const usualWords = new Set(
  'comfy comfyui custom extension extensions node nodes pack plugin suite tool tools ui'.split(' '),
)
const shortestWord = 3

/**
 * Returns whether a node can be the pack that a comfy-node records, although the record is not known here. Repositories move and are
 * renamed, so the same owner or a similar name is enough. Another pack with a comfy-node of this name would be other code than the file asks
 * for, and anyone can publish one.
 */
export function canBeRecorded(requested: readonly Requested[], known: Known) {
  const repositoryOf = new Map(
    requested.flatMap(({ node_id: id, repository }) => (id && repository ? [[id, repository]] : [])),
  )
  return (place: number, nodeId: string): boolean => {
    const { node_id: id = '', repository = repositoryOf.get(id) ?? '' } = requested[place] ?? {}
    if (known.recordedNodes.has(place) || isToolId(id)) return true
    const own = known.nodes.get(nodeId)?.node.repository_key ?? ''
    const recorded = repositoryKeyOf(repository) ?? repositoryKeyOf(id)
    if (recorded !== undefined)
      return (
        ownerOf(recorded) === ownerOf(own) || [own, nodeId].some((one) => nameOf(one) === nameOf(recorded))
      )
    const words = wordsOf(id)
    return id === '' || (words !== '' && [nodeId, own].some((one) => wordsOf(one) === words))
  }
}

const ownerOf = (repositoryKey: string) => repositoryKey.split('/').slice(0, 2).join('/')
const nameOf = (name: string) => shortKey(packKey(name.split('/').at(-1) ?? ''))

/** The words that tell a pack from others, without the numbers that some ids end with. */
const wordsOf = (name: string): string =>
  (name.split('/').at(-1) ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/gu)
    .filter((word) => word.length >= shortestWord && !usualWords.has(word) && Number.isNaN(Number(word)))
    .toSorted()
    .join(' ')
