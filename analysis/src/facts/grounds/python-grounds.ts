import { compareText } from '../../ground/finding.ts'
import { type Import, PythonFile, type Unit } from '../../python/python-file.ts'
import type { Word } from '../../python/python-words.ts'
import { type CountedPart, partOf } from './part.ts'

/** More code than this is not read by the person who decides. */
const maxUnits = 60
const maxStatements = 300
const maxFiles = 20
/** A longer statement outside functions is read line by line. */
const mostOfBlock = 30
const maxRounds = 20
const maxFollowed = 30
const deepest = 5
/** A function with more calls is a tool for everything; only the addresses that it gets count. */
const maxCallers = 8

type Source = Parameters<typeof PythonFile.read>[0]

/** Finds the code that a finding in Python rests on, over all files of a pack. */
export class PythonGrounds {
  readonly #files = new Map<string, PythonFile>()
  readonly #unclear = new Set<string>()

  constructor(sources: readonly Source[]) {
    for (const source of sources) {
      const file = PythonFile.read(source)
      if (file) this.#files.set(source.path, file)
      else this.#unclear.add(source.path)
    }
  }

  /** Returns undefined if only the file as a whole can be named. */
  partsOf(path: string, line: number): CountedPart[] | undefined {
    const file = this.#files.get(path)
    if (!file || file.length === 0) return undefined
    return new Collector(this.#files).collect(file, file.statementAt(line))
  }
}

/** A function whose result, or whose arguments, are on the way to the finding. */
interface Visit {
  unit: Unit
  depth: number
}

/** Collects code for one finding. */
class Collector {
  readonly #files: ReadonlyMap<string, PythonFile>
  readonly #units = new Set<Unit>()
  readonly #statements = new Map<PythonFile, Set<number>>()
  readonly #classes = new Set<Unit>()
  readonly #attributes = new Set<string>()
  readonly #called = new Set<Unit>()
  /** Files of code beyond the limits. */
  readonly #whole = new Set<PythonFile>()
  #count = 0
  readonly #queue: Visit[] = []

  constructor(files: ReadonlyMap<string, PythonFile>) {
    this.#files = files
  }

  collect(file: PythonFile, statement: number): CountedPart[] {
    const root = outermost(file.unitAt(statement))
    if (root?.kind === 'function' || (root?.kind === 'block' && root.to - root.from < mostOfBlock))
      this.#enter(root)
    else for (const one of [statement, ...file.headsOf(statement)]) this.#take(file, one)
    this.#follow(file, root, [statement], 0)
    if (root?.kind === 'function') {
      for (const callee of this.#calleesIn(root)) this.#enter(callee)
      this.#followCallers(root, 0)
    }
    for (let visit = this.#queue.shift(); visit; visit = this.#queue.shift()) this.#followResult(visit)
    return this.#parts()
  }

  /** Functions and methods of the pack that this one calls by name. */
  #calleesIn(unit: Unit): Unit[] {
    const found: Unit[] = []
    for (let i = unit.from; i <= unit.to; i++)
      for (const word of unit.file.wordsOf(i).reads)
        for (const one of this.#resolve(unit.file, unit, word)) if (one.kind === 'function') found.push(one)
    return found
  }

  #enter(unit: Unit): boolean {
    if (this.#units.has(unit)) return false
    if (this.#units.size >= maxUnits) {
      this.#whole.add(unit.file)
      return false
    }
    this.#units.add(unit)
    return true
  }

  #take(file: PythonFile, statement: number): boolean {
    const known = this.#statements.get(file) ?? new Set()
    if (known.has(statement)) return false
    if (++this.#count > maxStatements) {
      this.#whole.add(file)
      return false
    }
    this.#statements.set(file, known.add(statement))
    return true
  }

  /** The values that a function returns come from its statements, and from what they use. */
  #followResult({ unit, depth }: Visit): void {
    const results: number[] = []
    for (let i = unit.from; i <= unit.to; i++)
      if (/^(return|yield)\b|\byield\b/.test(unit.file.textOf(i))) results.push(i)
    this.#follow(unit.file, unit, results, depth)
  }

  /** Goes back from these statements to everything that decides what they use. Returns the parameters among it. */
  #follow(file: PythonFile, around: Unit | undefined, from: readonly number[], depth: number): Set<string> {
    const seen = new Set(from)
    const names = new Set<string>()
    const parameters = new Set<string>()
    const words: Word[] = []
    const read = (statement: number) => {
      for (const word of file.wordsOf(statement).reads) {
        words.push(word)
        if (word.base === undefined) names.add(word.name)
      }
    }
    for (const statement of from) read(statement)
    const [start, end] = around ? [around.from, around.to] : [0, -1]
    for (let size = -1, round = 0; size !== seen.size && round < maxRounds; round++) {
      size = seen.size
      for (let i = start; i <= end; i++) {
        if (seen.has(i) || !intersects(file.wordsOf(i).binds, names)) continue
        seen.add(i)
        read(i)
      }
    }
    if (around && !this.#units.has(around)) for (const i of seen) this.#take(file, i)
    for (const parameter of around?.parameters ?? []) if (names.has(parameter)) parameters.add(parameter)
    const own = around?.kind === 'function' ? localsOf(around) : new Set()
    for (const word of words) {
      if (word.base === undefined && own.has(word.name)) continue
      this.#followWord(file, around, word, depth)
    }
    return parameters
  }

