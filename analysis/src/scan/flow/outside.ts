import type { Library } from './library.ts'
import { named, type Value } from './values.ts'

/** Things from outside the pack. One value for each name: the same object is joined and looked up fastest. */
export class Outside {
  readonly #library: Library
  readonly #named = new Map<string, Value>()
  readonly #attributes = new Map<string, Map<string, Value>>()
  readonly #keys = new Map<string, Map<string, string>>()

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

  /** What a thing from outside holds is kept under its name: `sys.path` has nothing to do with `os.path`. */
  attributeKey(base: string | undefined, name: string): string {
    if (base === undefined) return name
    let known = this.#keys.get(base)
    if (!known) {
      known = new Map()
      this.#keys.set(base, known)
    }
    let key = known.get(name)
    if (key === undefined) {
      key = /^[\w.]+$/.test(base) ? `${base}.${name}` : name
      known.set(name, key)
    }
    return key
  }
}
