import { placeKey } from './texts.ts'
import { type Unit, type Value, withOrigin } from './values.ts'

/** File names are shorter. */
const longestPlace = 500

/** Contents written to files with a known path, and the readers of each path. */
export class WrittenPlaces {
  readonly #origins = new Map<string, number>()
  readonly #readers = new Map<string, Set<Unit>>()
  readonly #keys = new Map<string, string>()

  /** Returns the units that read the place before. */
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

  /** Treats the name of a written file as its content. */
  placed(value: Value, reader: Unit | undefined): Value {
    let { origin } = value
    for (const text of value.texts) if (text.length < longestPlace) origin |= this.originOf(text, reader)
    for (const place of value.places) origin |= this.originOf(place, reader)
    return withOrigin(value, origin)
  }

  /** Returns the origins of the places without a text that a command names. */
  originWithin(command: string, reader: Unit | undefined): number {
    let origin = this.originOf(command, reader)
    for (const [key, one] of this.#origins) if (key.includes('@') && command.includes(key)) origin |= one
    return origin
  }

  /** Whether the text alone says which place it is. */
  isNamed(text: string): boolean {
    return this.#keyOf(text) !== ''
  }

  #keyOf(place: string): string {
    const known = this.#keys.get(place)
    if (known !== undefined) return known
    const key = placeKey(place).replace(/\.(zip|tar|tgz|tar\.\w{2,3})$/, '')
    this.#keys.set(place, key)
    return key
  }
}
