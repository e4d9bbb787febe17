import { placeKey } from './texts.ts'
import { type Value, withOrigin } from './values.ts'

/** Names of files are shorter. */
const longestPlace = 500

/** What was written to files whose place is known. */
export class WrittenPlaces {
  /** By the place. */
  readonly origins = new Map<string, number>()
  #hasNews = false

  mark(place: string, origin: number): void {
    const key = placeKey(place)
    if (key === '') return
    const before = this.origins.get(key) ?? 0
    this.origins.set(key, before | origin)
    if ((before | origin) !== before) this.#hasNews = true
  }

  /** True when something was written since the last question: who named a place before has to look again. */
  takeNews(): boolean {
    const hadNews = this.#hasNews
    this.#hasNews = false
    return hadNews
  }

  /** The name of a file that was written stands for what was written into it. */
  placed(value: Value): Value {
    if (this.origins.size === 0) return value
    let { origin } = value
    for (const text of value.texts)
      if (text.length < longestPlace) origin |= this.origins.get(placeKey(text)) ?? 0
    return withOrigin(value, origin)
  }
}
