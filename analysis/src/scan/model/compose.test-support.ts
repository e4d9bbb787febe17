import { Random } from '../../ground/random.test-support.ts'
import { type Pack, PythonDraft, ScriptDraft, type Style } from './draft.test-support.ts'
import type { Carrier, Entry, Shape, Sink, Source } from './parts.test-support.ts'

/** The parts of one path, all of one language. */
export interface Path<D extends PythonDraft | ScriptDraft> {
  source: Source<D>
  /** Whether the harmless relative of the source is used. */
  ownSource: boolean
  carriers: readonly Carrier<D>[]
  sink: Sink<D>
  ownSink: boolean
  /** Whether names and addresses can be hidden, which would be findings in a twin. */
  hides: boolean
}

/** The lines of the two ends of a path, as parts wrote them. */
export interface Ends {
  source: readonly string[]
  sink: readonly string[]
}

export interface Written {
  files: Record<string, string>
  ends: Ends
}

function endsOf(
  stages: readonly Stage<PythonDraft | ScriptDraft>[],
  entry: Entry | undefined,
  draft: PythonDraft | ScriptDraft,
): Ends {
  const linesOf = ({ body, above, texts }: PythonDraft | ScriptDraft) =>
    [...body, ...above, ...texts].flatMap((text) => text.split('\n')).map((line) => line.trim())
  const [first, last] = [stages[0], stages.at(-1)]
  const opened = entry && ('module' in entry ? entry.module.split('\n') : [entry.input])
  return {
    source: [
      ...linesOf(draft),
      ...(opened ?? [`return ${first?.result}`, ...(first?.result ? [first.result] : [])]).map((line) =>
        line.trim(),
      ),
    ],
    sink: last ? linesOf(last.draft) : [],
  }
}

/** A part of the code as a function. */
interface Stage<D> {
  draft: D
  fn: string
  parameter: string
  result: string | undefined
}

const layouts: readonly Style['layout'][] = [
  ...(['inline', 'inline', 'inline', 'functions', 'functions', 'functions', 'class', 'class'] as const),
  ...(['modules', 'modules', 'async', 'callback', 'steps', 'generator'] as const),
]

/** Returns how a pack is written. */
function drawStyle(random: Random, hides: boolean): Style {
  const [names, address] = [random.next(), random.next()]
  return {
    layout: random.pick(layouts),
    paths: random.pick(['os.path', 'pathlib', 'text']),
    imports: random.pick(['plain', 'plain', 'alias', 'names', 'local']),
    hidesNames: hides && names < 0.12,
    hidesAddress: hides && address < 0.12,
  }
}

/** Names that templates use in small scopes. */
const reserved = ['value', 'one', 'it', 'step', 'current', 'chunk', 'file', 'name', 'names', 'root', 'node']

function openPack(random: Random, hides: boolean): Pack {
  return {
    random,
    style: drawStyle(random, hides),
    files: {},
    used: new Set(reserved),
    bareNames: new Map(),
  }
}

const indent = (text: string, by: number) => text.replace(/^(?=.)/gm, ' '.repeat(by))
const block = (lines: readonly string[], by = 4) => indent(lines.join('\n'), by)

/** Returns the form that the seed gives an attack. Scripts have fewer layouts. */
export function formOf(language: 'python' | 'javascript', seed: number): string[] {
  const style = drawStyle(new Random(seed), true)
  const { layout } = style
  const inScripts = layout === 'generator' ? 'inline' : layout === 'async' ? 'functions' : layout
  return [
    language === 'python' ? layout : inScripts,
    ...(style.hidesNames ? ['computed names'] : []),
    ...(style.hidesAddress ? ['computed address'] : []),
  ]
}

/** Writes a pack in Python around a path. */
export function pythonPack(path: Path<PythonDraft>, seed: number): Written {
  const pack = openPack(new Random(seed), path.hides)
  const { entry, stages } = stagesOf(path, () => new PythonDraft(pack))
  for (const { draft, result } of stages) if (result) draft.do(`return ${result}`)
  const start = startOf(pack, entry)
  const core = new PythonDraft(pack)
  const call = pythonCalls(core, stages, entry.asks)
  const main = core.name('fn')
  const delayed = hideInPython(core, call)
  core.define(`def ${main}(${entry.asks ? 'value' : ''}):\n${block(delayed)}`)
  const opened = writePython(pack, core, main, entry, start)
  return { files: pack.files, ends: endsOf(stages, opened, entry.draft) }
}

