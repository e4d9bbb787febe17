import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** Files of a mirror under the same paths as in a registry's API: `catalogue/latest` and `catalogue/{digest}`. */
export class MirrorFolder {
  readonly #root: string
  readonly #files: string
  readonly #newId: () => string

  constructor(root: string, newId: () => string) {
    this.#root = root
    this.#newId = newId
    this.#files = join(root, 'catalogue')
  }

  readKeys(): Promise<string | undefined> {
    return readIfThere(join(this.#root, 'keys.json'))
  }

  writeKeys(text: string): Promise<void> {
    return this.#writeWhole(this.#root, 'keys.json', Buffer.from(text))
  }

  readPointer(): Promise<string | undefined> {
    return readIfThere(join(this.#files, 'latest'))
  }

  /** Call it last: from then on, clients request the files that the pointer names. */
  writePointer(text: string): Promise<void> {
    return this.#writeWhole(this.#files, 'latest', Buffer.from(text))
  }

  /** Returns undefined if the file is missing or does not match its digest. */
  async readFile(digest: string): Promise<Buffer | undefined> {
    const bytes = await readFile(join(this.#files, digest)).catch(absentAsUndefined)
    return bytes && digestOf(bytes) === digest ? bytes : undefined
  }

  /** Compares only the length. The digest was verified when the file was written. */
  async hasFile(digest: string, bytes: number): Promise<boolean> {
    return (await stat(join(this.#files, digest)).catch(absentAsUndefined))?.size === bytes
  }

  writeFile(digest: string, bytes: Buffer): Promise<void> {
    return this.#writeWhole(this.#files, digest, bytes)
  }

  /** Marks files as needed until now. */
  async touch(digests: Iterable<string>, now: Date): Promise<void> {
    for (const digest of digests) await utimes(join(this.#files, digest), now, now).catch(absentAsUndefined)
  }

  /** Removes older files unless they are needed. Ignores files that mirrors do not write. */
  async removeOlder(before: Date, needed: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.#files)) {
      const isOurs = /^[0-9a-f]{64}$/.test(name) || name.endsWith(unfinished)
      if (!isOurs || needed.has(name)) continue
      const found = await stat(join(this.#files, name)).catch(absentAsUndefined)
      if (found && found.mtime < before) await rm(join(this.#files, name), { force: true })
    }
  }

  /** Readers see either the old or the new bytes, even after a power failure. */
  async #writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true })
    // Another mirror may write to the same folder.
    const path = join(folder, `${name}.${this.#newId()}${unfinished}`)
    try {
      await writeSynced(path, bytes)
      await rename(path, join(folder, name))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }
}

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const unfinished = '.unfinished'

/** Only a missing file counts as absent. If an unreadable one did, the trusted keys would be replaced. */
function absentAsUndefined(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

const readIfThere = (path: string) => readFile(path, 'utf8').catch(absentAsUndefined)

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
