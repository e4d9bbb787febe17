import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type AnnounceAnswer, announce, upload } from '../../server/test/command-line-client.ts'
import { buildPack } from '../../server/test/pack.ts'

/** A sent version and its status as far as its publisher knows. */
export interface Sent {
  nodeId: string
  /** The last part of its number; the others are `1.0`. */
  number: number
  digest: string
  /** The registry confirmed that it has the archive. */
  isAcknowledged: boolean
}

export interface Counts {
  fresh: number
  /** Marked as stale. */
  old: number
  refused: number
}

/** Every process sees a write within this time, with a margin for a busy machine. */
const seenWithinMs = 1500
const requestWithinMs = 30_000
const readers = 3

/**
 * Publishes continuously and reads all the time: node, install with its archive, page. Compares each response
 * with the published versions and earlier responses, and records contradictions in `wrong`.
 */
export class Traffic {
  readonly sent: Sent[] = []
  readonly wrong: string[] = []
  /** While clocks differ, a process can consider another one's tokens expired. */
  clocksDiffer = false
  #counts: Counts = { fresh: 0, old: 0, refused: 0 }
  /** The newest version of each node that a reader has seen, and when. */
  readonly #seen = new Map<string, { number: number; at: number }>()
  readonly #target: { siteUrl: string; apiUrl: string; publisherId: string; token: string }
  readonly #nodeIds: readonly string[]
  readonly #stopping = new AbortController()
  #running: Promise<unknown> = Promise.resolve()

  constructor(target: { siteUrl: string; apiUrl: string; publisherId: string; token: string }) {
    this.#target = target
    this.#nodeIds = ['tide-masks', 'ember-grain']
  }

