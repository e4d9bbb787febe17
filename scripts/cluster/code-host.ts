import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Behavior, RepositoryHost } from '../../server/test/fakes/repository-host.ts'
import type { TarEntry } from '../../server/test/fakes/tarball.ts'

const repositories = 24
const checkEachMs = 2000
/** A paused host is asked again after minutes. */
const readWithinMs = 10 * 60_000

/** A code host whose repositories a cluster reads. */
export class TrialCodeHost {
  readonly #host = new RepositoryHost()
  #url = ''

  /** Starts it, and returns the settings of processes that read from it. */
  async start(): Promise<Record<string, string>> {
    this.#url = await this.#host.listen()
    return { READINGS: 'host', CODE_HOST_URL: this.#url, CODE_HOST_API_URL: `${this.#url}/api` }
  }

  close(): Promise<void> {
    return this.#host.close()
  }

  /** Makes all repositories behave in some way. */
  behave(behavior: Behavior): void {
    for (let at = 0; at < repositories; at++) this.#host.put(`trial/pack-${at}`, filesOf(at), { behavior })
  }

  /** Writes a list to import, with an unclaimed node per repository. */
  async writeList(folder: string): Promise<string> {
    const path = join(folder, 'repositories.jsonl')
    const lines = Array.from({ length: repositories }, (_, at) =>
      JSON.stringify({ id: `trial-pack-${at}`, repository: `${this.#url}/trial/pack-${at}` }),
    )
    await writeFile(path, lines.join('\n'))
    return path
  }

  /** Resolves once something was requested again. */
  async untilAsked(): Promise<void> {
    const before = this.#host.requests.length
    await until(async () => this.#host.requests.length > before, 'The code host was not asked again.')
  }

  /** Resolves once the repositories were read. `count` returns how many were. */
  untilRead(count: () => Promise<number>): Promise<void> {
    return until(async () => (await count()) === repositories, 'Not all repositories were read.')
  }
}

const filesOf = (at: number): TarEntry[] => [
  { path: 'LICENSE', content: 'MIT License' },
  {
    path: '__init__.py',
    content: `class Trial:\n    pass\n\nNODE_CLASS_MAPPINGS = {"Trial ${at}": Trial}\n`,
  },
]

async function until(isDone: () => Promise<boolean>, problem: string): Promise<void> {
  for (let waitedMs = 0; !(await isDone()); waitedMs += checkEachMs) {
    if (waitedMs > readWithinMs) throw new Error(problem)
    await pause(checkEachMs)
  }
}
