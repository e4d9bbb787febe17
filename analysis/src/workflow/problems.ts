import { defined } from '../ground/defined.ts'
import { folderOfInput } from './models/loaders.ts'
import { packageOf } from './module-packages.ts'

/** A problem that a log, a traceback, or pip states. Names are as in the text. */
export type StatedProblem =
  /** A pack that was not imported, or whose code threw. */
  | { kind: 'pack_failed'; folder: string; reason?: string }
  /** A file with nodes of the tool itself that was not imported. */
  | { kind: 'tool_failed'; file: string; reason?: string }
  /** A Python module that is not there, or that is there without this symbol; `package` provides it. */
  | { kind: 'module_missing'; module: string; symbol?: string; package?: string; folder?: string }
  /** A requirement, such as `numpy<2`, without an installed package that meets it; `by` is the package that has it. */
  | { kind: 'requirement_unmet'; requirement: string; by?: string; installed?: string }
  /** A value that a node cannot choose, mostly a model that is not in its folder. */
  | { kind: 'value_missing'; value: string; node?: string; input?: string; folder?: string }
  /** A node for which the memory of the graphics card or the computer was too small. */
  | { kind: 'out_of_memory'; node?: string }
  /** A node of a prompt without a type; `id` is its number there. */
  | { kind: 'type_missing'; id?: string }
  /** A file of code that belongs to a pack and is not there, as in a clone without submodules. */
  | { kind: 'files_missing'; folder: string; file: string }
  /** A file that pip could not write, mostly because the tool is running. */
  | { kind: 'install_blocked'; file: string }
  /** A package that was built for another torch than the installed one, which has this version. */
  | { kind: 'build_mismatch'; package: string; torch?: string; folder?: string }

interface Place {
  folder?: string
  file?: string
  /** The module of the library whose code is the innermost. */
  library?: string | undefined
}

const maxProblems = 200
const longestReason = 300
const longestLine = 4_000

/** The path of a file or folder within the folder of packs. */
const packPath = /custom_nodes[\\/]+([\w.@+-]{1,100})/
/** The path of a file that belongs to the tool. */
const toolPath = /(?:^|[\\/"])((?:comfy_api_nodes|comfy_extras|comfy)[\\/][\w\\/.-]{1,200}\.py)/
/** The module of a library in the folder of installed packages. */
const libraryPath = /(?:site|dist)-packages[\\/]+(\w{1,100})/
const frame = /^\s{0,40}File "([^"]{1,1000})", line \d{1,7}/
const thrown = /^(?:\w{1,60}\.){0,6}\w{0,60}(?:Error|Exception|Conflict|NotFound)(?:: ?(.{0,2000}))?$/
const notImported = /Cannot import (.{1,1000}?) module for custom nodes: ?(.{0,2000})$/
const outOfMemory =
  /OutOfMemoryError|CUDA out of memory|MPS backend out of memory|not enough memory: you tried to allocate|Allocation on device|Got an OOM/
const typeMissing = /missing the class_type property/
/** A report of the tool names the node that failed. */
const reportedNode = /^\W{0,6}Node Type:\W{0,4}\s(.{1,200})$/
const reportedId = /\bNode ID ['"]#?([\w:.-]{1,40})['"]/
const importTime = /\d seconds( \(IMPORT FAILED\))?: (.{1,1000})$/
const importFailed = /IMPORT FAILED: ?(.{1,1000})$/

/** Reads the problems that a text states, each once, in their order. */
export function problemsIn(text: string): StatedProblem[] {
  const found = new Found()
  let place: Place | undefined
  let node: string | undefined
  for (const raw of text.split(/\r\n?|\n/)) {
    const line = raw.slice(0, longestLine).trimEnd()
    const [, path] = frame.exec(line) ?? []
    if (path !== undefined) {
      const folder = packPath.exec(path)?.[1]
      const file = toolPath.exec(path)?.[1]
      // The innermost file of a pack is the cause, also where it calls the tool or a library.
      const known = folder ? { folder } : { ...place, ...(place?.folder ? {} : defined({ file })) }
      place = { ...known, library: libraryPath.exec(path)?.[1] }
      continue
    }
    node = nodeIn(line) ?? node
    found.addReported(line)
    found.addRequirements(line)
    found.addValues(line, node)
    const [, module, reason = ''] = notImported.exec(line) ?? []
    const [, failure, timed] = importTime.exec(line) ?? []
    const [, failed] = timed === undefined ? (importFailed.exec(line) ?? []) : []
    const message = thrown.exec(withoutPrefix(line))
    if (module !== undefined) {
      found.addFailure(lastPart(module), reason)
      // Some consoles wrap the line before the reason.
      place = reason === '' ? { folder: lastPart(module) } : undefined
    } else if (failure) found.addFailure(lastPart(timed ?? ''), '')
    else if (failed !== undefined) found.addImport(failed)
    else if (message && place) {
      found.addThrown(place, withoutPrefix(line))
      place = undefined
    } else found.addModules(line, place)
    if (/^Traceback \(most recent call last\)/.test(withoutPrefix(line))) place = {}
  }
  return found.list()
}

/** Logs have times, levels and colored names before a message. */
const withoutPrefix = (line: string) =>
  line.replace(/^(?:\s{0,20}\[[^\]]{1,60}\]){1,4}\s?/, '').replace(/^(?:ERROR|!!!)[: -]{1,3}/, '')