interface Opening {
  /** Whether the entry gets the value from a handler or from the node. */
  asks: boolean
  hook: ((run: string) => Entry) | undefined
}

/** Writes the code of all parts, in the order in which the value passes them. */
function stagesOf<D extends PythonDraft | ScriptDraft>(
  { source, ownSource, carriers, sink, ownSink }: Path<D>,
  open: () => D,
): { entry: Opening & { draft: D }; stages: Stage<D>[] } {
  const stages: Stage<D>[] = []
  const first = open()
  const hook = ownSource ? source.kinHook : source.hook
  if (!hook) {
    const code = ownSource ? source.kin : source.code
    if (!code) throw new Error(`${source.id} has no harmless relative`)
    stages.push({ draft: first, fn: first.name('fn'), parameter: '', result: code(first) })
  }
  let shape: Shape = source.gives
  for (const carrier of carriers) {
    const draft = open()
    const [fn, parameter] = [draft.name('fn'), draft.name('value')]
    const given = carrier.takes === 'any' ? parameter : converted(draft, parameter, shape, carrier.takes)
    stages.push({ draft, fn, parameter, result: carrier.code(draft, given) })
    if (carrier.gives !== 'same') shape = carrier.gives
  }
  const last = open()
  const [fn, parameter] = [last.name('fn'), last.name('value')]
  const given = converted(last, parameter, shape, sink.takes)
  ;(ownSink ? sink.kin : sink.code)(last, given)
  stages.push({ draft: last, fn, parameter, result: undefined })
  return {
    entry: { asks: hook !== undefined, hook: hook && ((run) => hook(first, run)), draft: first },
    stages,
  }
}

const cheap: Record<Shape, readonly Shape[]> = {
  folder: ['bytes', 'text', 'json'],
  path: ['bytes', 'text', 'json'],
  bytes: ['text', 'json'],
  text: ['bytes', 'json'],
  json: ['text', 'bytes'],
}

/** Whether a value can be handed over in another form without a carrier. */
export const isConvertible = (from: Shape, to: Shape | 'any'): boolean =>
  to === 'any' || from === to || cheap[from].includes(to)

function converted(draft: PythonDraft | ScriptDraft, value: string, from: Shape, to: Shape): string {
  if (from === to) return value
  if (!isConvertible(from, to)) throw new Error(`${from} cannot become ${to}`)
  const next = draft.name('value')
  if (draft instanceof ScriptDraft) {
    draft.do(`const ${next} = ${to === 'json' ? `{ d: ${value} }` : `JSON.stringify(${value})`}`)
    return next
  }
  const expression = to === 'json' ? asJson(draft, value, from) : asBytes(draft, value, from)
  if (to !== 'text') draft.do(`${next} = ${expression}`)
  else if (from === 'json') draft.do(`${next} = ${dumps(draft, value)}`)
  else
    draft.do(
      `${next} = ${named(draft, expression)}.decode(${draft.pick('', '"utf-8", "ignore"', 'errors="replace"')})`,
    )
  return next
}

const dumps = (p: PythonDraft, value: string) => {
  p.use('import json')
  return `json.dumps(${value}, default=str)`
}

/** Returns a name for an expression, so that something can follow it. */
function named(p: PythonDraft, expression: string): string {
  const name = p.name('value')
  p.do(`${name} = ${expression}`)
  return name
}

function asJson(p: PythonDraft, value: string, from: Shape): string {
  const key = p.pick('content', 'd', 'value')
  return from === 'text' ? `{"${key}": ${value}}` : `{"${key}": ${named(p, asBytes(p, value, from))}.hex()}`
}

function asBytes(p: PythonDraft, value: string, from: Shape): string {
  if (from === 'bytes') return value
  if (from === 'text') return `${value}.encode()`
  if (from === 'json') return `${dumps(p, value)}.encode()`
  if (from === 'path') return p.read(value)
  const all = p.name('value')
  p.use('import os')
  p.do(
    `${all} = b""`,
    `for one in os.listdir(${value}):\n    with open(os.path.join(${value}, one), "rb") as file:\n        ${all} += file.read()`,
  )
  return all
}

