import type { Catalogue, CatalogueFile } from '@nodeyard/contract/catalogue'
import { filesOf } from '@nodeyard/contract/catalogue-file'
import { limits } from '@nodeyard/contract/limits'
import type { PublicKey } from '@nodeyard/contract/signed'
import { readCatalogue, readKeys } from './believe.ts'
import { MirrorFault } from './fault.ts'
import { fetchWhole } from './fetch-whole.ts'
import { digestOf, MirrorFolder } from './folder.ts'

export interface MirrorOptions {
  /** URL of the other registry's API, or of a mirror of it. */
  base: URL
  folder: string
  /** A JSON Web Key Set. Default: the keys in the folder, or on first use the registry's. */
  keys?: string | undefined
  now(): Date
  newId(): string
  say(line: string): void
}

const smallBytes = 256 * 1024
const minuteMs = 60_000
const smallMs = minuteMs
const fileMs = 10 * minuteMs

/** Copies another registry's catalogue, and verifies everything it receives. */
export class Mirror {
  readonly #options: MirrorOptions
  readonly #folder: MirrorFolder
  /** The registry's last pointer, and its ETag. */
  #known: { catalogue: Catalogue; etag: string | undefined } | undefined

  constructor(options: MirrorOptions) {
    this.#options = options
    this.#folder = new MirrorFolder(options.folder, options.newId)
  }

