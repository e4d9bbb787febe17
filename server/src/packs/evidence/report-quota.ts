import { createHmac } from 'node:crypto'
import { limits } from '@nodeyard/contract/limits'
import { addressKey, networkKey } from '../../ground/address-key.ts'

/** Beyond it, no further report counts on that day: a flood must not make old entries be forgotten. */
const maxEntries = 500_000
/** Bytes of a hash that fit into a JavaScript number. */
const hashBytes = 6

type QuotaDeps = { now(): Date; randomBytes(size: number): Buffer }

/**
 * Decides which import reports count. It remembers addresses only as keyed hashes, in memory, under a random key that is
 * replaced every day. Each process counts for itself.
 */
export class ImportReportQuota {
  readonly #deps: QuotaDeps
  #day = ''
  #key: Buffer
  #counts = new Map<number, number>()

  constructor(deps: QuotaDeps) {
    this.#deps = deps
    this.#key = deps.randomBytes(32)
  }

  /** Returns the versions whose report from this address counts. */
  take(ip: string, versionIds: readonly string[]): string[] {
    this.#turn()
    const address = addressKey(ip)
    const network = networkKey(address)
    return versionIds.filter(
      (id) =>
        this.#has(`address ${address}`, limits.importReportsPerAddress) &&
        this.#has(`network ${network} ${id}`, limits.importReportsPerNetwork) &&
        this.#add(`version ${address} ${id}`, 1) &&
        this.#add(`address ${address}`, limits.importReportsPerAddress) &&
        this.#add(`network ${network} ${id}`, limits.importReportsPerNetwork),
    )
  }

  #turn(): void {
    const day = this.#deps.now().toISOString().slice(0, 10)
    if (day === this.#day) return
    this.#day = day
    this.#key = this.#deps.randomBytes(32)
    this.#counts = new Map()
  }

  #has(name: string, most: number): boolean {
    return (this.#counts.get(this.#hash(name)) ?? 0) < most
  }

  #add(name: string, most: number): boolean {
    const hash = this.#hash(name)
    const count = this.#counts.get(hash) ?? 0
    if (count >= most || (count === 0 && this.#counts.size >= maxEntries)) return false
    this.#counts.set(hash, count + 1)
    return true
  }

  #hash(name: string): number {
    return createHmac('sha256', this.#key).update(name).digest().readUIntBE(0, hashBytes)
  }
}
