import { limits } from '@nodeyard/contract/limits'
import { sparing } from '../../ground/blobs/measure.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { VersionRow } from '../nodes/versions/sql.ts'
import type { Uploader } from './queue/sql.ts'

interface Running {
  /** The arrival order of uploads. */
  place: number
  versionId: string
  publisherId: string | null
  uploader: Uploader
  stop: AbortController
  sender: Sender
}

type Announced = Pick<VersionRow, 'id' | 'published_by_publisher'> & {
  /** Omitted when the publisher stands for its members. */
  uploader?: Uploader
}

/**
 * The uploads that this process is receiving, which cost memory and disk space while they last. Each process
 * counts its own. A repeated upload of a version cancels the earlier one, whose connection can be broken. At
 * the limit, an address with several uploads yields to one with fewer, then an account, and otherwise the
 * slowest upload that would miss its deadline.
 */
export class RunningUploads {
  /** Ordered by when the version was found. */
  readonly #running = new Set<Running>()
  readonly #now: () => number
  #came = 0

  /** @param now milliseconds of a monotonic clock */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /**
   * Runs an upload, which fails with the signal's reason when it has to yield. The order is that of the
   * calls, because finding the version takes a varying time and a broken upload must not cancel its
   * successor.
   */
  async run<Version extends Announced, Result>(
    find: () => Promise<Version>,
    body: AsyncIterable<Uint8Array>,
    work: (version: Version, body: AsyncIterable<Uint8Array>, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const place = ++this.#came
    const version = await find()
    const { id: versionId, published_by_publisher: publisherId } = version
    const uploader = version.uploader ?? { account: publisherId ?? '', sender: publisherId ?? '' }
    const others = [...this.#running].filter((other) => other.versionId === versionId)
    if (others.some((other) => other.place > place)) throw new RegistryError('upload_replaced')
    this.#makeRoomFor(publisherId, uploader)
    for (const { stop } of others) stop.abort(new RegistryError('upload_replaced'))
    const sender = new Sender(this.#now)
    const upload = { place, versionId, publisherId, uploader, stop: new AbortController(), sender }
    this.#running.add(upload)
    try {
      return await work(version, sender.watched(body), upload.stop.signal)
    } finally {
      this.#running.delete(upload)
    }
  }

  #makeRoomFor(publisherId: string | null, uploader: Uploader): void {
    const own = [...this.#running].filter((upload) => upload.publisherId === publisherId)
    if (own.length >= limits.uploadsAtOnceOfPublisher)
      throw new RegistryError('too_many_at_once', { limit: limits.uploadsAtOnceOfPublisher })
    if (this.#running.size < limits.uploadsAtOnce) return
    const displaced =
      this.#findOfMost(uploader, 'sender') ?? this.#findOfMost(uploader, 'account') ?? this.#findSlowest()
    if (!displaced) throw tooMany()
    displaced.stop.abort(tooMany())
  }

  /**
   * Finds the oldest upload of the address or account with the most, if it exceeds the uploader's count by
   * more than one.
   */
  #findOfMost(uploader: Uploader, by: keyof Uploader): Running | undefined {
    const groups = Map.groupBy(this.#running, (upload) => upload.uploader[by])
    const own = groups.get(uploader[by])?.length ?? 0
    const [most = []] = [...groups.values()].toSorted((a, b) => b.length - a.length)
    return most.length > own + 1 ? most.find(isRunning) : undefined
  }

  #findSlowest(): Running | undefined {
    return [...this.#running]
      .filter((upload) => isRunning(upload) && upload.sender.isTooSlow())
      .toSorted((a, b) => a.sender.bytesPerSecond() - b.sender.bytesPerSecond())[0]
  }
}

function isRunning({ stop }: Running): boolean {
  return !stop.signal.aborted
}

/** Every upload can start slowly. */
const judgedAfterSeconds = 60

/** Measures the speed of an upload without the time that the store takes. */
class Sender {
  readonly #now: () => number
  #bytes = 0
  #waitedMs = 0
  #waitsSince: number | undefined

  constructor(now: () => number) {
    this.#now = now
  }

  async *watched(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    this.#waitsSince = this.#now()
    for await (const chunk of sparing(body)) {
      this.#endWait()
      this.#bytes += chunk.length
      yield chunk
      this.#waitsSince = this.#now()
    }
    this.#endWait()
  }

  isTooSlow(): boolean {
    return (
      this.#waitedFor() > judgedAfterSeconds * 1000 && this.bytesPerSecond() < limits.slowUploadBytesPerSecond
    )
  }

  bytesPerSecond(): number {
    return (this.#bytes * 1000) / this.#waitedFor()
  }

  #endWait(): void {
    this.#waitedMs = this.#waitedFor()
    this.#waitsSince = undefined
  }

  #waitedFor(): number {
    return this.#waitedMs + (this.#waitsSince === undefined ? 0 : this.#now() - this.#waitsSince)
  }
}

function tooMany(): RegistryError {
  return new RegistryError('unavailable', {
    message: 'The registry receives as many archives as it can right now. Try again shortly.',
    limit: limits.uploadsAtOnce,
  })
}
