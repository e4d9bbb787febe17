import type { PackFile, PackFiles } from '../../archive/pack-files.ts'
import { defined } from '../../ground/defined.ts'
import { compareText, type Finding, isBlocking, type Severity } from '../../ground/finding.ts'
import { textsIn } from '../../python/python-words.ts'
import { type CountedPart, type GroundPart, partOf } from './part.ts'
import { PythonGrounds } from './python-grounds.ts'
import { ScriptGrounds } from './script-grounds.ts'

/**
 * The code that a finding rests on: a function with the pack's code on the way to it, a file, or a line of a list. A
 * decision about a finding stands as long as the grounds have the same digest.
 */
export interface Grounds {
  rule: string
  severity: Severity
  file: string
  line?: number
  message: string
  /** The function or class at the finding; empty outside both. */
  name: string
  /** SHA-256 of the rule and of everything that counts, whatever the order and the place of the parts. */
  digest: string
  parts: GroundPart[]
}

interface Pack {
  source: PackFiles
  files: readonly PackFile[]
  python: ConstructorParameters<typeof PythonGrounds>[0]
  scripts: ReadonlyMap<string, string>
}

/** Larger files are known by their start and their size. */
const largestFile = 64 * 1024 * 1024
/** A pack with more findings than this is decided as a whole. */
const maxFindings = 100

/** Returns the grounds of each finding that holds a version, in the order of the findings. */
export async function findGrounds(findings: readonly Finding[], pack: Pack): Promise<Grounds[]> {
  const blocking = findings.filter(isBlocking).slice(0, maxFindings)
  if (blocking.length === 0) return []
  const reader = new GroundReader(pack)
  const grounds: Grounds[] = []
  for (const finding of blocking) grounds.push(await groundsOf(finding, await reader.partsOf(finding)))
  return grounds
}

/** Describes a finding that rests on something else than files, such as a name. */
export function groundsOfText(finding: Finding, text: string): Promise<Grounds> {
  return groundsOf(finding, [{ file: finding.file_path ?? '', name: '', line: 0, text, counts: text }])
}

async function groundsOf(finding: Finding, parts: readonly CountedPart[]): Promise<Grounds> {
  const { rule, severity, message, file_path: file = '', line_number: line } = finding
  const counted = [...new Set(parts.map(({ counts }) => counts))].toSorted(compareText)
  return {
    rule,
    severity,
    file,
    ...defined({ line }),
    message,
    name: parts.findLast((part) => part.file === file && part.line <= (line ?? 1))?.name ?? '',
    digest: await sha256(new TextEncoder().encode([rule, ...counted].join('\0'))),
    parts: parts.map(({ counts: _, ...part }) => part),
  }
}

class GroundReader {
  readonly #pack: Pack
  readonly #sizes: ReadonlyMap<string, number>
  readonly #names: ReadonlyMap<string, readonly string[]>
  #python: PythonGrounds | undefined
  #scripts: ScriptGrounds | undefined

  constructor(pack: Pack) {
    this.#pack = pack
    this.#sizes = new Map(pack.files.map(({ path, size }) => [path, size]))
    this.#names = Map.groupBy([...this.#sizes.keys()], nameIn)
  }

  async partsOf(finding: Finding): Promise<CountedPart[]> {
    const { rule, file_path: path = '', line_number: line = 1, code_snippet: snippet } = finding
    if (isList.test(path) && snippet !== undefined) return [requirementPart(path, snippet)]
    const code = this.#codeAt(path, line)
    if (!code) return [await this.#filePart(path)]
    const files = code.flatMap(({ text = '' }) => this.#filesIn(text, rule))
    const named = await Promise.all([...new Set(files)].slice(0, 20).map((file) => this.#filePart(file)))
    return [...code, ...named]
  }

  #codeAt(path: string, line: number): CountedPart[] | undefined {
    if (/\.pyw?$/i.test(path)) {
      this.#python ??= new PythonGrounds(this.#pack.python)
      return this.#python.partsOf(path, line)
    }
    if (!/\.[cm]?js$/i.test(path)) return undefined
    this.#scripts ??= new ScriptGrounds(this.#pack.scripts)
    return this.#scripts.partsOf(path, line)
  }

  /** Files of the pack that code names in a text, if they can run or be unpacked. */
  #filesIn(code: string, rule: string): string[] {
    const found: string[] = []
    for (const { start, end } of textsIn(code)) {
      const text = code.slice(start + 1, end - 1).replace(/^["'./\\]+/, '')
      if (text.length > 200 || !/\.\w+$/.test(text) || (!canRun.test(text) && !readsData.test(rule))) continue
      const paths = (this.#names.get(nameIn(text)) ?? []).filter((path) => `/${path}`.endsWith(`/${text}`))
      // A name that many folders have tells nothing.
      if (paths.length <= 2) found.push(...paths)
    }
    return found
  }

  /** An archive inside the pack stands for its files. */
  async #filePart(path: string): Promise<CountedPart> {
    let file = path
    while (!this.#sizes.has(file) && file.includes('/')) file = file.slice(0, file.lastIndexOf('/'))
    const size = this.#sizes.get(file)
    const part = { file: path, name: '', line: 1 }
    if (size === undefined) return { ...part, counts: path }
    const bytes =
      size > largestFile
        ? await this.#pack.source.readStart(file, largestFile)
        : await this.#pack.source.read(file)
    return { ...part, file, counts: `${size} ${await sha256(bytes)}` }
  }
}

const isList = /(^|\/)(requirements[^/]*\.txt|pyproject\.toml)$/i
const canRun =
  /\.(pyw?|pth|[cm]?js|sh|bash|bat|cmd|ps1|exe|so|dll|dylib|pyd|pkl|pickle|pt|ckpt|bin|npy|npz|whl|zip|tar|gz|jar)$/i
/** Rules about files of the pack that run whatever their name is. */
const readsData = /^(disguised|hidden|dynamic|marshalled)-/

/** Another version of the same package changes nothing, unless it comes from an address. */
function requirementPart(path: string, requirement: string): CountedPart {
  const name = requirement.includes('/')
    ? requirement
    : (/^[\w.-]+/.exec(requirement.trim())?.[0] ?? requirement)
  return partOf({ file: path, name: '', line: 1, text: requirement, counts: name.toLowerCase() })
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