  /** Updates the folder. Returns false if it was up to date. Throws {@link MirrorFault} and leaves the folder unchanged. */
  async update(): Promise<boolean> {
    const keys = await this.#trustedKeys()
    const known = (await this.#isAllHere(keys)) ? this.#known : undefined
    const fetched = await this.#fetchSmall('catalogue/latest', known?.etag)
    if (!fetched) {
      if (known) this.#assertIsGood(known.catalogue)
      return false
    }
    const pointer = fetched.body.toString()
    const next = await readCatalogue(pointer, { keys, now: this.#options.now() })
    const last = await this.#lastCatalogue(keys)
    this.#assertFollows(next, last)
    const isNew = last?.sequence !== next.sequence || !(await this.#hasFiles(next))
    if (isNew) await this.#takeOver(next, { last, pointer, keys })
    this.#known = { catalogue: next, etag: fetched.etag }
    return isNew
  }

  async #trustedKeys(): Promise<PublicKey[]> {
    const configured = this.#options.keys
    if (configured !== undefined) {
      const keys = readKeys(configured)
      await this.#folder.writeKeys(JSON.stringify({ keys }))
      return keys
    }
    const stored = await this.#folder.readKeys()
    if (stored !== undefined) return readKeys(stored)
    const fetched = await this.#fetchSmall('kill-list/keys')
    const keys = readKeys(fetched?.body.toString() ?? '')
    this.#options.say(
      `Trusting keys on first use: ${keys.map(({ kid }) => kid).join(', ')}. Compare them with the registry's, or pass --key.`,
    )
    return keys
  }

  /** The folder's pointer, if a trusted key signed it. */
  async #lastCatalogue(keys: readonly PublicKey[]): Promise<Catalogue | undefined> {
    const pointer = await this.#folder.readPointer()
    if (pointer === undefined) return undefined
    const belief = { keys, now: this.#options.now(), isStored: true }
    return readCatalogue(pointer, belief).catch(() => undefined)
  }

  /**
   * Whether the last known pointer and its files are still in the folder. Checks only the length of files, because it
   * runs every few seconds.
   */
  async #isAllHere(keys: readonly PublicKey[]): Promise<boolean> {
    if (!this.#known) return false
    const { catalogue } = this.#known
    if ((await this.#lastCatalogue(keys))?.sequence !== catalogue.sequence) return false
    for (const { digest, bytes } of filesOf(catalogue)) {
      if (!(await this.#folder.hasFile(digest, bytes))) return false
    }
    return true
  }

  #assertIsGood({ sequence, expires }: Catalogue): void {
    if (Date.parse(expires) > this.#options.now().getTime()) return
    throw new MirrorFault('expired', `Catalogue ${sequence} expired at ${expires}.`)
  }

  #assertFollows(next: Catalogue, last: Catalogue | undefined): void {
    this.#assertIsGood(next)
    if (!last) return
    if (next.sequence < last.sequence) {
      throw new MirrorFault(
        'rolled_back',
        `The registry offers catalogue ${next.sequence}, which is older than ${last.sequence} in the folder.`,
      )
    }
    if (next.sequence === last.sequence && stateOf(next) !== stateOf(last)) {
      throw new MirrorFault(
        'two_faced',
        `There are two different catalogues with the number ${next.sequence}.`,
      )
    }
  }

  async #hasFiles(catalogue: Catalogue): Promise<boolean> {
    for (const file of filesOf(catalogue)) if (!(await this.#has(file))) return false
    return true
  }

  async #has({ digest }: CatalogueFile): Promise<boolean> {
    return (await this.#folder.readFile(digest)) !== undefined
  }

  async #takeOver(
    next: Catalogue,
    { last, pointer, keys }: { last: Catalogue | undefined; pointer: string; keys: readonly PublicKey[] },
  ): Promise<void> {
    const { say, now } = this.#options
    assertFits(next)
    for (const file of filesOf(next)) await this.#takeFile(file)
    const here = await this.#lastCatalogue(keys)
    if (here && here.sequence > next.sequence) {
      return say(`Another mirror has stored catalogue ${here.sequence} meanwhile.`)
    }
    // Clients that have the last pointer are about to fetch its files.
    if (last) await this.#folder.touch(digestsOf(last), now())
    // Keys of the operator are not replaced.
    if (this.#options.keys === undefined) {
      await this.#folder.writeKeys(JSON.stringify({ keys: next.keys ?? keys }))
    }
    await this.#folder.writePointer(pointer)
    const before = new Date(now().getTime() - limits.catalogueFileMinutes * minuteMs)
    await this.#folder.removeOlder(before, digestsOf(next))
    say(`Stored catalogue ${next.sequence}: ${next.nodes} nodes, ${next.snapshot.digest}.`)
  }

  async #takeFile(file: CatalogueFile): Promise<void> {
    if (!(await this.#has(file))) await this.#folder.writeFile(file.digest, await this.#fetchFile(file))
  }

  /** Fetches a file and checks its size and digest. */
  async #fetchFile({ digest, bytes, br, zstd }: CatalogueFile): Promise<Buffer> {
    const fetched = await fetchWhole(this.#addressOf(`catalogue/${digest}`), {
      // Mirrors serve files unpacked.
      maxPacked: Math.max(br, zstd, bytes),
      maxUnpacked: bytes,
      timeoutMs: fileMs,
    })
    const body = fetched?.body ?? Buffer.alloc(0)
    if (digestOf(body) !== digest)
      throw new MirrorFault('wrong_digest', `The file ${digest} has another digest.`)
    return body
  }

  #fetchSmall(path: string, etag?: string) {
    const small = { maxPacked: smallBytes, maxUnpacked: smallBytes, timeoutMs: smallMs }
    return fetchWhole(this.#addressOf(path), { ...small, etag })
  }

  #addressOf(path: string): URL {
    const { base } = this.#options
    return new URL(path, base.href.endsWith('/') ? base : `${base.href}/`)
  }
}

const digestsOf = (catalogue: Catalogue): Set<string> =>
  new Set(filesOf(catalogue).map(({ digest }) => digest))

/** Refuses a pointer before any of its files is fetched. */
function assertFits(catalogue: Catalogue): void {
  const largest = Math.max(...filesOf(catalogue).map(({ bytes }) => bytes))
  if (largest <= limits.mirroredBytes) return
  throw new MirrorFault(
    'too_large',
    `The pointer names a file of ${largest} bytes; the limit is ${limits.mirroredBytes}.`,
  )
}

/** Identifies the nodes that a pointer describes. */
const stateOf = (catalogue: Catalogue): string => [...digestsOf(catalogue)].join(' ')
