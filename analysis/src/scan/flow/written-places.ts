import { placeKey } from './texts.ts'
import { type Unit, type Value, withOrigin } from './values.ts'

/** Names of files are shorter. */
const longestPlace = 500

/** What was written to files whose place is known, and who asked for which place. */
export class WrittenPlaces {
  readonly #origins = new Map<string, number>()
  readonly #readers = new Map<string, Set<Unit>>()
  readonly #keys = new Map<string, string>()

  /** Gives those that asked for the place before. */
  mark(place: string, origin: number): Iterable<Unit> {
    const key = this.#keyOf(place)
    if (key === '') return []
    const before = this.#origins.get(key) ?? 0
    this.#origins.set(key, before | origin)
    return (before | origin) === before ? [] : (this.#readers.get(key) ?? [])
  }

  originOf(place: string, reader: Unit | undefined): number {
    const key = this.#keyOf(place)
    if (key === '') return 0
    if (reader) {
      const readers = this.#readers.get(key)
      if (readers) readers.add(reader)
      else this.#readers.set(key, new Set([reader]))
    }
    return this.#origins.get(key) ?? 0
  }

  /** The name of a file that was written stands for what was written into it. */
  placed(value: Value, reader: Unit | undefined): Value {
    let { origin } = value
    for (const text of value.texts) if (text.length < longestPlace) origin |= this.originOf(text, reader)
    return withOrigin(value, origin)
  }

  #keyOf(place: string): string {
    const known = this.#keys.get(place)
    if (known !== undefined) return known
    const key = placeKey(place)
    this.#keys.set(place, key)
    return key
  }
}
