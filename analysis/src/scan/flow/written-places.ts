import { placeKey } from './texts.ts'
import { type Trails, withTrails } from './trails.ts'
import { type Unit, type Value, withOrigin } from './values.ts'

/** File names are shorter. */
const longestPlace = 500

/** Contents written to files with a known path, and the readers of each path. */
export class WrittenPlaces {
  readonly #origins = new Map<string, number>()
  readonly #trails = new Map<string, Trails>()
  readonly #readers = new Map<string, Set<Unit>>()
  readonly #keys = new Map<string, string>()
  readonly #contents = new Map<string, number>()
  readonly #contentOf: (text: string) => number

  /** `contentOf` returns the origins of the contents of a known place. */
  constructor(contentOf: (text: string) => number) {
    this.#contentOf = contentOf
  }

  /** Returns the units that read the place before. */
  mark(place: string, origin: number, trails: Trails): Iterable<Unit> {
    const key = this.#keyOf(place)
    if (key === '') return []
    const before = this.#origins.get(key) ?? 0
    this.#origins.set(key, before | origin)
    this.#trails.set(key, withTrails(this.#trails.get(key) ?? [], trails))
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

  /** Treats the name of a known place as its content. */
  pointed(value: Value): Value {
    let { origin } = value
    for (const text of value.texts) {
      let content = text.length < longestPlace ? this.#contents.get(text) : 0
      if (content === undefined) {
        content = this.#contentOf(text)
        this.#contents.set(text, content)
      }
      origin |= content
    }
    return withOrigin(value, origin)
  }

  /** Treats the name of a written file, or of a known place, as its content. */
  placed(value: Value, reader: Unit | undefined): Value {
    let { origin } = this.pointed(value)
    for (const text of value.texts) if (text.length < longestPlace) origin |= this.originOf(text, reader)
    for (const place of value.places) origin |= this.originOf(place, reader)
    if (origin === value.origin) return value
    return [...value.texts, ...value.places].reduce<Value>(
      (sum, place) => this.withTrailsOf(sum, place),
      withOrigin(value, origin),
    )
  }

  withTrailsOf(value: Value, place: string): Value {
    if (this.#trails.size === 0 || place.length >= longestPlace) return value
    let trails = withTrails(value.trails, this.#trails.get(this.#keyOf(place)) ?? [])
    for (const [key, more] of this.#trails)
      if (key.includes('@') && place.includes(key)) trails = withTrails(trails, more)
    return trails === value.trails ? value : { ...value, trails }
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
