import type { Chance } from '../../bench/data/chance.ts'
import { mutateText, nested } from './mutations.ts'

/** Generates packs of Python files from a grammar: mostly typical code, mixed with unusual code. */
export function makePack(random: Chance): Record<string, string> {
  const modules = ['nodes', 'extra', 'sub.deep'].filter(() => random.happens(0.5))
  const writer = new Writer(random, modules)
  const files: Record<string, string> = {
    '__init__.py': writer.file(),
    'data.json': random.pick(['{"a": 1}', '["A", "B"]', '[', nested(random, '[', '', ']')]),
  }
  for (const name of modules) files[`${name.replaceAll('.', '/')}.py`] = writer.file()
  if (random.happens(0.3)) files['sub/__init__.py'] = writer.file()
  if (random.happens(0.3))
    files['node_list.json'] = random.pick(['["A", 3, null]', '{"A": "x", "": 1}', '3', '"A"'])
  return files
}

/** Changes one of a pack's files slightly. */
export function changePack(random: Chance, files: Record<string, string>): Record<string, string> {
  const path = random.pick(Object.keys(files))
  return { ...files, [path]: mutateText(random, files[path] ?? '') }
}

const plainNames =
  'a b x cls self A B NODE_CLASS_MAPPINGS NODE_DISPLAY_NAME_MAPPINGS WEB_DIRECTORY __all__ __file__ __name__ os sys json folder_paths io inspect any_type'.split(
    ' ',
  )
const functions =
  'len list dict set tuple sorted zip map filter enumerate range str int float type getattr setattr hasattr vars dir globals super isinstance print min max open os.path.join os.listdir os.path.exists os.getenv json.load json.loads json.dump importlib.import_module re.sub copy.deepcopy glob.glob folder_paths.get_filename_list inspect.getmembers io.Schema io.Image.Input io.Custom functools.partial itertools.chain f A x.update x.append x.items x.get "a".join "{}".format x.copy x.pop comfy_env.register_nodes'.split(
    ' ',
  )
const operators = [...'+ - * / // % ** | & << >> and or == != in is < >='.split(' '), 'not in']
const literals = [
  '1',
  '0',
  '-3',
  '1.5',
  '1e400',
  '0xffff_ffff',
  '10 ** 9',
  'None',
  'True',
  'False',
  '...',
  '"A"',
  "'B'",
  'b"x"',
  'r"\\d+"',
  '"%s %d"',
  '"\\ud800"',
  'f"{x!r:>10}"',
  'f"{a}{b:02d}"',
  '"""long\ntext"""',
  '"STRING"',
  '"IMAGE,MASK"',
]

class Writer {
  readonly #random: Chance
  readonly #modules: readonly string[]

  constructor(random: Chance, modules: readonly string[]) {
    this.#random = random
    this.#modules = modules
  }

  file(): string {
    const lines = [
      'import os, sys, json, re, copy, glob, inspect, importlib, functools, itertools, folder_paths',
    ]
    for (let left = 2 + this.#random.below(10); left > 0; left--) lines.push(this.#statement(0))
    if (this.#random.happens(0.9)) lines.push(this.#comfyNode(), `NODE_CLASS_MAPPINGS = ${this.#mapping()}`)
    if (this.#random.happens(0.3)) lines.push(this.#statement(0))
    const text = lines.join('\n')
    return this.#random.happens(0.3) ? mutateText(this.#random, text) : text
  }

  #mapping(): string {
    return this.#random.pick([
      '{"A": A}',
      '{"A": A, **x}',
      '{n: c for n, c in [("A", A)]}',
      this.#expression(2),
    ])
  }

