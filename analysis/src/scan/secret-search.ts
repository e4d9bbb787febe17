import type { PackFile, PackFiles } from '../archive/pack-files.ts'
import type { Finding } from '../ground/finding.ts'
import { toFinding } from '../ground/finding.ts'
import { ownTokensIn } from './rules/secrets.ts'
import { committedSecret } from './rules/text.ts'
import { collect } from './scan-files.ts'
import { searchableTexts } from './searchable.ts'

/** How much of a pack is searched for secrets, in addition to the texts that are read anyway. */
interface SecretLimits {
  /** Bytes of all files, also in archives of the pack. */
  searchedBytes: number
  /** First bytes of a binary file. */
  startBytes: number
  /** First bytes of a picture, model or the like, and of all of them. */
  mediaStartBytes: number
  mediaBytes: number
}

const megabyte = 1024 * 1024

export const secretLimits: SecretLimits = {
  searchedBytes: 64 * megabyte,
  startBytes: megabyte,
  mediaStartBytes: megabyte / 16,
  mediaBytes: 16 * megabyte,
}

/** Files that hold no text, but can begin with some, such as a workflow. */
const media =
  /\.(png|jpe?g|gif|webp|bmp|ico|tiff?|avif|mp[34]|webm|wav|flac|ogg|mov|avi|safetensors|ckpt|pth?|onnx|bin|gguf|npz|npy|pkl|h5|ttf|otf|woff2?|so|dll|dylib|exe|pyd|wasm|psd|blend|glb|exr|cube)$/i

const notSearched = {
  id: 'secrets-not-searched',
  severity: 'low',
  why: 'A key or token in it would not have been found.',
  fix: 'Leave it out of the pack, or look through it yourself.',
} as const

/** Searches the files of one pack for secrets. */
export class SecretSearch {
  readonly findings: Finding[] = []
  /** Publish tokens of this registry. */
  readonly ownTokens = new Set<string>()
  readonly #limits: SecretLimits
  #left: number
  #mediaLeft: number
  readonly #searched = new Set<string>()
  readonly #skipped = new Set<string>()

  constructor(limits: SecretLimits = secretLimits) {
    this.#limits = limits
    this.#left = limits.searchedBytes
    this.#mediaLeft = limits.mediaBytes
  }

  /** Searches a text that was read for other reasons. */
  searchText(path: string, text: string, linesBefore = 0): void {
    const found = collect(path, text, [committedSecret], (rule) => rule.find(text, path))
    for (const finding of found) {
      const { line_number: line, message } = finding
      const placed = line === undefined ? finding : { ...finding, line_number: line + linesBefore }
      const isKnown = this.findings.some(
        (one) => one.file_path === path && one.line_number === placed.line_number && one.message === message,
      )
      if (!isKnown) this.findings.push(placed)
    }
    if (found.length > 0) for (const token of ownTokensIn(text)) this.ownTokens.add(token)
  }

  /**
   * Searches a file within the limits.
   * @param place its path in the pack, where the source is an archive of the pack
   */
  async searchFile(source: PackFiles, { path, size }: PackFile, place = path): Promise<void> {
    const { startBytes, mediaStartBytes } = this.#limits
    const isMedia = media.test(path)
    if (size === 0) return
    if (isMedia) this.#mediaLeft -= Math.min(size, mediaStartBytes)
    if (isMedia && this.#mediaLeft < 0) return this.skip(place)
    if (this.#left <= 0) return this.skip(place)
    const most = isMedia ? mediaStartBytes : startBytes
    for await (const { text, bytes, linesBefore, isOfText } of searchableTexts(source.pieces(path), most)) {
      if (this.#left <= 0) return this.skip(place)
      if (!isMedia || isOfText) this.#left -= bytes
      this.searchText(place, text, linesBefore)
      if (!isOfText && !isMedia && size > most) return this.skip(place)
    }
  }

  /** Notes an archive whose files are searched. */
  open(place: string): void {
    this.#searched.add(place)
  }

  isOpen(place: string): boolean {
    return this.#searched.has(place)
  }

  /** Notes a file that is not searched to its end. */
  skip(place: string): void {
    this.#skipped.add(place)
  }

  /** Returns all findings, with one about the files that were not searched. */
  conclude(): Finding[] {
    const [first] = this.#skipped
    if (first === undefined) return this.findings
    const count = this.#skipped.size - 1
    const others =
      count === 0 ? '' : count === 1 ? ', and neither was one other' : `, and neither were ${count} others`
    const message = `The file was not searched for secrets to its end${others}.`
    return [...this.findings, toFinding(notSearched, first, { message })]
  }
}
