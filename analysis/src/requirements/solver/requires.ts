import { rangeOfAll, type Specifier, type VersionRange } from '../ranges.ts'
import { type ReadRequirement, readRequirement } from '../requirement.ts'

/** Metadata of many versions repeat the same lines, so each is read once. */
class Memory<Value> {
  readonly #most: number
  readonly #read: (text: string) => Value
  readonly #values = new Map<string, Value>()

  constructor(most: number, read: (text: string) => Value) {
    this.#most = most
    this.#read = read
  }

  get(text: string): Value {
    const known = this.#values.get(text)
    if (known !== undefined) return known
    const value = this.#read(text)
    if (this.#values.size >= this.#most) this.#values.clear()
    this.#values.set(text, value)
    return value
  }
}

const lines = new Memory<ReadRequirement>(50_000, readRequirement)
const ranges = new Memory<{ range: VersionRange | undefined }>(50_000, (text) => {
  const read = readRequirement(`x ${text}`)
  return { range: 'requirement' in read ? rangeOfAll(read.requirement.specifiers) : undefined }
})

export const readLine = (text: string): ReadRequirement => lines.get(text)

/** Undefined if it cannot be read. Equal texts give the same object. */
export const rangeOfText = (text: string): VersionRange | undefined => ranges.get(text).range

export const rangeOfSpecifiers = (specifiers: readonly Specifier[]): VersionRange | undefined =>
  rangeOfText(specifiers.map(({ operator, version }) => `${operator}${version}`).join(','))