  #comfyNode(): string {
    const random = this.#random
    const inputs = random.list(4, (i) => `"i${i}": ${this.#input()}`).join(', ')
    const group = random.pick(['required', 'optional', 'hidden'])
    return `class A${random.pick(['', '(object)', '(B)', `(${this.#expression(1)})`])}:
    RETURN_TYPES = ${random.pick(['("IMAGE",)', '()', '("IMAGE", "MASK")', '"IMAGE"', this.#expression(2)])}
    RETURN_NAMES = ${random.pick(['("a",)', 'None', '"a"', this.#expression(1)])}
    OUTPUT_IS_LIST = ${random.pick(['(True,)', '[]', this.#expression(1)])}
    FUNCTION = "run"
    @classmethod
    def INPUT_TYPES(cls):
        ${random.happens(0.3) ? this.#simple(1) : 'pass'}
        return {"${group}": {${inputs}}}
`
  }

  #input(): string {
    const random = this.#random
    const type = random.pick([
      '"INT"',
      '"FLOAT"',
      '"STRING"',
      '["a", "b"]',
      '"COMBO"',
      '"*"',
      this.#expression(1),
    ])
    const options = random.list(
      3,
      () => `"${random.pick(['default', 'min', 'max', 'options', 'tooltip'])}": ${this.#expression(1)}`,
    )
    return random.pick([`(${type},)`, `(${type}, {${options.join(', ')}})`, type])
  }

  #statement(depth: number): string {
    const random = this.#random
    const pad = '    '.repeat(depth)
    if (depth > 3 || random.happens(0.5)) return pad + this.#simple(2)
    const body = () => this.#statement(depth + 1)
    const head = random.pick([
      () => `if ${this.#expression(2)}:\n${body()}\n${pad}else:\n${body()}`,
      () => `for ${this.#target()} in ${this.#expression(2)}:\n${body()}`,
      () => `while ${this.#expression(1)}:\n${body()}`,
      () => `try:\n${body()}\n${pad}except ${random.pick(['', 'Exception as e', 'ImportError'])}:\n${body()}`,
      () => `with ${this.#expression(1)} as ${random.pick(plainNames)}:\n${body()}`,
      () =>
        `def f(${random.pick(['', 'x', 'x=1', '*a', '**b', 'x, /, *, a'])}):\n${body()}\n${pad}    return ${this.#expression(2)}`,
      () =>
        `class ${random.pick(['A', 'B', 'X'])}(${random.pick(['', 'A', 'dict', 'str', 'x'])}):\n${body()}`,
      () =>
        `@${random.pick(['f', 'classmethod', 'property', 'staticmethod', 'functools.wraps(f)', 'dataclass'])}\n${pad}def f(x):\n${body()}`,
      () =>
        `match ${this.#expression(1)}:\n${pad}    case ${this.#expression(0)}:\n${this.#statement(depth + 2)}`,
    ])
    return pad + head()
  }

  #simple(depth: number): string {
    const random = this.#random
    const value = () => this.#expression(depth)
    return random.pick([
      () => `${this.#target()} = ${value()}`,
      () => `${random.pick(plainNames)}: ${value()} = ${value()}`,
      () => `${random.pick(plainNames)} ${random.pick(['+=', '|=', '*=', '-='])} ${value()}`,
      () => `NODE_CLASS_MAPPINGS.update(${value()})`,
      () => `NODE_CLASS_MAPPINGS[${value()}] = ${random.pick(['A', 'B', value()])}`,
      () =>
        `from ${random.pick(['.', '..', ...this.#modules.map((name) => `.${name}`), 'os'])} import ${random.pick(['*', 'A', 'f as x'])}`,
      () => `import ${random.pick(['os.path', 'numpy as np', 'nodes', 'a.b.c'])}`,
      () => `del ${random.pick(plainNames)}`,
      () => `global ${random.pick(plainNames)}`,
      () => `${random.pick(['return', 'yield', 'raise', 'assert', 'await'])} ${value()}`,
      () => random.pick(['pass', 'break', 'continue', 'nonlocal x']),
      () => value(),
    ])()
  }

  #target(): string {
    const random = this.#random
    return random.pick([...plainNames, 'a, b', '*a, b', '(a, (b, x))', 'x[0]', 'x["a"]', 'A.x', 'x[1:2]'])
  }

  #expression(depth: number): string {
    const random = this.#random
    if (depth <= 0 || random.happens(0.25)) return random.pick(random.happens(0.5) ? literals : plainNames)
    const inner = () => this.#expression(depth - 1)
    return random.pick([
      () => `${inner()} ${random.pick(operators)} ${inner()}`,
      () => `(${inner()})`,
      () => `[${random.list(3, inner).join(', ')}]`,
      () => `{${random.list(3, () => `${inner()}: ${inner()}`).join(', ')}}`,
      () => `(${inner()}, ${inner()})`,
      () => `{${inner()}, *${inner()}}`,
      () => `${random.pick(functions)}(${random.list(3, inner).join(', ')})`,
      () => `${random.pick(functions)}(*${inner()}, **${inner()})`,
      () =>
        `${random.pick(plainNames)}.${random.pick(['x', 'name', '__dict__', '__class__', '__name__', 'items', 'path'])}`,
      () => `${inner()}[${random.pick(['0', '-1', '"a"', '1:', '::-1', inner()])}]`,
      () =>
        `[${inner()} for ${random.pick(['a', 'a, b'])} in ${inner()}${random.happens(0.4) ? ` if ${inner()}` : ''}]`,
      () => `{a: ${inner()} for a in ${inner()}}`,
      () => `lambda ${random.pick(['', 'x', 'x=1, *a'])}: ${inner()}`,
      () => `${inner()} if ${inner()} else ${inner()}`,
      () => `not ${inner()}`,
      () => `(x := ${inner()})`,
      () => `"%s" % ${inner()}`,
      () => (random.happens(0.02) ? nested(random, random.pick(['(', '[', '-', 'x[']), '1', '') : inner()),
    ])()
  }
}
