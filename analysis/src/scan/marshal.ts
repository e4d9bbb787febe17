const deepest = 200
const maxObjects = 500_000

/**
 * Returns all texts in compiled Python, except for paths of files. Returns undefined if it cannot be read to its end.
 * Source: CPython, `Python/marshal.c`.
 * @param magic The first two bytes of a cache, which tell the version of Python.
 */
export function textsInMarshal(bytes: Uint8Array, magic: number): string[] | undefined {
  const reader = new MarshalReader(bytes, magic)
  try {
    reader.read(0)
  } catch (error) {
    if (!(error instanceof Unreadable) && !(error instanceof RangeError)) throw error
    return undefined
  }
  return reader.isAtEnd ? reader.texts : undefined
}

class Unreadable extends Error {}

/** The first magic numbers of Python 3.8, 3.11 and 3.6, which change the layout of code. */
const [oldest, withPositional, withLocals] = [3370, 3400, 3450]

class MarshalReader {
  readonly texts: string[] = []
  readonly #view: DataView
  readonly #bytes: Uint8Array
  readonly #magic: number
  #at = 0
  #left = maxObjects
  #isPath = false

  constructor(bytes: Uint8Array, magic: number) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#magic = magic
    if (magic < oldest || magic > 3700) this.#left = 0
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.byteLength
  }

  read(depth: number): void {
    if (depth > deepest || --this.#left < 0) throw new Unreadable()
    const type = String.fromCharCode(this.#byte() & 0x7f)
    switch (type) {
      case '0':
      case 'N':
      case 'F':
      case 'T':
      case 'S':
      case '.':
        return
      case 'i':
      case 'r':
        this.#skip(4)
        return
      case 'I':
      case 'g':
        this.#skip(8)
        return
      case 'y':
        this.#skip(16)
        return
      case 'l':
        this.#skip(2 * Math.abs(this.#int()))
        return
      case 's':
        this.#skip(this.#int())
        return
      case 'z':
      case 'Z':
        this.#text(this.#byte())
        return
      case 'a':
      case 'A':
      case 'u':
      case 't':
        this.#text(this.#int())
        return
      case ')':
        this.#items(this.#byte(), depth)
        return
      case '(':
      case '[':
      case '<':
      case '>':
        this.#items(this.#int(), depth)
        return
      case ':':
        this.#items(3, depth)
        return
      case 'c':
        this.#code(depth)
        return
      default:
        throw new Unreadable()
    }
  }

  #items(count: number, depth: number): void {
    for (let i = 0; i < count; i++) this.read(depth + 1)
  }

  #code(depth: number): void {
    const hasLocals = this.#magic >= withLocals
    const numbers = hasLocals ? 5 : this.#magic >= withPositional ? 6 : 5
    this.#skip(4 * numbers)
    // The code itself, constants and names, then variables and their kinds, or three lists of variables.
    this.#items(hasLocals ? 5 : 6, depth)
    const wasPath = this.#isPath
    this.#isPath = true
    this.read(depth + 1)
    this.#isPath = wasPath
    this.#items(hasLocals ? 2 : 1, depth)
    this.#skip(4)
    this.#items(hasLocals ? 2 : 1, depth)
  }

  #text(length: number): void {
    const start = this.#at
    this.#skip(length)
    if (!this.#isPath) this.texts.push(new TextDecoder().decode(this.#bytes.subarray(start, this.#at)))
  }

  #byte(): number {
    return this.#view.getUint8(this.#at++)
  }

  #int(): number {
    const value = this.#view.getInt32(this.#at, true)
    this.#at += 4
    return value
  }

  #skip(length: number): void {
    if (length < 0 || this.#at + length > this.#bytes.byteLength) throw new Unreadable()
    this.#at += length
  }
}
