import { ProgramFailed } from '@nodeyard/outside/program'

export const maxRecordBytes = 64 * 1024

/** Reads exact amounts of bytes from a stream. */
export class ByteReader {
  readonly #chunks: AsyncGenerator<Buffer>
  #pending: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncGenerator<Buffer>) {
    this.#chunks = chunks
  }

  async line(): Promise<string> {
    let end = this.#pending.indexOf('\n')
    while (end < 0) {
      if (!(await this.#more())) return ''
      end = this.#pending.indexOf('\n')
      if (this.#pending.length > maxRecordBytes && end < 0)
        throw new ProgramFailed('git', 'A line is too long.')
    }
    const line = this.#pending.toString('utf8', 0, end)
    this.#pending = this.#pending.subarray(end + 1)
    return line
  }

  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    let left = length
    while (left > 0) {
      if (this.#pending.length === 0 && !(await this.#more()))
        throw new ProgramFailed('git', 'It ended too early.')
      const part = this.#pending.subarray(0, left)
      parts.push(part)
      left -= part.length
      this.#pending = this.#pending.subarray(part.length)
    }
    return Buffer.concat(parts)
  }

  async close(): Promise<void> {
    await this.#chunks.return(undefined)
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    if (done) return false
    this.#pending = this.#pending.length === 0 ? value : Buffer.concat([this.#pending, value])
    return true
  }
}