const functionOf = ({ draft, fn, parameter }: Stage<PythonDraft>, extra = '') =>
  `def ${fn}(${[parameter, extra].filter(Boolean).join(', ')}):\n${block(draft.body)}`

function adopt(core: PythonDraft, stages: readonly Stage<PythonDraft>[]): void {
  for (const { draft } of stages) {
    core.use(...draft.imports)
    for (const text of draft.above) core.define(text)
  }
}

/** Adds the functions of the parts in the pack's layout, and returns the statements that call them. */
function pythonCalls(core: PythonDraft, stages: readonly Stage<PythonDraft>[], asks: boolean): string[] {
  const { layout } = core.pack.style
  if (layout === 'modules') return inModules(core, stages, asks)
  adopt(core, stages)
  const nested = (call: (fn: string) => string) =>
    stages.reduce((inner, { fn }) => `${call(fn)}(${inner})`, asks ? 'value' : '')
  if (layout === 'inline') return inline(stages, asks)
  if (layout === 'class') {
    const type = core.name('type')
    const methods = stages.map((stage) =>
      indent(functionOf({ ...stage, parameter: ['self', stage.parameter].filter(Boolean).join(', ') }), 4),
    )
    core.define(`class ${type}:\n${methods.join('\n\n')}`)
    core.define(`_shared = ${type}()`)
    return [nested((fn) => `_shared.${fn}`)]
  }
  if (layout === 'callback') {
    for (const stage of stages.slice(0, -1)) core.define(functionOf(withThen(stage), 'then'))
    for (const stage of stages.slice(-1)) core.define(functionOf(stage))
    const last = stages.at(-1)?.fn ?? ''
    const chain = stages.slice(0, -1).reduceRight((then, { fn, parameter }, i) => {
      const own = i === 0 ? (asks ? 'value, ' : '') : 'it, '
      return i === 0 || parameter === '' ? `${fn}(${own}${then})` : `lambda it: ${fn}(${own}${then})`
    }, last)
    return [chain === last ? `${last}(value)` : chain]
  }
  const keyword = layout === 'async' ? 'async ' : ''
  for (const stage of stages)
    core.define(
      `${keyword}${layout === 'generator' ? functionOf(stage).replace(/^ {4}return (?=[^\n]*$)/m, '    yield ') : functionOf(layout === 'steps' && stage.parameter === '' ? { ...stage, parameter: '_' } : stage)}`,
    )
  if (layout === 'steps') {
    const list = `_${core.name('object')}_steps`
    core.define(`${list} = [${stages.map(({ fn }) => fn).join(', ')}]`)
    return [`current = ${asks ? 'value' : 'None'}`, `for step in ${list}:\n    current = step(current)`]
  }
  if (layout === 'generator')
    return [
      stages
        .map(({ fn }, i) => {
          const given = i === 0 ? (asks ? 'value' : '') : `item_${i - 1}`
          const call = `${fn}(${given})`
          return indent(i === stages.length - 1 ? call : `for item_${i} in ${call}:`, 4 * i)
        })
        .join('\n'),
    ]
  if (layout === 'async') {
    const main = core.name('fn')
    core.use('import asyncio')
    core.define(
      `async def ${main}(value=None):\n    ${stages.reduce((inner, { fn }) => `await ${fn}(${inner})`, asks ? 'value' : '')}`,
    )
    return [`asyncio.run(${main}(${asks ? 'value' : ''}))`]
  }
  return core.random.chance(0.5) ? [nested((fn) => fn)] : oneByOne(core, stages, asks)
}

function withThen(stage: Stage<PythonDraft>): Stage<PythonDraft> {
  const draft = new PythonDraft(stage.draft.pack)
  draft.do(...stage.draft.body.slice(0, -1), `return then(${stage.result})`)
  return { ...stage, draft }
}

function oneByOne(core: PythonDraft, stages: readonly Stage<PythonDraft>[], asks: boolean): string[] {
  let given = asks ? 'value' : ''
  return stages.map(({ fn }, i) => {
    const call = `${fn}(${given})`
    if (i === stages.length - 1) return call
    given = core.name('value')
    return `${given} = ${call}`
  })
}

