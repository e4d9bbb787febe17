import type { Catalogue, CatalogueEntry, CatalogueFile } from '@nodeyard/contract/catalogue'
import type { Signed } from '@nodeyard/contract/signed'
import { contentOf } from '../../server/src/ground/publications/signing.ts'
import { type AnnounceAnswer, announce, upload } from '../../server/test/command-line-client.ts'
import { buildPack } from '../../server/test/pack.ts'
import type { Arrival } from './open-loop.ts'

/** Where and as which publisher to publish. */
export interface PublishTarget {
  apiUrl: string
  publisherId: string
  token: string
}

export interface Target extends PublishTarget {
  siteUrl: string
  /** Prefix of node ids. */
  prefix: string
}

/** A version to publish. */
export interface Published {
  nodeId: string
  /** The last part of its number; the others are `1.0`. */
  number: number
}

export interface Publish extends Arrival, Published {
  /** Whether its visibility is measured; polling costs as much as other reads. */
  isWatched: boolean
}

export const places = ['node', 'page', 'search', 'list', 'snapshot'] as const
export type Place = (typeof places)[number]

const betweenLooksMs = 250
const giveUpMs = 60_000

/** Schedules publishes over enough nodes that each gets a version every few seconds. */
export function publishes(
  times: readonly number[],
  { nodes, watchEach, prefix }: { nodes: number; watchEach: number; prefix: string },
): Publish[] {
  return times.map((atMs, index) => ({
    atMs,
    kind: 'publish',
    nodeId: `${prefix}-${index % nodes}`,
    number: Math.floor(index / nodes),
    isWatched: index % watchEach === 0,
  }))
}

/** Announces and uploads; rejects when either is refused. */
export async function publishOne(target: PublishTarget, { nodeId, number }: Published): Promise<void> {
  const version = `1.0.${number}`
  const announced = await announce({ ...target, nodeId, version })
  if (announced.status !== 201) throw new Error(`${announced.status} ${await announced.text()}`)
  const { signedUrl } = (await announced.json()) as AnnounceAnswer
  const archive = buildPack({ id: nodeId, version, files: { 'notes.txt': `${nodeId} ${number}` } })
  const answer = await upload(signedUrl, archive)
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  await answer.body?.cancel()
}

/** Polls the places where versions should appear, each until it does. */
export class Watcher {
  readonly #target: Target
  readonly #catalogue: CatalogueFollower

  constructor(target: Target) {
    this.#target = target
    this.#catalogue = new CatalogueFollower(target.apiUrl)
  }

  /** Returns the first sighting on the scale of `performance.now()`; infinite without one. */
  async seenAt(place: Place, publish: Publish): Promise<number> {
    const deadline = performance.now() + giveUpMs
    while (performance.now() < deadline) {
      if (await this.#shows(place, publish).catch(() => false)) return performance.now()
      await new Promise((resolve) => setTimeout(resolve, betweenLooksMs))
    }
    return Number.POSITIVE_INFINITY
  }

  async #shows(place: Place, { nodeId, number }: Publish): Promise<boolean> {
    const { siteUrl, apiUrl } = this.#target
    const isReached = (version: string | undefined) => numberOf(version) >= number
    switch (place) {
      case 'node':
        return isReached((await json<WithLatest>(`${apiUrl}/nodes/${nodeId}`)).latest_version?.version)
      case 'page': {
        const page = await (await fetch(`${siteUrl}/nodes/${nodeId}`)).text()
        return [...page.matchAll(/1\.0\.(\d+)/g)].some(([, found]) => Number(found) >= number)
      }
      case 'search':
        return isReached(
          latestOf(await json<Found>(`${apiUrl}/nodes/search?search=${nodeId}&limit=5`), nodeId),
        )
      case 'list':
        return isReached(latestOf(await json<Found>(`${apiUrl}/nodes?node_id=${nodeId}`), nodeId))
      case 'snapshot':
        return isReached(await this.#catalogue.versionOf(nodeId))
    }
  }
}

interface WithLatest {
  id?: string
  latest_version?: { version: string }
}
interface Found {
  nodes: WithLatest[]
}

const latestOf = ({ nodes }: Found, nodeId: string) =>
  nodes.find(({ id }) => id === nodeId)?.latest_version?.version

const numberOf = (version: string | undefined) => Number(/^1\.0\.(\d+)$/.exec(version ?? '')?.[1] ?? -1)

async function json<T>(url: string): Promise<T> {
  const answer = await fetch(url)
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new Error(`${url}: ${answer.status}`)
  }
  return (await answer.json()) as T
}

/** Follows the latest versions in the catalog like a client. */
class CatalogueFollower {
  readonly #apiUrl: string
  readonly #versions = new Map<string, string>()
  #snapshot = ''
  #etag = ''
  #looking: Promise<void> | undefined

  constructor(apiUrl: string) {
    this.#apiUrl = apiUrl
  }

  /** Concurrent callers share one read. */
  async versionOf(nodeId: string): Promise<string | undefined> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    await this.#looking
    return this.#versions.get(nodeId)
  }

  async #look(): Promise<void> {
    const answer = await fetch(`${this.#apiUrl}/catalogue/latest`, {
      headers: { 'if-none-match': this.#etag },
    })
    const text = await answer.text()
    if (answer.status !== 200) return
    const { recent, snapshot } = contentOf<Catalogue>(JSON.parse(text) as Signed)
    if (snapshot.digest !== this.#snapshot) await this.#read(snapshot)
    if (recent) await this.#read(recent)
    this.#snapshot = snapshot.digest
    this.#etag = answer.headers.get('etag') ?? ''
  }

  async #read({ digest }: CatalogueFile): Promise<void> {
    const file = await fetch(`${this.#apiUrl}/catalogue/${digest}`, { headers: { 'accept-encoding': 'br' } })
    const text = await file.text()
    if (!file.ok) throw new Error(`${digest}: ${file.status}`)
    for (const line of text.trimEnd().split('\n').slice(1)) {
      const { id, latest_version: latest } = JSON.parse(line) as CatalogueEntry
      if (latest) this.#versions.set(id, latest.version)
    }
  }
}
