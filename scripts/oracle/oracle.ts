import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Debian's interpreter, which has `python3-resolvelib` and `python3-packaging` where they are installed. */
const python = '/usr/bin/python3'

/** A running oracle, which answers one question after the other. */
export class Oracle {
  readonly #process = spawn(python, [join(import.meta.dirname, 'oracle.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  readonly #lines = createInterface(this.#process.stdout)[Symbol.asyncIterator]()

  async ask<Answer>(question: { kind: string } & Record<string, unknown>): Promise<Answer> {
    this.#process.stdin.write(`${JSON.stringify(question)}\n`)
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('The oracle has stopped. It needs python3-resolvelib and python3-packaging.')
    return JSON.parse(value) as Answer
  }

  async close(): Promise<void> {
    this.#process.stdin.end()
    if (this.#process.exitCode === null) await once(this.#process, 'exit')
  }
}