function inline(stages: readonly Stage<PythonDraft>[], asks: boolean): string[] {
  let given = asks ? 'value' : ''
  return stages.flatMap(({ draft, parameter, result }) => {
    const start = parameter && given ? [`${parameter} = ${given}`] : []
    const body = result ? draft.body.slice(0, -1) : draft.body
    given = result ?? ''
    return [...start, ...body]
  })
}

function inModules(core: PythonDraft, stages: readonly Stage<PythonDraft>[], asks: boolean): string[] {
  const names = core.random.shuffle(['reader', 'packer', 'remote', 'helpers', 'state', 'io_tools', 'common'])
  stages.forEach((stage, i) => {
    const module = names[i] ?? `part_${i}`
    const { draft, fn } = stage
    core.pack.files[`${module}.py`] = python([...draft.imports], [...draft.above, functionOf(stage)])
    core.use(`from .${module} import ${fn}`)
  })
  return oneByOne(core, stages, asks)
}

/** Adds steps that make the code run later, or on some machines. */
function hideInPython(core: PythonDraft, calls: readonly string[]): string[] {
  const step = core.random.below(8)
  const wrapped = (head: string) => [`${head}\n${block(calls)}`]
  if (step === 0) {
    core.use('import sys')
    return wrapped(core.pick('if sys.platform.startswith("linux"):', 'if sys.platform != "cygwin":'))
  }
  if (step === 1) {
    core.use('import time')
    return [`time.sleep(${core.pick(2, 30, 0.5)})`, ...calls]
  }
  if (step === 2) {
    core.use('import os')
    return wrapped('if not os.environ.get("CI"):')
  }
  if (step === 3) return [`try:\n${block(calls)}\nexcept Exception:\n    pass`]
  if (step === 4) {
    core.use('import datetime')
    return wrapped('if datetime.date.today().year > 2024:')
  }
  return [...calls]
}

type Start = 'import' | 'node' | 'route' | 'thread' | 'module'

function startOf({ random }: Pack, { hook }: Opening): Start {
  return hook ? 'module' : random.pick(['import', 'import', 'node', 'node', 'route', 'thread'])
}

const nodes = [
  {
    type: 'ImageScaleTo',
    title: 'Scale Image To',
    category: 'image',
    input: 'size',
    declared: '("INT", {"default": 512})',
  },
  {
    type: 'PromptStyler',
    title: 'Prompt Styler',
    category: 'conditioning',
    input: 'style',
    declared: '("STRING", {"default": ""})',
  },
  {
    type: 'TextJoin',
    title: 'Join Text',
    category: 'utils/text',
    input: 'separator',
    declared: '("STRING", {"default": ", "})',
  },
  {
    type: 'SeedPicker',
    title: 'Pick Seed',
    category: 'sampling',
    input: 'seed',
    declared: '("INT", {"default": 0, "min": 0})',
  },
]

const python = (imports: readonly string[], parts: readonly string[]) =>
  `${[...imports].sort().join('\n')}\n\n\n${parts.join('\n\n\n')}\n`.trimStart()

