const growth = 1.25

/** Bytes that become more, with numbers of up to 32 bits among them that take the fewer the smaller they are. */
export class ByteWriter {
  #bytes: Uint8Array
  length = 0

  constructor(room: number) {
    this.#bytes = new Uint8Array(Math.max(room, 64))
  }

  writeNumber(value: number): void {
    if (this.length + mostBytesOfNumber > this.#bytes.length) this.#grow(mostBytesOfNumber)
    let rest = value
    while (rest > 127) {
      this.#bytes[this.length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.#bytes[this.length++] = rest
  }

  writeBytes(bytes: Uint8Array, begin: number, end: number): void {
    if (this.length + end - begin > this.#bytes.length) this.#grow(end - begin)
    // They are too few for a copy of a part to pay.
    for (let at = begin; at < end; at++) this.#bytes[this.length++] = bytes[at] as number
  }

  /** A copy of its own where less is used than there is room for, so that the rest is free again. */
  finish(): Uint8Array {
    return this.#bytes.length === this.length ? this.#bytes : this.#bytes.slice(0, this.length)
  }

  #grow(by: number): void {
    const larger = new Uint8Array(Math.ceil((this.length + by) * growth))
    larger.set(this.#bytes.subarray(0, this.length))
    this.#bytes = larger
  }
}

const mostBytesOfNumber = 5
