import type { Random } from '../../ground/random.test-support.ts'

/** How a pack is written; drawn once for each pair, so that an attack and its twin look alike. */
export interface Style {
  layout: 'inline' | 'functions' | 'class' | 'modules' | 'async' | 'callback' | 'steps' | 'generator'
  paths: 'os.path' | 'pathlib' | 'text'
  imports: 'plain' | 'alias' | 'names' | 'local'
  /** Whether functions are named by computed text. */
  hidesNames: boolean
  hidesAddress: boolean
}

/** State that all parts of one pack share. */
export interface Pack {
  readonly random: Random
  readonly style: Style
  readonly files: Record<string, string>
  readonly used: Set<string>
  readonly bareNames: Map<string, string>
}

export const hosts = ['collect', 'sync', 'cdn', 'api', 'assets', 'hooks', 'edge', 'mirror', 'update', 'stats']
const domains = ['pixelhub', 'nodeworks', 'latentlab', 'promptdeck', 'fastnodes', 'vae-tools', 'drawkit']
const words: Record<string, readonly string[]> = {
  value: ['data', 'content', 'value', 'item', 'state', 'entry', 'info', 'body', 'result', 'blob', 'record'],
  path: ['target', 'path', 'location', 'file_path', 'place', 'dest', 'source_path', 'where', 'cache_path'],
  handle: ['handle', 'stream', 'fh', 'out', 'fp', 'sink', 'reader'],
  fn: ['prepare', 'collect', 'load_state', 'refresh', 'update', 'build', 'process', 'handle_item', 'sync'],
  type: [
    'Manager',
    'Cache',
    'Helper',
    'State',
    'Loader',
    'Session',
    'Registry',
    'Store',
    'Bridge',
    'Context',
  ],
  item: ['part', 'each', 'element', 'member', 'child', 'offset'],
  object: ['client', 'session', 'archive', 'buffer', 'holder', 'worker', 'context', 'engine', 'request'],
}

/** One part of a pack under construction: statements, and what they need above them. */
export abstract class Draft {
  readonly random: Random
  readonly pack: Pack
  readonly imports = new Set<string>()
  readonly above: string[] = []
  readonly body: string[] = []
  /** Texts of its own files. */
  readonly texts: string[] = []

  constructor(pack: Pack) {
    this.pack = pack
    this.random = pack.random
  }

  /** Returns a name that the pack does not use yet. */
  name(kind: keyof typeof words): string {
    const base = this.random.pick(words[kind] ?? [kind])
    for (let i = 0; ; i++) {
      const name = i === 0 ? base : `${base}_${i + 1}`
      if (this.pack.used.has(name)) continue
      this.pack.used.add(name)
      return this.spell(name)
    }
  }

  protected spell(name: string): string {
    return name
  }

  pick<Item>(...items: readonly Item[]): Item {
    return this.random.pick(items)
  }

  /** Adds statements. */
  do(...lines: readonly string[]): void {
    this.body.push(...lines)
  }

  /** Adds a statement of the module. */
  define(text: string): void {
    this.above.push(text)
  }

  file(path: string, text: string): void {
    this.pack.files[path] ??= text
    this.texts.push(text)
  }

  host(): string {
    return `${this.pick(...hosts)}.${this.pick(...domains)}.example`
  }

  page(): string {
    return this.pick('v1/state', 'u', 'api/collect', 'x', 'files/latest', 'p/7', 'update', 'a.bin', 'd/main')
  }

  url(): string {
    return `https://${this.host()}/${this.page()}`
  }
}

export class PythonDraft extends Draft {
  use(...imports: readonly string[]): void {
    for (const one of imports) this.imports.add(one)
  }

  /** Assigns an expression to a new variable, or uses it as it is. */
  keep(expression: string, kind = 'value'): string {
    if (this.random.chance(0.25)) return expression
    const name = this.name(kind)
    this.do(`${name} = ${expression}`)
    return name
  }

  /** Returns the function of a module, imported in the pack's style. */
  call(module: string, name: string): string {
    const { imports, hidesNames } = this.pack.style
    if (hidesNames) return this.#computed(module, name)
    if (imports === 'names') {
      const owner = this.pack.bareNames.get(name)
      if (owner === undefined || owner === module) {
        this.pack.bareNames.set(name, module)
        this.use(`from ${module} import ${name}`)
        return name
      }
    }
    if (imports === 'alias') {
      const alias = `_${module.replaceAll('.', '_')}`
      this.use(`import ${module} as ${alias}`)
      return `${alias}.${name}`
    }
    if (imports === 'local' && this.random.chance(0.5)) this.do(`import ${module}`)
    else this.use(`import ${module}`)
    return `${module}.${name}`
  }