function writePython(
  pack: Pack,
  core: PythonDraft,
  main: string,
  { hook, draft }: Opening & { draft: PythonDraft },
  start: Start,
): Entry | undefined {
  const { random, files } = pack
  const node = random.pick(nodes)
  const entry = hook?.(main)
  core.use(...draft.imports)
  const asked = entry && 'input' in entry ? entry : undefined
  if (entry && 'module' in entry) core.define(entry.module)
  if (start === 'import') core.define(`${main}()`)
  if (start === 'thread') {
    core.use('import threading')
    core.define(
      random.pick([
        `threading.Thread(target=${main}, daemon=True).start()`,
        `threading.Timer(5, ${main}).start()`,
      ]),
    )
  }
  if (start === 'route') {
    core.use('from aiohttp import web', 'from server import PromptServer')
    core.define(
      `@PromptServer.instance.routes.get("/pack/${random.pick(['status', 'presets', 'ping'])}")\nasync def handle_status(request):\n    ${main}()\n    return web.json_response({"ok": True})`,
    )
  }
  const call = asked ? `        ${main}(${asked.input})\n` : start === 'node' ? `        ${main}()\n` : ''
  const required = `"${node.input}": ${node.declared}${asked?.group === 'required' ? `, "${asked.input}": ("${asked.declared}", {"default": ""})` : ''}`
  const hidden = asked?.group === 'hidden' ? `, "hidden": {"${asked.input}": "${asked.declared}"}` : ''
  const given = asked ? `, ${asked.input}=None` : ''
  const body = `class ${node.type}:\n    CATEGORY = "${node.category}"\n    RETURN_TYPES = ("STRING",)\n    FUNCTION = "run"\n\n    @classmethod\n    def INPUT_TYPES(cls):\n        return {"required": {${required}}${hidden}}\n\n    def run(self, ${node.input}${given}):\n${call}        return (str(${node.input}),)`
  const mappings = `NODE_CLASS_MAPPINGS = {"${node.type}": ${node.type}}\nNODE_DISPLAY_NAME_MAPPINGS = {"${node.type}": "${node.title}"}`
  const needsMain = call !== ''
  const web = Object.keys(files).some((file) => file.startsWith('web/')) ? '\nWEB_DIRECTORY = "./web/js"' : ''
  if (random.chance(0.4)) {
    files['__init__.py'] = python([...core.imports], [...core.above, body, `${mappings}${web}`])
  } else {
    const module = random.pick(['core', 'engine', 'service', 'backend'])
    files[`${module}.py`] = python([...core.imports], core.above)
    files['nodes.py'] = python(needsMain ? [`from .${module} import ${main}`] : [], [body, mappings])
    files['__init__.py'] = python(
      [
        ...(needsMain ? [] : [`from . import ${module}  # noqa: F401`]),
        'from .nodes import NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS',
      ],
      [`__all__ = ["NODE_CLASS_MAPPINGS", "NODE_DISPLAY_NAME_MAPPINGS"]${web}`],
    )
  }
  files['pyproject.toml'] = projectOf(random)
  return entry
}

const projectOf = (random: Random) =>
  `[project]\nname = "${random.pick(['pixel', 'latent', 'prompt', 'node'])}-${random.pick(['tools', 'kit', 'helpers', 'pack'])}"\nversion = "${random.below(3)}.${random.below(10)}.0"\ndescription = "Small nodes for images and text."\n\n[tool.comfy]\nPublisherId = "acme"\n`

/** Writes a pack with a script of the page around a path. */
export function scriptPack(path: Path<ScriptDraft>, seed: number): Written {
  const random = new Random(seed)
  const pack = openPack(random, path.hides)
  const { entry, stages } = stagesOf(path, () => new ScriptDraft(pack))
  const core = new ScriptDraft(pack)
  const main = core.name('fn')
  const calls = hideInScript(core, scriptCalls(core, stages, entry.asks))
  core.define(`async function ${main}(${entry.asks ? 'value' : ''}) {\n${block(calls, 2)}\n}`)
  const opened = entry.hook?.(main)
  for (const one of entry.draft.imports) core.imports.add(one)
  if (opened && 'module' in opened) core.define(opened.module)
  if (!opened) core.define(startOfScript(core, main))
  pack.files['web/js/main.js'] = script(core)
  const node = random.pick(nodes)
  const feed = pack.files['feed.py'] ? 'from . import feed  # noqa: F401\n\n' : ''
  pack.files['__init__.py'] =
    `${feed}WEB_DIRECTORY = "./web/js"\n\n\nclass ${node.type}:\n    CATEGORY = "${node.category}"\n    RETURN_TYPES = ("STRING",)\n    FUNCTION = "run"\n\n    @classmethod\n    def INPUT_TYPES(cls):\n        return {"required": {"${node.input}": ${node.declared}}}\n\n    def run(self, ${node.input}):\n        return (str(${node.input}),)\n\n\nNODE_CLASS_MAPPINGS = {"${node.type}": ${node.type}}\n`
  pack.files['pyproject.toml'] = projectOf(random)
  return { files: pack.files, ends: endsOf(stages, opened, entry.draft) }
}

const script = (draft: ScriptDraft) =>
  `${[...draft.imports].sort().join('\n')}\n\n${draft.above.join('\n\n')}\n`.trimStart()

const scriptFunction = ({ draft, fn, parameter, result }: Stage<ScriptDraft>, head = 'async function ') =>
  `${head}${fn}(${parameter}) {\n${block([...draft.body, ...(result ? [`return ${result}`] : [])], 2)}\n}`