const lastPart = (path: string): string =>
  path
    .trim()
    .split(/[\\/]+/)
    .filter(Boolean)
    .at(-1) ?? ''

/** The node whose inputs the next lines name, as `NAME:` or `* NAME 4:`. */
function nodeIn(line: string): string | undefined {
  const [, listed] = /^[ \t]{0,20}\*[ \t]{1,4}(.{1,200}?)[ \t]{1,4}[\d:]{1,30}:$/.exec(line) ?? []
  const [, headed] = /^([^\s:"'{}][^:"'{}]{0,200}):(?: Model in folder .{0,500})?$/.exec(line) ?? []
  return listed ?? (headed?.startsWith('Traceback') ? undefined : headed)
}

const moduleForms: readonly RegExp[] = [
  /No module named ['"]?(?<module>[\w.-]{1,100})/,
  /cannot import name ['"](?<symbol>[\w.]{1,100})['"] from (?:partially initialized module )?['"]?(?<module>[\w.]{1,100})/i,
  /DLL load failed while importing (?<module>[\w.]{1,100})/,
  /module ['"](?<module>[\w.]{1,100})['"] has no attribute ['"](?<symbol>[\w.]{1,100})['"]/,
]

const requirementForms: readonly RegExp[] = [
  /(?<by>[A-Za-z\d][\w.-]{0,80} \w(?:[\w.!+-]{0,58}\w)?) requires (?<requirement>[A-Za-z\d][\w.-]{0,80}.{0,200}?), but you have (?<installed>[A-Za-z\d][\w.-]{0,80} \w(?:[\w.!+-]{0,58}\w)?) which is incompatible/,
  /(?<by>[A-Za-z\d][\w.-]{0,80} \w(?:[\w.!+-]{0,58}\w)?) requires (?<requirement>[A-Za-z\d][\w.-]{0,80}.{0,200}?), which is not installed/,
  /^\s{1,12}(?<by>[A-Za-z\d][\w.-]{0,80}(?: \w(?:[\w.!+-]{0,58}\w)?)?) depends on (?<requirement>[A-Za-z\d][\w.-]{0,80}.{0,200})$/,
  /^\s{1,12}(?<by>The user) requested (?<requirement>[A-Za-z\d][\w.-]{0,80}.{0,200})$/,
  /(?<requirement>[A-Za-z\d][\w.-]{0,80}[<>=!~][^ ]{1,120}) is required for a normal functioning of this module, but found (?<installed>[A-Za-z\d][\w.-]{0,80}==\w(?:[\w.!+-]{0,58}\w)?)/,
  /VersionConflict: \((?<installed>[A-Za-z\d][\w.-]{0,80} \w(?:[\w.!+-]{0,58}\w)?)[^)]{0,300}\), Requirement\.parse\(['"](?<requirement>[^'"]{1,200})['"]\)/,
  /No matching distribution found for (?<requirement>[A-Za-z\d][\w.-]{0,80}\S{0,120})/,
]
/** Errors of modules that were built for another version of a package, with the version that they need and the installed one. */
const builtForms: readonly { form: RegExp; needed: string; installed: string }[] = [
  { form: /NumPy (?<version>\d[\d.]{0,20}) as it may crash/, needed: 'numpy<2', installed: 'numpy' },
  {
    form: /numpy\.core\.multiarray failed to import|_ARRAY_API not found/,
    needed: 'numpy<2',
    installed: 'numpy 2',
  },
  { form: /numpy\.dtype size changed.{1,80}Expected 96 /, needed: 'numpy>=2', installed: 'numpy 1' },
  { form: /numpy\.dtype size changed.{1,80}Expected 8\d /, needed: 'numpy<2', installed: 'numpy 2' },
  {
    form: /Descriptors cannot (?:not )?be created directly/,
    needed: 'protobuf<3.21',
    installed: 'protobuf 4',
  },
]
const noFile =
  /No such file or directory: ['"][^'"]{0,600}custom_nodes[\\/]+([\w.@+-]{1,100})[\\/]+([^'"]{1,300}\.py)['"]/
const blocked = /due to an OSError: \[(?:WinError (?:5|32)|Errno 13)\].{1,100}?: ['"]([^'"]{1,600})['"]/
const mismatch =
  /\b(torchaudio|torchvision|xformers)\b.{0,400}(?:undefined symbol|Symbol not found|procedure could not be found)|PyTorch and (TorchAudio|torchvision) were compiled with different CUDA/
const torchVersion = /pytorch version: (\d{1,2}\.\d{1,2}\.\d{1,2}(?:\+[a-z]{2,5}[\d.]{0,6})?)$/

class Found {
  readonly #all = new Map<string, StatedProblem>()
  /** Facts that stand on lines of their own. */
  readonly #reported: {
    node?: string
    id?: string
    isOutOfMemory?: true
    isTypeMissing?: true
    torch?: string
  } = {}

  list(): StatedProblem[] {
    const { node, id, isOutOfMemory, isTypeMissing } = this.#reported
    const all: StatedProblem[] = [
      ...(isOutOfMemory ? [{ kind: 'out_of_memory' as const, ...defined({ node }) }] : []),
      ...(isTypeMissing ? [{ kind: 'type_missing' as const, ...defined({ id }) }] : []),
      ...this.#all.values(),
    ]
    const explained = new Set(
      all.flatMap((one) =>
        'folder' in one &&
        one.folder &&
        one.kind !== 'value_missing' &&
        (one.kind !== 'pack_failed' || one.reason)
          ? one.folder.toLowerCase()
          : [],
      ),
    )
    // The line about the import repeats the message without the type of the error.
    const isRepeated = ({ folder, reason }: StatedProblem & { kind: 'pack_failed' }) =>
      all.some(
        (one) => one.kind === 'pack_failed' && one.folder === folder && one.reason?.endsWith(`: ${reason}`),
      )
    const isVague = ({ requirement, installed }: StatedProblem & { kind: 'requirement_unmet' }) =>
      all.some(
        (one) =>
          one.kind === 'requirement_unmet' &&
          one.requirement === requirement &&
          one.installed?.startsWith(`${installed}.`),
      )
    return all.filter((one) => {
      if (one.kind === 'requirement_unmet') return !isVague(one)
      if (one.kind !== 'pack_failed') return true
      return one.reason ? !isRepeated(one) : !explained.has(one.folder.toLowerCase())
    })
  }

  #add(problem: StatedProblem, isSurer = false): void {
    const named = problem.kind === 'module_missing' ? { ...problem, package: undefined } : problem
    const key = JSON.stringify(named).toLowerCase()
    if (this.#all.has(key) ? isSurer : this.#all.size < maxProblems) this.#all.set(key, problem)
  }

  addReported(line: string): void {
    const [, node] = reportedNode.exec(line) ?? []
    const [, id] = reportedId.exec(line) ?? []
    Object.assign(this.#reported, defined({ node: node?.trim(), id }))
    if (outOfMemory.test(line)) this.#reported.isOutOfMemory = true
    if (typeMissing.test(line)) this.#reported.isTypeMissing = true
    const [, torch] = torchVersion.exec(line) ?? []
    if (torch !== undefined) this.#reported.torch = torch
    const [, file] = blocked.exec(line) ?? []
    if (file !== undefined) this.#add({ kind: 'install_blocked', file: lastPart(file) })
  }

  addFailure(folder: string, reason: string): void {
    if (folder === '') return
    if (reason !== '' && this.addModules(reason, { folder })) return
    this.#add({
      kind: 'pack_failed',
      folder,
      ...defined({ reason: reason.slice(0, longestReason) || undefined }),
    })
  }

  /** A name alone is a pack or, with the ending of a file, a part of the tool. */
  addImport(path: string): void {
    const last = lastPart(path)
    if (last.endsWith('.py') && !packPath.test(path)) this.#add({ kind: 'tool_failed', file: last })
    else this.addFailure(packPath.exec(path)?.[1] ?? last, '')
  }

  addThrown(place: Place, message: string): void {
    const { folder, file } = place
    const reason = message.slice(0, longestReason)
    // The pack whose code asked for the last bytes is not the cause.
    if (outOfMemory.test(message) || this.addModules(message, place)) return
    if (folder) this.#add({ kind: 'pack_failed', folder, reason })
    else if (file) this.#add({ kind: 'tool_failed', file, reason })
  }

  addModules(line: string, { folder, library }: Place = {}): boolean {
    if (this.#addBroken(line, folder)) return true
    for (const form of moduleForms) {
      const { module: stated = '', symbol } = form.exec(line)?.groups ?? {}
      const module = stated.replace(/\.{1,100}$/, '')
      // A pack that imports its own parts by its folder is damaged, and no package repairs it.
      if (module === '' || (module.includes('custom_nodes') && !folder)) continue
      const provider = module.includes('custom_nodes') ? undefined : packageOf(module, symbol)
      const [root = ''] = module.split('.')
      // A library that does not find a symbol of another one is too old for it.
      const isOfLibrary = symbol && library && library !== root && provider === packageOf(root)
      const old = isOfLibrary ? packageOf(library) : undefined
      this.#add(
        { kind: 'module_missing', module, ...defined({ symbol, package: old ?? provider, folder }) },
        old !== undefined,
      )
      return true
    }
    return false
  }

  #addBroken(line: string, folder: string | undefined): boolean {
    const [, pack, file] = noFile.exec(line) ?? []
    if (pack !== undefined && file !== undefined) {
      this.#add({ kind: 'files_missing', folder: pack, file: file.replace(/[\\/]+/g, '/') })
      return true
    }
    const [, built, cuda] = mismatch.exec(line) ?? []
    const name = (built ?? cuda)?.toLowerCase()
    if (name === undefined) return false
    this.#add({ kind: 'build_mismatch', package: name, ...defined({ torch: this.#reported.torch, folder }) })
    return true
  }

  addRequirements(line: string): void {
    for (const form of requirementForms) {
      const { requirement, by, installed } = form.exec(line)?.groups ?? {}
      if (requirement)
        this.#add({
          kind: 'requirement_unmet',
          requirement: requirement.trim(),
          ...defined({ by, installed: installed?.replace('==', ' ') }),
        })
    }
    for (const { form, needed, installed } of builtForms) {
      const match = form.exec(line)
      if (!match) continue
      const version = match.groups?.['version']?.replace(/\.$/, '')
      const stated = version === undefined ? installed : `${installed} ${version}`
      this.#add({ kind: 'requirement_unmet', requirement: needed, installed: stated })
    }
  }

  addValues(line: string, node: string | undefined): void {
    const [, input, value] = /\b(\w{1,80}): ['"](.{1,300}?)['"] not in (?:\[|\(list)/.exec(line) ?? []
    if (input !== undefined && value !== undefined) {
      const folder = folderOfInput(input, node)
      this.#add({ kind: 'value_missing', value, input, ...defined({ node, folder }) })
    }
    const [, folder, name] =
      /Model in folder '([^']{1,100})' with filename '([^']{1,300})' not found/.exec(line) ?? []
    if (folder !== undefined && name !== undefined)
      this.#add({ kind: 'value_missing', value: name, folder, ...defined({ node }) })
  }
}