  #followWord(file: PythonFile, around: Unit | undefined, word: Word, depth: number): void {
    if (word.base === undefined) this.#takeBindings(file, word.name, depth)
    else if (word.base === 'self' || word.base === 'cls') this.#takeAttribute(file, around, word.name, depth)
    for (const unit of this.#resolve(file, around, word)) {
      // A caller does not depend on itself.
      if (this.#called.has(unit)) continue
      if (unit.kind === 'class') this.#takeClass(unit, depth)
      else if (depth < deepest) {
        if (this.#enter(unit)) this.#queue.push({ unit, depth: depth + 1 })
      }
    }
  }

  /** Variables and imports of the file, and those of the file that they are imported from. */
  #takeBindings(file: PythonFile, name: string, depth: number): void {
    for (const [owner, own] of this.#definers(file, name)) {
      const imported = owner.imports.get(own)
      if (imported) this.#take(owner, imported.statement)
      for (const statement of owner.bindingsOf(own)) {
        if (isImport(owner, statement) || isVersion(owner, own, statement)) continue
        if (this.#take(owner, statement) && depth < deepest)
          this.#follow(owner, outermost(owner.unitAt(statement)), [statement], depth + 1)
      }
    }
  }

  /** `self.url = …` in any method of the class, and the same in the body of the class. */
  #takeAttribute(file: PythonFile, around: Unit | undefined, name: string, depth: number): void {
    const owner = around?.owner
    const key = `${file.path} ${owner?.from} ${name}`
    if (!owner || this.#attributes.has(key)) return
    this.#attributes.add(key)
    for (const statement of file.attributesOf(name)) {
      if (statement < owner.from || statement > owner.to) continue
      this.#take(file, statement)
      this.#follow(file, outermost(file.unitAt(statement)), [statement], depth + 1)
    }
    for (let i = owner.from; i <= owner.to; i++)
      if (file.unitAt(i) === owner && file.wordsOf(i).binds.has(name) && this.#take(file, i))
        this.#follow(file, undefined, [i], depth + 1)
  }

  #takeClass(unit: Unit, depth: number): void {
    if (this.#classes.has(unit)) return
    this.#classes.add(unit)
    this.#take(unit.file, unit.head)
    for (const method of unit.file.units)
      if (method.owner === unit && /^__\w+__$/.test(method.name) && depth < deepest && this.#enter(method))
        this.#queue.push({ unit: method, depth: depth + 1 })
    for (const base of unit.bases)
      for (const one of this.#resolve(unit.file, undefined, { name: base }))
        if (one.kind === 'class') this.#takeClass(one, depth + 1)
  }

  /** Takes the arguments that callers pass to a function, if they reach the finding. */
  #followCallers(unit: Unit, depth: number): void {
    if (depth > 2 || this.#called.has(unit) || this.#called.size >= maxFollowed) return
    if (unit.parameters.length === 0) return
    this.#called.add(unit)
    const isCommon = this.#countOf(unit.name) > 1
    const sites = [...this.#files.values()].flatMap((file) =>
      isCommon && file !== unit.file
        ? []
        : file
            .callsOf(unit.name)
            .filter((i) => file !== unit.file || i < unit.from || i > unit.to)
            .map((statement) => ({ file, statement })),
    )
    for (const { file, statement } of sites) {
      if (sites.length > maxCallers && !file.textOf(statement).includes('://')) continue
      const around = outermost(file.unitAt(statement))
      this.#take(file, statement)
      const parameters = this.#follow(file, around, [statement], deepest - 1)
      if (parameters.size > 0 && around?.kind === 'function') this.#followCallers(around, depth + 1)
    }
  }

  #countOf(name: string): number {
    let count = 0
    for (const file of this.#files.values()) count += file.named.get(name)?.length ?? 0
    return count
  }

  /** Finds the functions and classes of the pack that a word can mean. */
  #resolve(file: PythonFile, around: Unit | undefined, { name, base }: Word): Unit[] {
    if (base === undefined) return this.#definers(file, name).flatMap(([owner, own]) => visible(owner, own))
    if (base === 'self' || base === 'cls') return this.#methodsOf(around?.owner, name)
    const imported = base === '' ? undefined : file.imports.get(base)
    const module = imported && this.#moduleOf(file, imported)
    if (module) return visible(module, name)
    return [...this.#classes].flatMap((one) => this.#methodsOf(one, name))
  }

  #methodsOf(owner: Unit | undefined, name: string, depth = 0): Unit[] {
    if (!owner || depth > 4) return []
    const own = (owner.file.named.get(name) ?? []).filter((one) => one.owner === owner)
    if (own.length > 0) return own
    return owner.bases.flatMap((base) =>
      this.#resolve(owner.file, undefined, { name: base }).flatMap((one) =>
        one.kind === 'class' ? this.#methodsOf(one, name, depth + 1) : [],
      ),
    )
  }

  /** Follows imports within the pack to the files that define a name, with its name there. */
  #definers(file: PythonFile, name: string, depth = 0): [PythonFile, string][] {
    const found: [PythonFile, string][] = [[file, name]]
    if (depth > 4) return found
    const imported = file.imports.get(name)
    if (imported?.name !== undefined) {
      const module = this.#find(file, imported.level, imported.module)
      if (module) found.push(...this.#definers(module, imported.name, depth + 1))
    }
    if (!imported && !file.named.has(name) && file.bindingsOf(name).length === 0)
      for (const star of file.stars) {
        const module = this.#find(file, star.level, star.module)
        if (module && module !== file) found.push(...this.#definers(module, name, depth + 1))
      }
    return found
  }

  /** The module that an import binds, if it binds a module of the pack. */
  #moduleOf(file: PythonFile, { level, module, name }: Import): PythonFile | undefined {
    const full = name === undefined ? module : module === '' ? name : `${module}.${name}`
    return this.#find(file, level, full)
  }

  #find(file: PythonFile, level: number, module: string): PythonFile | undefined {
    const folder = file.path.split('/').slice(0, -Math.max(level, 1))
    if (level > file.path.split('/').length) return undefined
    const parts = module === '' ? [] : module.split('.')
    for (const base of level > 0 ? [folder] : [folder, []]) {
      const path = [...base, ...parts].join('/')
      const found =
        this.#files.get(`${path}.py`) ?? this.#files.get(path === '' ? '__init__.py' : `${path}/__init__.py`)
      if (found) return found
    }
    return undefined
  }

  #parts(): CountedPart[] {
    const parts: CountedPart[] = []
    const add = (file: PythonFile, name: string, from: number, to: number) =>
      parts.push(
        partOf({
          file: file.path,
          name,
          line: file.lineOf(from),
          text: file.codeOf(from, to),
          counts: file.normalized(from, to),
        }),
      )
    const units = [...this.#units].filter((unit) => !isInside(unit, this.#units))
    for (const unit of units) add(unit.file, nameOf(unit), unit.from, unit.to)
    for (const [file, statements] of this.#statements)
      for (const i of statements)
        if (!units.some((unit) => unit.file === file && i >= unit.from && i <= unit.to))
          add(file, nameOf(outermost(file.unitAt(i))), i, i)
    for (const file of [...this.#whole].slice(0, maxFiles)) add(file, '', 0, file.length - 1)
    return parts.sort(
      (a, b) => compareText(a.file, b.file) || a.line - b.line || compareText(a.counts, b.counts),
    )
  }
}

function outermost(unit: Unit | undefined): Unit | undefined {
  let found = unit
  while (found?.outer) found = found.outer
  return found
}

function nameOf(unit: Unit | undefined): string {
  if (!unit || unit.kind === 'block') return ''
  return unit.owner ? `${unit.owner.name}.${unit.name}` : unit.name
}

/** Top-level definitions, and methods and inner functions only where the name is theirs alone. */
function visible(file: PythonFile, name: string): Unit[] {
  const named = file.named.get(name) ?? []
  const top = named.filter((one) => !one.owner && !one.outer)
  return top.length > 0 ? top : named.filter((one) => !one.owner)
}

function localsOf(unit: Unit): Set<string> {
  const found = new Set(unit.parameters)
  for (let i = unit.from; i <= unit.to; i++) {
    const { file } = unit
    if (/^(global|nonlocal|from|import)\b/.test(file.textOf(i))) continue
    for (const name of file.wordsOf(i).binds) if (i !== unit.head) found.add(name)
  }
  return found
}

function isImport(file: PythonFile, statement: number): boolean {
  return /^(from|import)\b/.test(file.textOf(statement))
}

/** A new number in `VERSION = "1.2.3"` changes nothing. */
function isVersion(file: PythonFile, name: string, statement: number): boolean {
  return (
    /version/i.test(name) &&
    /^\w+\s*(:\s*\w+\s*)?=\s*["']v?\d+(\.\d+){0,2}[\w.+-]{0,20}["']$/.test(file.textOf(statement))
  )
}

function intersects(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const item of a) if (b.has(item)) return true
  return false
}

function isInside(unit: Unit, units: ReadonlySet<Unit>): boolean {
  for (const one of units)
    if (one !== unit && one.file === unit.file && one.from <= unit.from && one.to >= unit.to) return true
  return false
}
