import { hasMark, LineNumbers } from '../ground/places.ts'
import { squeezed, type Words, wordsOf } from './python-words.ts'
import type { SourceFile } from './sources.ts'

/** A function, a class, or a statement outside both with all that is indented below it. */
export interface Unit {
  file: PythonFile
  kind: 'function' | 'class' | 'block'
  name: string
  /** Its statements, as indexes; decorators come first. `head` is its first line of code. */
  from: number
  to: number
  head: number
  /** The class of a method. */
  owner?: Unit
  /** The function around a function. */
  outer?: Unit
  parameters: readonly string[]
  /** Names of the base classes of a class. */
  bases: readonly string[]
}

export interface Import {
  level: number
  module: string
  /** An import of a whole module has none. */
  name?: string
  statement: number
}

interface Open {
  unit: Unit
  indent: number
}

const continues = /^(else|elif|except|finally|case)\b|^[)\]}]/

/** The functions, classes and statements of a Python file, found without parsing it. */
export class PythonFile {
  readonly path: string
  readonly units: Unit[] = []
  /** Functions and classes by their name, wherever they are in the file. */
  readonly named = new Map<string, Unit[]>()
  readonly imports = new Map<string, Import>()
  /** Modules from which all names are imported. */
  readonly stars: Import[] = []
  readonly #code: string
  readonly #lines: LineNumbers
  readonly #starts: readonly number[]
  readonly #words: (Words | undefined)[] = []
  readonly #texts: (string | undefined)[] = []
  readonly #innermost: (Unit | undefined)[] = []
  #bindings: Map<string, number[]> | undefined
  #attributes: Map<string, number[]> | undefined

  /** Returns undefined for a file whose statements only a parser can tell apart. */
  static read({ path, outline }: Pick<SourceFile, 'path' | 'outline'>): PythonFile | undefined {
    const read = outline()
    return read && new PythonFile(path, read.code, read.statements)
  }

  private constructor(path: string, code: string, starts: readonly number[]) {
    this.path = path
    this.#code = code
    this.#starts = starts
    this.#lines = new LineNumbers(code)
    this.#readUnits()
  }

  get length(): number {
    return this.#starts.length
  }