  start(): void {
    const reading = Array.from({ length: readers }, () => this.#keepReading())
    this.#running = Promise.all([this.#keepPublishing(), ...reading])
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  /** Returns and resets the counts of reads. */
  takeCounts(): Counts {
    const counts = this.#counts
    this.#counts = { fresh: 0, old: 0, refused: 0 }
    return counts
  }

  /** Publishes a version and waits until readers see it and all their reads are fresh again. */
  async untilRecovered(withinMs: number): Promise<number> {
    const from = performance.now()
    const expected = this.#nodeIds.map((id) => ({ id, after: this.#newestSent(id) }))
    const isThere = () => expected.every(({ id, after }) => (this.#seen.get(id)?.number ?? -1) > after)
    for (;;) {
      this.takeCounts()
      await pause(500)
      const { fresh, old, refused } = this.#counts
      if (isThere() && fresh > 5 && old === 0 && refused === 0) return performance.now() - from
      if (performance.now() - from > withinMs)
        throw new Error(
          `It has not recovered: ${JSON.stringify({ ...this.#counts, expected, seen: [...this.#seen] })}`,
        )
    }
  }

  #newestSent(nodeId: string): number {
    return Math.max(-1, ...this.sent.filter((one) => one.nodeId === nodeId).map(({ number }) => number))
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  async #keepPublishing(): Promise<void> {
    for (let number = 0; !this.#isStopping; number++) {
      for (const nodeId of this.#nodeIds) await this.#publish(nodeId, number)
      await pause(300)
    }
  }

  /** Repeats the same number, like a patient publisher, until the version exists. */
  async #publish(nodeId: string, number: number): Promise<void> {
    const version = `1.0.${number}`
    const archive = buildPack({ id: nodeId, version, files: { 'notes.txt': `${nodeId} ${number}` } })
    const digest = createHash('sha256').update(archive).digest('hex')
    const sent: Sent = { nodeId, number, digest, isAcknowledged: false }
    this.sent.push(sent)
    for (; !this.#isStopping; await pause(500)) {
      const announced = await announce({ ...this.#target, nodeId, version }).catch(() => undefined)
      if (announced?.status !== 201) {
        // The response to an earlier attempt was lost.
        if (await this.#isRefusedAsThere(announced)) return
        continue
      }
      const { signedUrl } = (await announced.json()) as AnnounceAnswer
      const answer = await upload(signedUrl, archive).catch(() => undefined)
      if (answer?.status === 200) sent.isAcknowledged = true
      if (answer?.status === 200 || (await this.#isRefusedAsThere(answer))) return
    }
  }

  /** Only unavailability can otherwise refuse an honest publish. */
  async #isRefusedAsThere(answer: Response | undefined): Promise<boolean> {
    if (!answer) return false
    const text = await answer.text().catch(() => '')
    if (text.includes('version_taken') || text.includes('upload_already_received')) return true
    const mayBe = answer.status === 503 || answer.status === 502
    const isOfAnotherTime = this.clocksDiffer && text.includes('upload_address_invalid')
    if (!mayBe && !isOfAnotherTime)
      this.wrong.push(`a publish was answered ${answer.status}: ${text.slice(0, 300)}`)
    return false
  }

  async #keepReading(): Promise<void> {
    for (let turn = 0; !this.#isStopping; turn++) {
      const nodeId = this.#nodeIds[turn % this.#nodeIds.length] ?? ''
      await this.#read(nodeId, turn).catch(() => {
        this.#counts.refused++
      })
      await pause(60)
    }
  }

  async #read(nodeId: string, turn: number): Promise<void> {
    const known = this.#seen.get(nodeId)
    if (!known) await this.#readNode(nodeId)
    else if (turn % 7 === 3) await this.#readPage(nodeId)
    else if (turn % 5 === 2) await this.#readArchive(nodeId)
    else await this.#readNode(nodeId)
  }

  async #readNode(nodeId: string): Promise<void> {
    const startedAt = performance.now()
    const answer = await this.#get(`${this.#target.apiUrl}/nodes/${nodeId}`)
    if (answer.status === 404 && !this.#seen.has(nodeId)) return
    if (!this.#isAnswered(answer)) return
    const { latest_version: latest } = (await answer.json()) as { latest_version?: { version: string } }
    this.#judge(nodeId, startedAt, answer, latest?.version)
  }

  async #readArchive(nodeId: string): Promise<void> {
    const startedAt = performance.now()
    const answer = await this.#get(`${this.#target.apiUrl}/nodes/${nodeId}/install`)
    if (!this.#isAnswered(answer)) return
    const { version, downloadUrl } = (await answer.json()) as { version: string; downloadUrl: string }
    this.#judge(nodeId, startedAt, answer, version)
    const archive = await this.#get(downloadUrl)
    if (!this.#isAnswered(archive)) return
    const digest = createHash('sha256')
      .update(new Uint8Array(await archive.arrayBuffer()))
      .digest('hex')
    const expected = this.sent.find((one) => one.nodeId === nodeId && `1.0.${one.number}` === version)
    if (digest !== expected?.digest) this.wrong.push(`the archive of ${nodeId} ${version} has other bytes`)
  }

  async #readPage(nodeId: string): Promise<void> {
    const answer = await this.#get(`${this.#target.siteUrl}/nodes/${nodeId}`)
    if (!this.#isAnswered(answer)) return
    if (!(await answer.text()).includes(nodeId)) this.wrong.push(`the page of ${nodeId} shows something else`)
    else this.#count(answer)
  }

  #get(url: string): Promise<Response> {
    return fetch(url, { signal: AbortSignal.timeout(requestWithinMs) })
  }

  #isAnswered(answer: Response): boolean {
    if (answer.status === 200) return true
    this.#counts.refused++
    if (answer.status !== 502 && answer.status !== 503)
      this.wrong.push(`${new URL(answer.url).pathname} was answered ${answer.status}`)
    void answer.body?.cancel()
    return false
  }

  #judge(nodeId: string, startedAt: number, answer: Response, version: string | undefined): void {
    const number = Number(/^1\.0\.(\d+)$/.exec(version ?? '')?.[1] ?? -1)
    const known = this.#seen.get(nodeId)
    const isOld = this.#count(answer)
    if (number > this.#newestSent(nodeId)) this.wrong.push(`${nodeId} ${version} was never sent`)
    if (number < 0) return
    if (!known || number > known.number) this.#seen.set(nodeId, { number, at: performance.now() })
    else if (number < known.number && !isOld && startedAt > known.at + seenWithinMs)
      this.wrong.push(`${nodeId} went back from 1.0.${known.number} to ${version}`)
  }

  #count({ headers }: Response): boolean {
    const isOld = headers.has('warning')
    if (isOld) this.#counts.old++
    else this.#counts.fresh++
    return isOld
  }
}
