/** Little-endian fields of a zip record. Reading beyond its end is a RangeError, never a wrong number. */
export class Fields {
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  u16(offset: number): number {
    return this.#view.getUint16(offset, true)
  }

  u32(offset: number): number {
    return this.#view.getUint32(offset, true)
  }

  /** Returns Infinity when the number is too large to be exact: it exceeds every limit and equals no size. */
  u64(offset: number): number {
    const value = this.#view.getBigUint64(offset, true)
    return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(value)
  }
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.byteLength !== b.byteLength) return false
  for (let i = 0; i < a.byteLength; i++) if (a[i] !== b[i]) return false
  return true
}

/** Whether the pattern occurs anywhere in the bytes. */
export function includesBytes(bytes: Uint8Array, pattern: readonly number[]): boolean {
  const first = pattern[0] ?? 0
  for (let i = bytes.indexOf(first); i >= 0; i = bytes.indexOf(first, i + 1)) {
    if (pattern.every((byte, offset) => bytes[i + offset] === byte)) return true
  }
  return false
}
