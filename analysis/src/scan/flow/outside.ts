import type { Library } from './library.ts'
import { named, type Value } from './values.ts'

/**
 * Values from outside the pack. There is one value for each name, because joining and looking up the same
 * object is fastest.
 */
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

  /**
   * Values assigned to an outside name are stored under that name: `sys.path` has nothing to do with
   * `os.path`.
   */
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