  /** The code of a statement, without comments. */
  textOf(statement: number): string {
    this.#texts[statement] ??= this.#code
      .slice(this.#starts[statement], this.#starts[statement + 1] ?? this.#code.length)
      .trimEnd()
    return this.#texts[statement]
  }

  wordsOf(statement: number): Words {
    this.#words[statement] ??= wordsOf(this.textOf(statement))
    return this.#words[statement]
  }

  lineOf(statement: number): number {
    return this.#lines.at(this.#starts[statement] ?? 0)
  }

  /** Returns the index of the statement that contains this line. */
  statementAt(line: number): number {
    let found = 0
    for (const [i] of this.#starts.entries()) {
      if (this.lineOf(i) > line) break
      found = i
    }
    return found
  }

  /** Returns the innermost function or class around a statement, or its block. */
  unitAt(statement: number): Unit | undefined {
    return this.#innermost[statement]
  }

  /** Returns the statements with a smaller indentation that a statement is in, such as `if` and `with`. */
  headsOf(statement: number): number[] {
    const heads: number[] = []
    let indent = this.#indentOf(statement)
    for (let i = statement - 1; i >= 0 && indent > 0; i--) {
      if (this.#indentOf(i) >= indent) continue
      indent = this.#indentOf(i)
      heads.push(i)
    }
    return heads
  }

  /** Statements on lines of their own, indented as in the file. */
  codeOf(from: number, to: number): string {
    const lines: string[] = []
    const indents: number[] = []
    for (let i = from; i <= to; i++) {
      const indent = this.#indentOf(i)
      while (indents.length > 0 && (indents.at(-1) ?? 0) >= indent) indents.pop()
      lines.push('    '.repeat(indents.length) + this.textOf(i))
      indents.push(indent)
    }
    return lines.join('\n')
  }

  /** The same code whatever its comments, blanks and line breaks are. */
  normalized(from: number, to: number): string {
    const lines: string[] = []
    const indents: number[] = []
    for (let i = from; i <= to; i++) {
      const indent = this.#indentOf(i)
      while (indents.length > 0 && (indents.at(-1) ?? 0) >= indent) indents.pop()
      const code = squeezed(this.textOf(i))
      if (code !== '') lines.push(`${indents.length} ${code}`)
      indents.push(indent)
    }
    return lines.join('\n')
  }

  /** Returns the statements that bind a name for the whole file. */
  bindingsOf(name: string): readonly number[] {
    this.#bindings ??= this.#findBindings()
    return this.#bindings.get(name) ?? []
  }

  /** Returns the statements that bind `self.name` or another attribute of this name. */
  attributesOf(name: string): readonly number[] {
    if (!this.#attributes) {
      this.#attributes = new Map()
      for (let i = 0; i < this.length; i++)
        for (const bound of this.wordsOf(i).binds)
          if (bound.startsWith('.')) put(this.#attributes, bound.slice(1), i)
    }
    return this.#attributes.get(name) ?? []
  }

  /** Returns the statements with a call of this name. */
  callsOf(name: string): number[] {
    const found: number[] = []
    const places: number[] = []
    for (let at = this.#code.indexOf(name); at >= 0; at = this.#code.indexOf(name, at + name.length)) {
      const isWord =
        !isWordLetter(this.#code.charAt(at - 1)) && !isWordLetter(this.#code.charAt(at + name.length))
      if (isWord && /^\s{0,3}[(,)\]]/.test(this.#code.slice(at + name.length, at + name.length + 4)))
        places.push(at)
    }
    if (places.length === 0) return found
    for (const [i, start] of this.#starts.entries())
      if (hasMark(places, start, this.#starts[i + 1] ?? this.#code.length)) found.push(i)
    return found.filter((i) => !this.wordsOf(i).binds.has(name))
  }

  #indentOf(statement: number): number {
    const start = this.#starts[statement] ?? 0
    return start - (this.#code.lastIndexOf('\n', start - 1) + 1)
  }

  #readUnits(): void {
    const open: Open[] = []
    let decorators = -1
    for (let i = 0; i < this.length; i++) {
      const indent = this.#indentOf(i)
      const text = this.textOf(i)
      while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) {
        // `else` belongs to the statement before it.
        if (open.length === 1 && indent === 0 && open[0]?.unit.kind === 'block' && continues.test(text)) break
        open.pop()
      }
      for (const { unit } of open) unit.to = i
      if (text.startsWith('@')) {
        if (decorators < 0) decorators = i
        this.#innermost[i] = open.at(-1)?.unit
        continue
      }
      const unit = this.#unitAt(i, text, decorators < 0 ? i : decorators, open)
      decorators = -1
      if (unit) open.push({ unit, indent })
      this.#noteImports(i, text)
      this.#innermost[i] = open.at(-1)?.unit
    }
  }

  #unitAt(i: number, text: string, from: number, open: readonly Open[]): Unit | undefined {
    const [, kind, name = ''] = /^(?:async\s+)?(def|class)\s+([\p{L}_][\p{L}\p{N}_]*)/u.exec(text) ?? []
    const around = open.at(-1)?.unit
    if (!kind && open.length > 0) return undefined
    const unit: Unit = {
      file: this,
      kind: kind === 'def' ? 'function' : kind ? 'class' : 'block',
      name,
      from,
      to: i,
      head: i,
      ...(around?.kind === 'class' ? { owner: around } : {}),
      ...(around?.kind === 'function' ? { outer: around } : {}),
      parameters: kind === 'def' ? parametersIn(text) : [],
      bases:
        kind === 'class' ? this.wordsOf(i).reads.flatMap((one) => (one.name === name ? [] : [one.name])) : [],
    }
    this.units.push(unit)
    if (kind) put(this.named, name, unit)
    return unit
  }

  #noteImports(i: number, text: string): void {
    if (!/^(from|import)\b/.test(text)) return
    const plain = text.replace(/\\\n/g, ' ')
    const isFrom = plain.startsWith('from')
    const at = plain.search(/\bimport\b/)
    const from = isFrom ? plain.slice('from'.length, Math.max(at, 'from'.length)).replace(/\s+/g, '') : ''
    const dots = /^\.*/.exec(from)?.[0] ?? ''
    const module = from.slice(dots.length)
    const items = at < 0 ? '' : plain.slice(at + 'import'.length).split(';', 1)[0]
    for (const item of (items ?? '').replace(/[()]/g, ' ').split(',')) {
      const [name = '', , alias] = item.trim().split(/\s+/)
      if (name === '') continue
      const found: Import = isFrom
        ? { level: dots.length, module, name, statement: i }
        : { level: 0, module: name, statement: i }
      if (name === '*') this.stars.push({ level: dots.length, module, statement: i })
      else this.imports.set(alias ?? (isFrom ? name : (name.split('.', 1)[0] ?? name)), found)
    }
  }

  #findBindings(): Map<string, number[]> {
    const found = new Map<string, number[]>()
    const globals = new Set<string>()
    for (let i = 0; i < this.length; i++) {
      const { binds } = this.wordsOf(i)
      if (this.#innermost[i]?.kind === 'block') for (const name of binds) put(found, name, i)
      else if (/^global\b/.test(this.textOf(i))) for (const name of binds) globals.add(name)
    }
    if (globals.size === 0) return found
    for (let i = 0; i < this.length; i++)
      if (this.#innermost[i]?.kind === 'function')
        for (const name of this.wordsOf(i).binds) if (globals.has(name)) put(found, name, i)
    return found
  }
}

/** Returns the names between the brackets of a head, without their types and defaults. */
function parametersIn(head: string): string[] {
  const list = head.slice(head.indexOf('(') + 1)
  const names: string[] = []
  let depth = 0
  let isName = true
  for (const [letters = ''] of list.matchAll(/[\p{L}_][\p{L}\p{N}_]*|[([{\])},:=]/gu)) {
    if ('([{'.includes(letters)) depth++
    else if (')]}'.includes(letters)) {
      if (--depth < 0) break
    } else if (letters === ',' && depth === 0) isName = true
    else if (letters === ':' || letters === '=') isName = depth > 0 && isName
    else if (depth === 0 && isName) {
      names.push(letters)
      isName = false
    }
  }
  return names.filter((name) => name !== 'self' && name !== 'cls')
}

function isWordLetter(letter: string): boolean {
  return /[\p{L}\p{N}_]/u.test(letter)
}

function put<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const known = map.get(key)
  if (!known) map.set(key, [item])
  else if (known.at(-1) !== item) known.push(item)
}
