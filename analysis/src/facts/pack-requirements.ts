import { manifestPath } from '../manifest/manifest.ts'
import { type LogicalLine, logicalLines, readRequirementLine } from '../requirements/lines.ts'

/** One line that installers of a pack follow, with its place. */
export interface PackRequirement {
  file: string
  line: number
  text: string
  /**
   * `constraint` limits versions without asking for the package; `script` is installed by code of the pack; `python` is
   * a range of Python versions.
   */
  kind: 'stated' | 'constraint' | 'script' | 'python'
}

/** The files and facts that a pack states its requirements in. */
interface PackSources {
  /** Texts of the pack by path, `requirements.txt` and the files it names among them. */
  texts: ReadonlyMap<string, string>
  stated: readonly string[]
  /** The project file's `requires-python`. */
  python?: string | undefined
  scripts: readonly { file: string; line: number; words: readonly string[] }[]
}

/** More are not stored. */
const maxPackRequirements = 500
const maxRequirementCharacters = 1000
const maxFiles = 50

/**
 * Collects the requirements of a pack: those of the project file, of `requirements.txt` at the top with the files that
 * it names, and those that code of the pack installs.
 */
export function packRequirements({ texts, stated, python, scripts }: PackSources): PackRequirement[] {
  const collected = new Collector(texts)
  const lines = linesOfTexts(texts.get(manifestPath) ?? '')
  const inManifest = (text: string, kind: PackRequirement['kind']) =>
    collected.add({ file: manifestPath, line: lines.get(text) ?? 1, text, kind })
  if (python !== undefined) inManifest(python, 'python')
  for (const text of stated) inManifest(text, 'stated')
  collected.follow('requirements.txt', 'stated')
  for (const { file, line, words } of scripts) collected.install(file, line, words)
  return collected.lines.slice(0, maxPackRequirements)
}

/** The first line with each text in quotes. */
function linesOfTexts(manifest: string): Map<string, number> {
  const lines = new Map<string, number>()
  for (const [i, line] of manifest.split('\n').entries())
    for (const [, double, single] of line.matchAll(/"([^"]*)"|'([^']*)'/g)) {
      const text = double ?? single ?? ''
      if (!lines.has(text)) lines.set(text, i + 1)
    }
  return lines
}

class Collector {
  readonly lines: PackRequirement[] = []
  readonly #texts: ReadonlyMap<string, string>
  /** Files name each other in circles. */
  readonly #read = new Set<string>()
  readonly #seen = new Set<string>()

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts
  }

  add({ file, line, text, kind }: PackRequirement): void {
    const trimmed = text.trim().slice(0, maxRequirementCharacters)
    const key = `${kind} ${trimmed}`
    if (this.lines.length >= maxPackRequirements || this.#seen.has(key)) return
    this.#seen.add(key)
    this.lines.push({ file, line, text: trimmed, kind })
  }

  follow(first: string, kind: PackRequirement['kind']): void {
    const waiting = [{ path: first, kind }]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { path, kind } = next
      const text = this.#texts.get(path)
      if (text === undefined || this.#read.has(path) || this.#read.size >= maxFiles) continue
      this.#read.add(path)
      const named = logicalLines(text).flatMap((line) => this.#take(path, line, kind))
      waiting.push(...named.reverse())
    }
  }

  /** Returns the other files that the line names. */
  #take(
    file: string,
    { line, text }: LogicalLine,
    kind: PackRequirement['kind'],
  ): { path: string; kind: PackRequirement['kind'] }[] {
    const read = readRequirementLine(text)
    if (read.kind === 'file') return [{ path: beside(file, read.path), kind }]
    if (read.kind === 'constraints') return [{ path: beside(file, read.path), kind: 'constraint' }]
    if (read.kind !== 'option' && read.kind !== 'blank') this.add({ file, line, text, kind })
    return []
  }

  /** `words` follow `pip install`. */
  install(file: string, line: number, words: readonly string[]): void {
    for (let i = 0; i < words.length; i++) {
      const word = words[i] ?? ''
      if (word === '-r' || word === '--requirement') {
        // A computed path is unknown, but is nearly always this file.
        const path = words[++i] ?? ''
        this.follow(path.includes('…') ? 'requirements.txt' : beside(file, path), 'script')
      } else if (
        /^(-i|-f|-c|-t|--index-url|--extra-index-url|--find-links|--target|--constraint)$/.test(word)
      )
        i++
      else if (!word.startsWith('-') && !word.includes('…') && word !== '')
        this.add({ file, line, text: word, kind: 'script' })
    }
  }
}

/** Returns the path that a line of a file names, such as `../base.txt`. */
export function beside(file: string, path: string): string {
  const parts = file.split('/').slice(0, -1)
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
