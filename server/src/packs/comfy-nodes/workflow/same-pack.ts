import { isToolId, packKey, shortKey } from '@nodeyard/analysis/comfy-nodes'
import { type Known, type Requested, repositoryKeyOf } from './look-up.ts'

/** Words that most names of packs have. */
const usualWords = new Set(
  'comfy comfyui custom extension extensions node nodes pack plugin suite tool tools ui'.split(' '),
)
const shortestWord = 3

/**
 * Returns whether a node can be the pack that a comfy-node records, although the record is not known here. Repositories move and are
 * renamed, so an owner or a name in common is enough. Another pack with a comfy-node of this name would be other code than the file asks
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
    return id === '' || [nodeId, own].some((one) => haveWordInCommon(id, one))
  }
}

const ownerOf = (repositoryKey: string) => repositoryKey.split('/').slice(0, 2).join('/')
const nameOf = (name: string) => shortKey(packKey(name.split('/').at(-1) ?? ''))

function haveWordInCommon(one: string, other: string): boolean {
  const [first, second] = [wordsOf(one), wordsOf(other)]
  return [...first].some((word) => second.has(word)) || isPart(nameOf(one), nameOf(other))
}

const wordsOf = (name: string) =>
  new Set(
    name
      .toLowerCase()
      .split(/[^\p{L}\p{N}\p{M}]+/gu)
      .filter((word) => word.length >= shortestWord && !usualWords.has(word)),
  )

const isPart = (one: string, other: string) =>
  Math.min(one.length, other.length) >= shortestWord && (one.includes(other) || other.includes(one))