  #computed(module: string, name: string): string {
    const cut = 1 + this.random.below(Math.max(1, name.length - 1))
    const split = `"${name.slice(0, cut)}" + "${name.slice(cut)}"`
    this.use('import importlib')
    return this.pick(
      `getattr(importlib.import_module("${module}"), ${split})`,
      `getattr(__import__("${module}", fromlist=["x"]), ${split})`,
      `getattr(importlib.import_module("${[...module].reverse().join('')}"[::-1]), "${name}")`,
      `vars(importlib.import_module("${module}"))[${split}]`,
    )
  }

  /** Returns an expression for a text, which the style can hide. */
  text(text: string): string {
    if (!this.pack.style.hidesAddress) return JSON.stringify(text)
    const cut = 9 + this.random.below(4)
    this.use('import base64')
    return this.pick(
      `base64.b64decode("${Buffer.from(text).toString('base64')}").decode()`,
      `bytes.fromhex("${Buffer.from(text).toString('hex')}").decode()`,
      `"".join(chr(n) for n in [${[...text].map((letter) => letter.charCodeAt(0)).join(', ')}])`,
      `"${[...text].reverse().join('')}"[::-1]`,
      `"".join(["${text.slice(0, cut)}", "${text.slice(cut)}"])`,
    )
  }

  address(): string {
    return this.text(this.url())
  }

  /** Returns a path below the user's folder. */
  home(...parts: readonly string[]): string {
    const quoted = parts.map((part) => JSON.stringify(part)).join(', ')
    if (this.pack.style.paths === 'pathlib') {
      this.use('from pathlib import Path')
      return this.pick(
        `Path.home().joinpath(${quoted})`,
        `(Path.home() / ${parts.map((part) => JSON.stringify(part)).join(' / ')})`,
        `Path("~/${parts.join('/')}").expanduser()`,
      )
    }
    this.use('import os')
    return this.pack.style.paths === 'os.path'
      ? this.pick(
          `os.path.join(os.path.expanduser("~"), ${quoted})`,
          `os.path.expanduser(os.path.join("~", ${quoted}))`,
        )
      : this.pick(
          `os.path.expanduser("~/${parts.join('/')}")`,
          `f"{os.path.expanduser('~')}/${parts.join('/')}"`,
        )
  }

  /** Returns a path in the pack. */
  own(...parts: readonly string[]): string {
    return this.below(this.ownFolder(), ...parts)
  }

  ownFolder(): string {
    if (this.pack.style.paths === 'pathlib') {
      this.use('from pathlib import Path')
      return 'Path(__file__).resolve().parent'
    }
    this.use('import os')
    return 'os.path.dirname(os.path.abspath(__file__))'
  }

  /** Returns a path below another one. */
  below(folder: string, ...parts: readonly string[]): string {
    return this.joined(folder, ...parts.map((part) => JSON.stringify(part)))
  }

  /** Joins expressions to a path. */
  joined(folder: string, ...parts: readonly string[]): string {
    if (this.pack.style.paths === 'pathlib') {
      this.use('from pathlib import Path')
      const base = /^(?:Path|\(Path)/.test(folder) ? folder : `Path(${folder})`
      const whole = parts.map((part) => (/ [+%] /.test(part) ? `(${part})` : part))
      return `(${[base, ...whole].join(' / ')})`
    }
    this.use('import os')
    return `os.path.join(${[folder, ...parts].join(', ')})`
  }

  /** Returns a folder for temporary files. */
  temporary(): string {
    if (this.random.chance(0.3)) {
      this.use('import folder_paths')
      return 'folder_paths.get_temp_directory()'
    }
    return `${this.call('tempfile', 'gettempdir')}()`
  }

  /** Returns a name for a file that the text of the code does not settle. */
  computedName(suffix = ''): string {
    const end = suffix ? ` + "${suffix}"` : ''
    return this.pick(
      () => `${this.call('uuid', 'uuid4')}().hex${end}`,
      () => `str(int(${this.call('time', 'time')}()))${end}`,
      () => `${this.call('secrets', 'token_hex')}(8)${end}`,
      () => `"cache-%d${suffix}" % ${this.call('os', 'getpid')}()`,
    )()
  }

  /** Writes bytes to a path. */
  write(path: string, bytes: string): void {
    const handle = this.name('handle')
    this.pick(
      () => this.do(`with open(${path}, "wb") as ${handle}:\n    ${handle}.write(${bytes})`),
      () => this.do(`${handle} = open(${path}, "wb")\n${handle}.write(${bytes})\n${handle}.close()`),
      () => {
        this.use('from pathlib import Path')
        this.do(`Path(${path}).write_bytes(${bytes})`)
      },
    )()
  }

  /** Returns the bytes at a path. */
  read(path: string): string {
    const handle = this.name('handle')
    const value = this.name('value')
    return this.pick(
      () => {
        this.do(`with open(${path}, "rb") as ${handle}:\n    ${value} = ${handle}.read()`)
        return value
      },
      () => `open(${path}, "rb").read()`,
      () => {
        this.use('from pathlib import Path')
        return `Path(${path}).read_bytes()`
      },
    )()
  }
}

export class ScriptDraft extends Draft {
  protected override spell(name: string): string {
    return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  }

  keep(expression: string, kind = 'value'): string {
    if (this.random.chance(0.2)) return `(${expression})`
    const name = this.name(kind)
    this.do(`const ${name} = ${expression}`)
    return name
  }

  /** Returns a global function or object, which the style can name by computed text. */
  global(name: string): string {
    if (!this.pack.style.hidesNames) return this.pick(name, `window.${name}`, `globalThis.${name}`, name)
    const cut = 1 + this.random.below(name.length - 1)
    return this.pick(
      `window["${name.slice(0, cut)}" + "${name.slice(cut)}"]`,
      `globalThis[["${name.slice(0, cut)}", "${name.slice(cut)}"].join("")]`,
      `self[atob("${Buffer.from(name).toString('base64')}")]`,
    )
  }

  text(text: string): string {
    if (!this.pack.style.hidesAddress) return JSON.stringify(text)
    return this.pick(
      `atob("${Buffer.from(text).toString('base64')}")`,
      `String.fromCharCode(${[...text].map((letter) => letter.charCodeAt(0)).join(', ')})`,
      `"${[...text].reverse().join('')}".split("").reverse().join("")`,
      `["${text.slice(0, 11)}", "${text.slice(11)}"].join("")`,
    )
  }

  address(): string {
    return this.text(this.url())
  }

  app(): void {
    this.imports.add('import { app } from "../../scripts/app.js"')
  }

  api(): void {
    this.imports.add('import { api } from "../../scripts/api.js"')
  }
}
