import { Slice } from '@nodeyard/analysis/solver/slice'
import { CatalogueReader } from '../catalogue/open-file.ts'
import type { Deps } from './deps.ts'
import { pointerOf, sliceFolder } from './publish.ts'
import { findLastSlice } from './sql.ts'

export interface HeldIndex {
  readAt: string
  slice: Slice
}

/** Keeps the last slice in memory, and reads it again when another one was issued. */
export class IndexHolder {
  readonly reader: CatalogueReader
  readonly #deps: Pick<Deps, 'db' | 'blobs' | 'log'>
  #held: { digest: string; slice: Promise<Slice> } | undefined

  constructor(deps: Pick<Deps, 'db' | 'blobs' | 'log'>) {
    this.#deps = deps
    this.reader = new CatalogueReader(deps, sliceFolder)
  }

  /** Returns undefined if no slice was read yet, or its file is missing. */
  async find(): Promise<HeldIndex | undefined> {
    const last = await findLastSlice(this.#deps.db)
    if (!last) return undefined
    const { digest } = last
    if (this.#held?.digest !== digest) this.#held = { digest, slice: this.#read(digest) }
    const held = this.#held
    try {
      return { readAt: pointerOf(last).read_at, slice: await held.slice }
    } catch (error) {
      if (this.#held === held) this.#held = undefined
      // A check without the slice says unknown.
      this.#deps.log.error({ err: error, digest }, 'the slice of the Python package index cannot be read')
      return undefined
    }
  }

  async #read(digest: string): Promise<Slice> {
    const text = await this.reader.readText(digest)
    const [, ...lines] = text.split('\n')
    return new Slice(lines)
  }
}
