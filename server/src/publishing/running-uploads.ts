import { limits } from '@nodeyard/contract/limits'
import { RegistryError } from '../errors.ts'
import type { VersionRow } from './sql.ts'

interface Running {
  /** In the order in which uploads came. */
  place: number
  versionId: string
  publisherId: string | null
  stop: AbortController
}

type Announced = Pick<VersionRow, 'id' | 'published_by_publisher'>

/**
 * The archives that this process receives now, each of which costs memory and room on the disk for as long as it
 * takes. Each process counts for itself. Who begins to send a version again takes the place of the upload before,
 * whose connection may have broken without a word; when there are as many as may be, a publisher with several gives
 * way to one with fewer.
 */
export class RunningUploads {
  /** The one whose version was found first is first. */
  readonly #running = new Set<Running>()
  #came = 0

  /**
   * Does the work of an upload, which ends with what the signal says when it has to give way. The order is that of the
   * calls: to find its version takes one longer than another, and one that has broken off must not end its successor.
   */
  async run<Version extends Announced, Result>(
    find: () => Promise<Version>,
    work: (version: Version, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const place = ++this.#came
    const version = await find()
    const { id: versionId, published_by_publisher: publisherId } = version
    const others = [...this.#running].filter((other) => other.versionId === versionId)
    if (others.some((other) => other.place > place)) throw new RegistryError('upload_replaced')
    this.#makeRoomFor(publisherId)
    for (const { stop } of others) stop.abort(new RegistryError('upload_replaced'))
    const upload = { place, versionId, publisherId, stop: new AbortController() }
    this.#running.add(upload)
    try {
      return await work(version, upload.stop.signal)
    } finally {
      this.#running.delete(upload)
    }
  }

  #makeRoomFor(publisherId: string | null): void {
    const ofPublisher = Map.groupBy(this.#running, (upload) => upload.publisherId)
    const own = ofPublisher.get(publisherId)?.length ?? 0
    if (own >= limits.uploadsAtOnceOfPublisher)
      throw new RegistryError('too_many_at_once', { limit: limits.uploadsAtOnceOfPublisher })
    if (this.#running.size < limits.uploadsAtOnce) return
    const [most = []] = [...ofPublisher.values()].toSorted((a, b) => b.length - a.length)
    const oldest = most.length > own + 1 ? most.find(({ stop }) => !stop.signal.aborted) : undefined
    if (!oldest) throw tooMany()
    oldest.stop.abort(tooMany())
  }
}

function tooMany(): RegistryError {
  return new RegistryError('unavailable', {
    message: 'The registry receives as many archives as it can right now. Try again shortly.',
    limit: limits.uploadsAtOnce,
  })
}
