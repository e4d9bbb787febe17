import { isDeepStrictEqual } from 'node:util'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { nodeKey } from '../../ground/db/node-key.ts'
import type { Alias } from '../../packs/nodes/aliases/sql.ts'
import { isNodeId } from '../../packs/nodes/node-id.ts'
import type { NodeToWrite } from '../../packs/nodes/sql.ts'
import type { ListedNode } from './entry.ts'
import { type MergedEntry, placeOf } from './manager-lists.ts'
import type { StoredNode } from './sql.ts'

/** The reason why a valid entry changes nothing. */
export type Reason =
  | 'listed twice'
  | 'owned'
  | 'has versions'
  | 'banned or deleted'
  | 'taken meanwhile'
  | 'repository not known here'

export interface EntryOutcome {
  what: 'created' | 'updated' | 'unchanged' | Reason
  /** Whether the id of the entry became another name of the node. */
  isAlias?: boolean
}

export interface Decided extends EntryOutcome {
  nodeId?: string
}

/** Decides what the entries of a batch change, one after the other, so that a later one finds what an earlier one creates. */
export class Batch {
  readonly #byId = new Map<string, NodeToWrite>()
  readonly #byPlace = new Map<string, NodeToWrite>()
  readonly #stored = new Map<string, StoredNode>()
  readonly #aliases: Alias[] = []
  readonly #changed = new Map<string, { what: 'created' | 'updated'; node: NodeToWrite }>()

  constructor(stored: readonly StoredNode[]) {
    for (const node of stored) {
      this.#stored.set(node.id, node)
      this.#remember(node)
    }
  }

  decide({ node: listed, createsNode }: MergedEntry): Decided {
    const found = this.#find(listed)
    if (!found) return createsNode ? this.#create(listed) : { what: 'repository not known here' }
    const stored = this.#stored.get(found.id)
    const isAlias = listed.id !== undefined && nodeKey(listed.id) !== nodeKey(found.id)
    if (isAlias && listed.id !== undefined)
      this.#aliases.push({ nodeId: found.id, alias: listed.id, kind: 'listed' })
    const reason = stored && whyUntouched(stored)
    if (reason) return { what: reason, nodeId: found.id, isAlias }
    const node = this.#withFreeRepository(merged(found, listed))
    this.#remember(node)
    this.#nameByRepository(node)
    if (isDeepStrictEqual(comparable(node), comparable(found)))
      return { what: 'unchanged', nodeId: node.id, isAlias }
    const what = stored ? 'updated' : 'created'
    this.#changed.set(node.id, { what, node })
    return { what: stored ? 'updated' : 'unchanged', nodeId: node.id, isAlias }
  }

  listed(what: 'created' | 'updated'): NodeToWrite[] {
    return [...this.#changed.values()].filter((one) => one.what === what).map(({ node }) => node)
  }

  /** @param lost nodes that could not be created */
  aliases(lost: ReadonlySet<string>): Alias[] {
    return this.#aliases.filter(({ nodeId }) => !lost.has(nodeId))
  }

  /** The repository decides, because lists give the same pack different ids. */
  #find(listed: ListedNode): NodeToWrite | undefined {
    const place = placeOf(listed)
    const byPlace = place === undefined ? undefined : this.#byPlace.get(place)
    return byPlace ?? (listed.id === undefined ? undefined : this.#byId.get(nodeKey(listed.id)))
  }

  #create(listed: ListedNode): Decided {
    const id = listed.id ?? this.#freeId(listed)
    if (id === undefined) return { what: 'taken meanwhile' }
    const node = merged({ ...emptyNode, id, name: id }, listed)
    this.#remember(node)
    this.#nameByRepository(node)
    this.#changed.set(id, { what: 'created', node })
    return { what: 'created', nodeId: id }
  }

  /** Named like the repository or, where that is taken, with its owner before it. */
  #freeId({ repositoryUrl }: ListedNode): string | undefined {
    const [name = '', owner = ''] = new URL(repositoryUrl).pathname
      .split('/')
      .filter((part) => part !== '')
      .map((part) => part.replace(/\.git$/i, '').replace(/[^\w.-]+/g, '-'))
      .slice(0, 2)
      .reverse()
    return [name, `${owner}-${name}`]
      .map((id) => /[a-z0-9](?:.*[a-z0-9])?/i.exec(id)?.[0] ?? '')
      .find((id) => isNodeId(id) && !this.#byId.has(nodeKey(id)))
  }

  #remember(node: NodeToWrite): void {
    this.#byId.set(nodeKey(node.id), node)
    const place = placeOf(node)
    if (place !== undefined) this.#byPlace.set(place, node)
  }

  /** Another node holds the new repository of this one: it shows the address without holding it. */
  #withFreeRepository(node: NodeToWrite): NodeToWrite {
    const place = placeOf(node)
    const holder = place === undefined ? undefined : this.#byPlace.get(place)
    return holder && holder.id !== node.id ? { ...node, repositoryKey: undefined } : node
  }

  #nameByRepository({ id, repositoryKey }: NodeToWrite): void {
    const name = repositoryKey?.split('/').at(-1)
    if (name) this.#aliases.push({ nodeId: id, alias: name, kind: 'repository' })
  }
}

const emptyNode: Omit<NodeToWrite, 'id' | 'name'> = {
  description: '',
  author: '',
  repositoryUrl: '',
  repositoryKey: undefined,
  repositoryFolder: '',
  stars: 0,
  tags: [],
  preempted: [],
  comfyNodeNames: [],
  patterns: [],
  lastUpdate: undefined,
}

/** Values from the list replace stored ones. */
function merged(node: NodeToWrite, listed: ListedNode): NodeToWrite {
  const {
    id: _,
    patterns,
    repositoryUrl,
    repositoryKey,
    repositoryFolder,
    stars,
    preempted,
    ...rest
  } = listed
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const repository = repositoryUrl === '' ? {} : { repositoryUrl, repositoryKey, repositoryFolder }
  return {
    ...pick(node),
    ...said,
    ...repository,
    // 0 can also mean unknown.
    stars: stars || node.stars,
    patterns: patterns ?? node.patterns,
    // Moderators decide in the registry, and a list can only be the first to say something.
    preempted: node.preempted.length > 0 ? node.preempted : (preempted ?? []),
  }
}

/** The columns that are written, without the others of a stored node. */
function pick(node: NodeToWrite): NodeToWrite {
  const { id, name, description, author, repositoryUrl, repositoryKey, repositoryFolder } = node
  const { stars, tags, preempted, comfyNodeNames, patterns, lastUpdate } = node
  return {
    id,
    name,
    description,
    author,
    repositoryUrl,
    repositoryKey,
    repositoryFolder,
    stars,
    tags,
    preempted,
    comfyNodeNames,
    patterns,
    lastUpdate,
  }
}

function whyUntouched({ publisherId, status, hasVersions }: StoredNode): Reason | undefined {
  if (publisherId !== unclaimedPublisherId) return 'owned'
  if (status !== 'active') return 'banned or deleted'
  return hasVersions ? 'has versions' : undefined
}

const comparable = (node: NodeToWrite) => ({
  ...pick(node),
  patterns: node.patterns.map(({ place, text }) => `${place} ${text}`).sort(),
  lastUpdate: node.lastUpdate?.getTime(),
})