function scriptCalls(core: ScriptDraft, stages: readonly Stage<ScriptDraft>[], asks: boolean): string[] {
  const { layout } = core.pack.style
  if (layout === 'modules') {
    const names = core.random.shuffle(['reader', 'panel', 'remote', 'helpers', 'state', 'view', 'common'])
    stages.forEach((stage, i) => {
      const draft = new ScriptDraft(core.pack)
      for (const one of stage.draft.imports) draft.imports.add(one)
      draft.above.push(...stage.draft.above, scriptFunction(stage, 'export async function '))
      core.pack.files[`web/js/${names[i]}.js`] = script(draft)
      core.imports.add(`import { ${stage.fn} } from "./${names[i]}.js"`)
    })
    return scriptOneByOne(core, stages, asks, (fn) => `await ${fn}`)
  }
  for (const { draft } of stages) {
    for (const one of draft.imports) core.imports.add(one)
    core.above.push(...draft.above)
  }
  if (layout === 'inline' || layout === 'generator') {
    let given = asks ? 'value' : ''
    return stages.flatMap(({ draft, parameter, result }) => {
      const start = parameter && given ? [`const ${parameter} = ${given}`] : []
      given = result ?? ''
      return [...start, ...draft.body]
    })
  }
  if (layout === 'class') {
    const type = core.name('type')
    const shared = core.name('object')
    core.define(
      `class ${type} {\n${stages.map((stage) => indent(scriptFunction(stage, 'async '), 2)).join('\n\n')}\n}`,
    )
    core.define(`const ${shared} = new ${type}()`)
    return scriptOneByOne(core, stages, asks, (fn) => `await ${shared}.${fn}`)
  }
  for (const stage of stages)
    core.define(
      layout === 'steps'
        ? `const ${stage.fn} = async (${stage.parameter}) => {\n${block([...stage.draft.body, ...(stage.result ? [`return ${stage.result}`] : [])], 2)}\n}`
        : scriptFunction(stage),
    )
  if (layout === 'callback') {
    const [first, ...rest] = stages.map(({ fn }) => fn)
    return [`await ${first}(${asks ? 'value' : ''})${rest.map((fn) => `.then(${fn})`).join('')}`]
  }
  if (layout === 'steps')
    return [
      `let current${asks ? ' = value' : ''}`,
      `for (const step of [${stages.map(({ fn }) => fn).join(', ')}]) current = await step(current)`,
    ]
  return scriptOneByOne(core, stages, asks, (fn) => `await ${fn}`)
}

function scriptOneByOne(
  core: ScriptDraft,
  stages: readonly Stage<ScriptDraft>[],
  asks: boolean,
  call: (fn: string) => string,
): string[] {
  let given = asks ? 'value' : ''
  return stages.map(({ fn }, i) => {
    const text = `${call(fn)}(${given})`
    if (i === stages.length - 1) return text
    given = core.name('value')
    return `const ${given} = ${text}`
  })
}

function hideInScript(core: ScriptDraft, calls: readonly string[]): string[] {
  const step = core.random.below(8)
  if (step === 0) return [`if (!navigator.webdriver) {\n${block(calls, 2)}\n}`]
  if (step === 1) return ['await new Promise((done) => setTimeout(done, 3000))', ...calls]
  if (step === 2) return [`try {\n${block(calls, 2)}\n} catch {}`]
  if (step === 3) return [`if (new Date().getFullYear() > 2024) {\n${block(calls, 2)}\n}`]
  return [...calls]
}

function startOfScript(core: ScriptDraft, main: string): string {
  const name = `pack.${core.random.pick(['sidebar', 'tools', 'preview'])}`
  const extension = (members: string) => {
    core.app()
    return `app.registerExtension({\n  name: "${name}",\n${members}\n})`
  }
  return core.random.pick([
    () => extension(`  async setup() {\n    await ${main}()\n  },`),
    () => extension(`  nodeCreated(node) {\n    if (node.comfyClass === "PromptStyler") ${main}()\n  },`),
    () =>
      extension(
        `  async beforeRegisterNodeDef(nodeType, nodeData) {\n    if (nodeData.name === "TextJoin") await ${main}()\n  },`,
      ),
    () => extension(`  commands: [{ id: "${name}.open", label: "Open", function: () => ${main}() }],`),
    () => `${main}()`,
    () => `window.addEventListener("load", () => ${main}())`,
    () => `setInterval(${main}, 60000)`,
  ])()
}
