import type { Library } from './library.ts'
import { named, type Value } from './values.ts'

/** Things from outside the pack. One value for each name: the same object is joined and looked up fastest. */
export class Outside {
  readonly #library: Library
  readonly #named = new Map<string, Value>()
  readonly #attributes = new Map<string, Map<string, Value>>()

  constructor(library: Library) {
    this.#library = library
  }

  named(name: string): Value {
    const known = this.#named.get(name)
    if (known) return known
    const made = named(name)
    this.#named.set(name, made)
    return made
  }

  attribute(base: string, name: string): Value {
    let known = this.#attributes.get(base)
    if (!known) {
      known = new Map()
      this.#attributes.set(base, known)
    }
    const value = known.get(name) ?? this.#library.attribute(base, name)
    known.set(name, value)
    return value
  }
}
