import type { Catalogue, CatalogueFile } from '@nodeyard/contract/catalogue'
import { applyDelta, filesOf } from '@nodeyard/contract/catalogue-file'
import { limits } from '@nodeyard/contract/limits'
import type { PublicKey } from '@nodeyard/contract/signed'
import { readCatalogue, readKeys } from './believe.ts'
import { MirrorFault } from './fault.ts'
import { fetchWhole } from './fetch-whole.ts'
import { digestOf, MirrorFolder } from './folder.ts'

export interface MirrorOptions {
  /** The address of the other registry's API, or of a mirror of it. */
  base: URL
  folder: string
  /** A JSON Web Key Set. Absent: what the folder has, else what the registry itself says, this once. */
  keys?: string | undefined
  now(): Date
  newId(): string
  say(line: string): void
}

const smallBytes = 256 * 1024
const minuteMs = 60_000
const smallMs = minuteMs
const fileMs = 10 * minuteMs

/** A copy of another registry's catalogue, which is not believed but proved. */
export class Mirror {
  readonly #options: MirrorOptions
  readonly #folder: MirrorFolder
  /** What the registry said last, by the tag by which it says that nothing has changed. */
  #known: { catalogue: Catalogue; etag: string | undefined } | undefined

  constructor(options: MirrorOptions) {
    this.#options = options
    this.#folder = new MirrorFolder(options.folder, options.newId)
  }

  /** Brings the folder up to date; false when it was. Throws {@link MirrorFault}, and the folder is as it was. */
  async update(): Promise<boolean> {
    const keys = await this.#trustedKeys()
    const known = (await this.#isAllHere(keys)) ? this.#known : undefined
    const fetched = await this.#fetchSmall('catalogue/latest', known?.etag)
    if (!fetched) {
      if (known) this.#assertIsGood(known.catalogue)
      return false
    }
    const pointer = fetched.body.toString()
    const next = await readCatalogue(pointer, keys)
    const last = await this.#lastCatalogue(keys)
    this.#assertFollows(next, last)
    const isNew = last?.sequence !== next.sequence || !(await this.#hasAllNodes(next))
    if (isNew) await this.#takeOver(next, { last, pointer, keys })
    this.#known = { catalogue: next, etag: fetched.etag }
    return isNew
  }

  async #trustedKeys(): Promise<PublicKey[]> {
    const given = this.#options.keys
    if (given !== undefined) {
      const keys = readKeys(given)
      await this.#folder.writeKeys(JSON.stringify({ keys }))
      return keys
    }
    const kept = await this.#folder.readKeys()
    if (kept !== undefined) return readKeys(kept)
    const fetched = await this.#fetchSmall('kill-list/keys')
    const keys = readKeys(fetched?.body.toString() ?? '')
    await this.#folder.writeKeys(JSON.stringify({ keys }))
    this.#options.say(
      `Trusted from now on, because it was met first: ${keys.map(({ kid }) => kid).join(', ')}. Compare it, or name keys by --key.`,
    )
    return keys
  }

