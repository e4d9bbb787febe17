import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { archiveLimits, NameRules } from '@nodeyard/analysis/archive'
import { ZipFile } from 'yazl'
import { bytesOfPointer, submodulesIn } from './left-elsewhere.ts'
import type { ReadingLimits } from './limits.ts'
import { ReadingRefused } from './refusal.ts'

/** Authors add this file to keep their repository from being read. */
export const optOutFile = '.nodeyard-opt-out'

const text =
  /\.(pyw?|pyi|[cm]?js|tsx?|jsx|json|toml|txt|md|markdown|rst|cfg|ini|ya?ml|csv|html?|css|sh|bat|ps1|ipynb|pth)$|(^|\/)(licen[cs]e|copying|unlicense|readme)([._-][^/]*)?$/i
const license = /^(licen[cs]e|copying|unlicense)([._-][^/]*)?$/i

/** Decision about a file by its path and size, before its content is read. */
export type Verdict = 'keep' | 'omit'

export interface BuiltPack {
  files: number
  omittedFiles: number
  omittedBytes: number
  /** The first thousand of them. */
  omittedPaths: readonly string[]
  /** The first hundred of them that the tool can run. */
  omittedCode: readonly string[]
  /** Folders of other repositories inside, which are not read. */
  submodules: string[]
}

const maxOmittedPaths = 1000
const maxOmittedCode = 100

const code = /\.(pyw?|pyc|pyd|so|dll|pth|[cm]?js)$/i

/**
 * Writes the files of a repository into an archive as clients would upload it: without links, without names that some
 * system cannot store, and without files over the limits. Holds one file in memory at a time.
 */
export class PackBuilder {
  readonly #zip = new ZipFile()
  readonly #written: Promise<void>
  readonly #limits: ReadingLimits
  readonly #folder: string
  readonly #names = new NameRules(archiveLimits)
  #entries = 0
  #seenBytes = 0
  #textBytes = 0
  #otherBytes = 0
  #files = 0
  #omittedFiles = 0
  #omittedBytes = 0
  readonly #omittedPaths: string[] = []
  readonly #omittedCode: string[] = []
  readonly #heedsOptOut: boolean
  #submodules: string[] = []

  /** @param folder only its files are packed, in lowercase; empty for all */
  constructor(path: string, folder: string, limits: ReadingLimits, { heedsOptOut = true } = {}) {
    this.#limits = limits
    this.#heedsOptOut = heedsOptOut
    this.#folder = folder === '' ? '' : `${folder}/`
    this.#written = pipeline(this.#zip.outputStream, createWriteStream(path, { mode: 0o600 }))
    // Awaited in `finish`; a failure before that must not end the process.
    this.#written.catch(() => {})
  }

  /** Counts an entry and decides about it. Throws once the repository exceeds a limit, or its author has opted out. */
  judge(path: string, size: number): Verdict {
    this.see(size)
    if (this.#heedsOptOut && path.toLowerCase() === this.#folder + optOutFile)
      throw new ReadingRefused('opted_out', `The repository contains ${path}.`)
    const inside = this.#inside(path)
    if (inside === undefined) return 'omit'
    const verdict = this.#fits(inside, size) && this.#names.accepts(inside) ? 'keep' : 'omit'
    if (verdict === 'omit') this.omit(size, path)
    return verdict
  }

  /** Counts an entry that is not a file. */
  see(size = 0): void {
    this.#seenBytes += size
    if (++this.#entries > this.#limits.entries)
      throw new ReadingRefused('too_large', `It has more than ${this.#limits.entries} files and folders.`)
    if (this.#seenBytes > this.#limits.unpackedBytes)
      throw new ReadingRefused('too_large', `Its files have more than ${this.#limits.unpackedBytes} bytes.`)
  }

  /** Counts a file that cannot be packed, such as a link. */
  omit(size = 0, path = ''): void {
    this.#omittedFiles++
    this.#omittedBytes += size
    const inside = this.#inside(path)
    if (inside && this.#omittedPaths.length < maxOmittedPaths) this.#omittedPaths.push(inside)
    if (inside && code.test(inside) && this.#omittedCode.length < maxOmittedCode)
      this.#omittedCode.push(inside)
  }

  /** Adds a file to keep, unless its content is at another place. */
  async add(path: string, content: Buffer): Promise<void> {
    const inside = this.#inside(path)
    if (inside === undefined) return
    const pointedBytes = bytesOfPointer(content)
    if (pointedBytes !== undefined) return this.omit(pointedBytes, path)
    if (inside === '.gitmodules') this.#submodules = submodulesIn(content)
    this.#files++
    const source = Readable.from([content])
    const read = new Promise<void>((resolve) => source.once('end', resolve))
    this.#zip.addReadStreamLazy(inside, { mtime, mode: 0o100644, compressionLevel: 1 }, (give) =>
      give(null, source),
    )
    await Promise.race([read, this.#written])
  }

  async finish(): Promise<BuiltPack> {
    this.#zip.end()
    await this.#written
    return {
      files: this.#files,
      omittedFiles: this.#omittedFiles,
      omittedBytes: this.#omittedBytes,
      omittedPaths: this.#omittedPaths,
      omittedCode: this.#omittedCode,
      submodules: this.#submodules,
    }
  }

  /** The path inside the folder. The license of the whole repository belongs to each folder. */
  #inside(path: string): string | undefined {
    if (path.toLowerCase().startsWith(this.#folder)) return path.slice(this.#folder.length)
    return license.test(path) ? path : undefined
  }

  #fits(path: string, size: number): boolean {
    if (size > this.#limits.fileBytes) return false
    if (text.test(path)) {
      if (this.#textBytes + size > this.#limits.textBytes) return false
      this.#textBytes += size
      return true
    }
    if (this.#otherBytes + size > this.#limits.otherBytes) return false
    this.#otherBytes += size
    return true
  }
}

/** The same files give the same bytes. */
const mtime = new Date(1980, 0, 1)
