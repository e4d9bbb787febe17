import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of a mirror: `catalogue/latest` and `catalogue/{digest}`, as they stand below the address of a registry. */
export class MirrorFolder {
  readonly #root: string
  readonly #files: string

  constructor(root: string) {
    this.#root = root
    this.#files = join(root, 'catalogue')
  }

  readKeys(): Promise<string | undefined> {
    return readIfThere(join(this.#root, 'keys.json'))
  }

  writeKeys(text: string): Promise<void> {
    return writeWhole(this.#root, 'keys.json', Buffer.from(text))
  }

  readPointer(): Promise<string | undefined> {
    return readIfThere(join(this.#files, 'latest'))
  }

  /** The last of all: from then on the files that it names are looked for. */
  writePointer(text: string): Promise<void> {
    return writeWhole(this.#files, 'latest', Buffer.from(text))
  }

  /** Undefined when it is not there, or not what its name says any more. */
  async readFile(digest: string): Promise<Buffer | undefined> {
    const bytes = await readFile(join(this.#files, digest)).catch(() => undefined)
    return bytes && digestOf(bytes) === digest ? bytes : undefined
  }

  writeFile(digest: string, bytes: Buffer): Promise<void> {
    return writeWhole(this.#files, digest, bytes)
  }

  /** Removes all files but these. Nothing is touched that no mirror writes. */
  async keepOnly(digests: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.#files)) {
      const isOurs = /^[0-9a-f]{64}$/.test(name) || name.endsWith(unfinished)
      if (isOurs && !digests.has(name)) await rm(join(this.#files, name), { force: true })
    }
  }
}

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const unfinished = '.unfinished'

const readIfThere = (path: string) => readFile(path, 'utf8').catch(() => undefined)

/** Readers see the old bytes or the new ones, also after a power cut. */
async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${name}${unfinished}`)
  const file = await open(path, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(path, join(folder, name))
}