  /** What is here; with keys that have been changed since, it proves nothing and counts for nothing. */
  async #lastCatalogue(keys: readonly PublicKey[]): Promise<Catalogue | undefined> {
    const pointer = await this.#folder.readPointer()
    if (pointer === undefined) return undefined
    return readCatalogue(pointer, keys).catch(() => undefined)
  }

  /**
   * Whether what was known last still lies here, and no other mirror has written another pointer. Of files the lengths
   * alone: it is asked every few seconds.
   */
  async #isAllHere(keys: readonly PublicKey[]): Promise<boolean> {
    if (!this.#known) return false
    const { sequence, snapshot, recent } = this.#known.catalogue
    if ((await this.#lastCatalogue(keys))?.sequence !== sequence) return false
    for (const { digest, bytes } of [snapshot, ...(recent ? [recent] : [])]) {
      if (!(await this.#folder.hasFile(digest, bytes))) return false
    }
    return true
  }

  #assertIsGood({ sequence, expires }: Catalogue): void {
    if (Date.parse(expires) > this.#options.now().getTime()) return
    throw new MirrorFault('expired', `The catalogue ${sequence} was good until ${expires}.`)
  }

  #assertFollows(next: Catalogue, last: Catalogue | undefined): void {
    this.#assertIsGood(next)
    if (!last) return
    if (next.sequence < last.sequence) {
      throw new MirrorFault(
        'rolled_back',
        `The registry offers the catalogue ${next.sequence}; here is ${last.sequence} already.`,
      )
    }
    if (next.sequence === last.sequence && stateOf(next) !== stateOf(last)) {
      throw new MirrorFault('two_faced', `There are two different catalogues ${next.sequence}.`)
    }
  }

  async #hasAllNodes({ snapshot, recent }: Catalogue): Promise<boolean> {
    return (await this.#has(snapshot)) && (!recent || (await this.#has(recent)))
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
    if (!(await this.#has(next.snapshot))) await this.#takeSnapshot(next, last)
    if (next.recent) await this.#takeFile(next.recent)
    for (const delta of next.deltas) await this.#takeDelta(delta)
    const here = await this.#lastCatalogue(keys)
    if (here && here.sequence > next.sequence) {
      return say(`Another mirror has brought the catalogue ${here.sequence} meanwhile.`)
    }
    // Whoever has the last pointer goes on to fetch what it names.
    if (last) await this.#folder.touch(digestsOf(last), now())
    await this.#folder.writePointer(pointer)
    const before = new Date(now().getTime() - limits.catalogueFileMinutes * minuteMs)
    await this.#folder.removeOlder(before, digestsOf(next))
    say(`The catalogue ${next.sequence} is here: ${next.nodes} nodes, ${next.snapshot.digest}.`)
  }

  async #takeSnapshot(next: Catalogue, last: Catalogue | undefined): Promise<void> {
    const bytes = (await this.#patched(next, last)) ?? (await this.#fetchFile(next.snapshot))
    await this.#folder.writeFile(next.snapshot.digest, bytes)
  }

  /** What the last snapshot becomes by a delta; undefined when none leads there, for whatever reason. */
  async #patched(next: Catalogue, last: Catalogue | undefined): Promise<Buffer | undefined> {
    const delta = last && next.deltas.find(({ since }) => since <= last.sequence)
    const before = last && (await this.#folder.readFile(last.snapshot.digest))
    if (!delta || !before) return undefined
    try {
      const changes = await this.#fetchFile(delta)
      const after = Buffer.from(applyDelta(before.toString(), changes.toString()))
      if (digestOf(after) !== next.snapshot.digest) {
        throw new MirrorFault('wrong_digest', 'The delta leads somewhere else.')
      }
      return after
    } catch (error) {
      this.#options.say(`The whole is fetched instead of the changes. ${(error as Error).message}`)
      return undefined
    }
  }

  /** For those who follow this mirror. Without one they fetch the whole. */
  async #takeDelta(delta: CatalogueFile): Promise<void> {
    try {
      await this.#takeFile(delta)
    } catch (error) {
      if (!(error instanceof MirrorFault)) throw error
      this.#options.say(`A delta is missing here. ${error.message}`)
    }
  }

  async #takeFile(file: CatalogueFile): Promise<void> {
    if (!(await this.#has(file))) await this.#folder.writeFile(file.digest, await this.#fetchFile(file))
  }

  /** A file that the pointer names, and nothing else. */
  async #fetchFile({ digest, bytes, br, zstd }: CatalogueFile): Promise<Buffer> {
    if (bytes > limits.mirroredBytes) {
      throw new MirrorFault(
        'too_large',
        `A file of ${bytes} bytes is named; ${limits.mirroredBytes} are taken.`,
      )
    }
    const fetched = await fetchWhole(this.#addressOf(`catalogue/${digest}`), {
      // A mirror may give it unpacked.
      mostPacked: Math.max(br, zstd, bytes),
      mostUnpacked: bytes,
      timeoutMs: fileMs,
    })
    const body = fetched?.body ?? Buffer.alloc(0)
    if (digestOf(body) !== digest)
      throw new MirrorFault('wrong_digest', `${digest} is not what came by its name.`)
    return body
  }

  #fetchSmall(path: string, etag?: string) {
    const small = { mostPacked: smallBytes, mostUnpacked: smallBytes, timeoutMs: smallMs }
    return fetchWhole(this.#addressOf(path), { ...small, etag })
  }

  #addressOf(path: string): URL {
    const { base } = this.#options
    return new URL(path, base.href.endsWith('/') ? base : `${base.href}/`)
  }
}

const digestsOf = (catalogue: Catalogue): Set<string> =>
  new Set(filesOf(catalogue).map(({ digest }) => digest))

/** Each file is bounded by itself; together they would fill a disk. */
function assertFits(catalogue: Catalogue): void {
  const bytes = filesOf(catalogue).reduce((sum, file) => sum + file.bytes, 0)
  if (bytes <= limits.mirroredCatalogueBytes) return
  throw new MirrorFault(
    'too_large',
    `Files of ${bytes} bytes are named; ${limits.mirroredCatalogueBytes} are taken.`,
  )
}

/** What makes up the nodes. Deltas may differ: each leads here, or is of no use. */
const stateOf = ({ snapshot, recent }: Catalogue): string => `${snapshot.digest} ${recent?.digest}`
