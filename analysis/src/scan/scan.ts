import { defined } from '../ground/defined.ts'
import type { Finding, Severity } from '../ground/finding.ts'
import { LineNumbers } from '../ground/places.ts'
import { ignoreFiles, type OnFile } from '../ground/progress.ts'
import type { FunctionPlace } from '../python/function-places.ts'
import {
  type GrammarText,
  type PythonParser,
  parseFunction,
  parsePython,
  toGrammarText,
} from '../python/parser.ts'
import { type IsPlain, type PartialTree, takesLong } from '../python/sources.ts'
import { runsCode } from './flow/call-tables.ts'
import { type CodeFacts, commandOf, isProgramStart } from './flow/code-facts.ts'
import { type Depth, type Flow, FlowTooLarge, type Module, type StepBudget } from './flow/flow.ts'
import { followFlow } from './flow/follow/follow.ts'
import { scopeOfJavaScript } from './flow/from-javascript.ts'
import { functionsOfPython, type PythonText, scopeOfPython } from './flow/from-python.ts'
import { isBundle, javascriptLibrary } from './flow/javascript-library.ts'
import { pythonLibrary } from './flow/python-library.ts'
import { readTree } from './flow/python-tree.ts'
import { scriptGroups } from './flow/script-groups.ts'
import { CodeTooDeep, type Scope } from './flow/syntax.ts'
import { fullTexts, has, type Value } from './flow/values.ts'
import { findInterest, type Interest } from './interest/interest.ts'
import { withPath } from './paths/paths.ts'
import { forwardedHits, privateRoutes, privateSent } from './rules/private-data.ts'
import { copiedAddresses, walletAccess, watchesClipboard } from './rules/script.ts'
import { longestScript } from './rules/text.ts'
import { collect, rulesOfCode } from './scan-files.ts'
import { tangled, type UnreadCode } from './unread.ts'

/**
 * Identifies the rules of a stored analysis. Increase it with every rule change, so that older analyses are
 * repeated.
 */
export const rulesVersion = 23

/** Enough for packs of the maximum size. Bundled libraries among the scripts may need more. */
const pythonSteps = 6_000_000
const scriptSteps = 300_000
const shallowSteps = 2_000_000
/** Total length of all scripts in characters; beyond it, only the text is searched. */
const followedScriptLength = 2_000_000
/** Longer scripts are bundles, which are scanned function by function. */
const deepScriptLength = 200_000
const innerSteps = 200_000

export interface CodeFile {
  path: string
  text: string
  /** Hands over the tree when the file was parsed already. */
  takeTree?(): PartialTree | undefined
}

interface CodeScan {
  findings: Finding[]
  facts: CodeFacts[]
  /** Files and code that could not be scanned. */
  problems: UnreadCode[]
}

/** The state of a running scan. */
interface RunningScan extends CodeScan {
  onFile: OnFile
}

interface CodeScanOptions {
  interest?: Interest<CodeFile>
  /** Tests that nothing loads, which are followed apart. */
  tests?: ReadonlySet<string>
  onFile?: OnFile
}

/**
 * Scans a pack's Python and scripts; each finding points to the place where the dangerous operation happens.
 */
export function scanCode(
  python: readonly CodeFile[],
  scripts: readonly CodeFile[],
  parser: PythonParser,
  { onFile = ignoreFiles, interest = findInterest(python, onFile), tests = new Set() }: CodeScanOptions = {},
): CodeScan {
  const { files: followed, isPlain } = interest
  const scan: RunningScan = { findings: [], facts: [], problems: [], onFile }
  const readPython = (file: CodeFile) =>
    readModule(file.path, file.text, scan, () => pythonScope(file, parser, scan, isPlain(file)))
  const steps = { left: pythonSteps }
  const [own, apart] = [false, true].map((isTest) =>
    followed.filter(({ path }) => tests.has(path) === isTest),
  )
  for (const files of [own ?? [], apart ?? []])
    add(scan, { language: 'python', files, modules: files.flatMap(readPython) }, steps)
  scanInner(scan, parser, 0)
  const readScript = ({ path, text }: CodeFile) =>
    readModule(path, text, scan, () => scriptScope(path, text, scan), 'medium')
  // Scripts that do not name each other are followed separately, a pack's own before bundled libraries.
  const budget = { left: scriptSteps }
  const shallowBudget = { left: shallowSteps }
  let left = followedScriptLength
  const readable = scripts
    .toSorted((a, b) => a.text.length - b.text.length)
    .filter(({ path, text }) => {
      left -= text.length
      if (text.length <= longestScript && left >= 0) return true
      scan.problems.push({ path, line: 1, reason: 'is longer than what is followed', severity: 'medium' })
      return false
    })
  for (const files of scriptGroups(readable)) {
    const program = { language: 'javascript', files, modules: files.flatMap(readScript) } as const
    const isDeep = files.every(({ text }) => text.length <= deepScriptLength) && budget.left > 0
    if (isDeep) add(scan, program, budget)
    else add(scan, program, shallowBudget, 'shallow')
  }
  const routes = privateRoutes(scan.facts)
  for (const facts of scan.facts)
    scan.findings.push(...collect(facts.path, facts.text, [privateSent], () => forwardedHits(facts, routes)))
  const isWatched = scan.facts.some(watchesClipboard)
  for (const facts of scan.facts)
    scan.findings.push(
      ...collect(facts.path, facts.text, [walletAccess], () => copiedAddresses(facts, isWatched)),
    )
  return { findings: scan.findings, facts: scan.facts, problems: scan.problems }
}

/** A browser may run code that this parser refuses. A Git LFS pointer, and markup, are not scripts. */
function scriptScope(path: string, text: string, scan: CodeScan): Scope | undefined {
  const scope = scopeOfJavaScript(text)
  if (!scope && !/^\s*(version https:\/\/git-lfs|<)/.test(text))
    scan.problems.push({ path, line: 1, reason: 'is no script that can be read', severity: 'high' })
  return scope
}

/** The bodies of plain functions are read when something is passed to one of them. */
function pythonScope(
  file: CodeFile,
  parser: PythonParser,
  scan: CodeScan,
  isPlain?: IsPlain,
): Scope | undefined {
  const { path, text } = file
  const parsed = file.takeTree ? file.takeTree() : parseWhole(parser, text)
  if (!parsed) {
    // When a tree was handed over, its owner has reported why it is missing.
    if (!file.takeTree) scan.problems.push({ path, line: 1, reason: takesLong })
    return undefined
  }
  const { source, leftOut } = parsed
  const lines = new LineNumbers(text)
  const asked = new Set<number>()
  const known = new Map<number, Scope>()
  const bodies = (start: number) => {
    if (!asked.has(start) && !known.has(start)) {
      asked.add(start)
      const read = () => readFunctions({ source, text, lines }, parser, leftOut.get(start))
      for (const [at, scope] of unlessTooDeep(path, scan, 'high', read) ?? [])
        if (!known.has(at)) known.set(at, scope)
    }
    return known.get(start)?.actions ?? []
  }
  return withTree(parsed, () =>
    scopeOfPython({ text, lines }, readTree(parsed, parser.language, isPlain), bodies),
  )
}

function parseWhole(parser: PythonParser, text: string): PartialTree | undefined {
  const source = toGrammarText(text)
  const tree = source && parsePython(parser, source)
  return tree && { tree, source, leftOut: new Map() }
}

/** Reads the functions at this position, or all functions of the file. */
function readFunctions(
  { source, ...written }: PythonText & { source: GrammarText },
  parser: PythonParser,
  place?: FunctionPlace,
): ReadonlyMap<number, Scope> {
  const tree = place ? parseFunction(parser, source, place) : parsePython(parser, source)
  const parsed = tree && { tree, source, leftOut: new Map() }
  return parsed
    ? withTree(parsed, () => functionsOfPython(written, readTree(parsed, parser.language)))
    : new Map()
}

function withTree<Result>({ tree }: PartialTree, use: () => Result): Result {
  try {
    return use()
  } finally {
    tree.delete()
  }
}

function readModule(
  path: string,
  text: string,
  scan: RunningScan,
  read: () => Module['scope'] | undefined,
  severity: Severity = 'high',
): Module[] {
  scan.onFile(path, 'parse')
  const scope = text.trim() === '' ? undefined : unlessTooDeep(path, scan, severity, read)
  return scope ? [{ path, scope }] : []
}

function unlessTooDeep<Result>(
  path: string,
  scan: CodeScan,
  severity: Severity,
  read: () => Result,
): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CodeTooDeep)) throw error
    scan.problems.push({ path, line: error.line, reason: 'nests more deeply than allowed', severity })
    return undefined
  }
}

/** Modules that are followed together, with their files. */
interface Program {
  language: 'python' | 'javascript'
  files: readonly CodeFile[]
  modules: readonly Module[]
}

/** Follows these modules together, and adds the findings of the rules for each file. */
function add(
  scan: RunningScan,
  { language, files, modules }: Program,
  budget: StepBudget,
  depth: Depth = 'deep',
): void {
  if (modules.length === 0) return
  const surroundings = {
    fedEvents: fedEvents(scan.facts),
    isBundled: files.some(({ text }) => isBundle(text)),
    // Other windows can post messages, too, so scripts have to compare the sender.
    checksSenders: files.every(({ text }) => !takesMessages.test(text) || checksSender.test(text)),
  }
  const library = () => (language === 'python' ? pythonLibrary() : javascriptLibrary(surroundings))
  const follow = (how: Depth, steps: StepBudget) =>
    followFlow(modules, library(), { budget: steps, depth: how, onFile: scan.onFile })
  const wanted = attempt(() => follow(depth, budget))
  const flow = wanted ?? attempt(() => follow('shallow', { left: shallowSteps }))
  const about = { calls: flow?.calls ?? [], texts: flow?.texts ?? [] }
  for (const facts of flow
    ? factsByFile(files, language === 'javascript' ? withoutMixes(files, flow) : flow)
    : []) {
    scan.onFile(facts.path, 'search')
    scan.facts.push(facts)
    const found = collect(facts.path, facts.text, rulesOfCode[language], (rule) => rule.find(facts))
    scan.findings.push(...found.map((finding) => withPath(finding, { facts, language, ...about })))
  }
  // Bundled libraries among the scripts exceed the budget; their own makers review them.
  if (language === 'python' ? !wanted : !flow)
    scan.problems.push({
      path: modules[0]?.path ?? '',
      line: 1,
      reason: `is ${tangled}`,
      ...(language === 'javascript' ? { severity: 'medium' as const } : {}),
    })
}

const takesMessages = /["'`]message["'`]|\bonmessage\b/
const checksSender =
  /\.(origin|source)\b\s{0,9}[!=]==?|[!=]==?\s{0,9}[\w.]{1,40}\.(origin|source)\b|\{[^{}]{0,80}\b(origin|source)\b[^{}]{0,80}\}\s{0,9}\)?\s{0,9}=>/

/** Returns the events that send text from the network to the page. */
function fedEvents(facts: readonly CodeFacts[]): Set<string> {
  const sends = facts.flatMap(({ calls }) => calls.filter(({ name }) => /\.send(_sync|_json)?$/.test(name)))
  return new Set(
    sends.flatMap(({ args: [type, ...rest] }) =>
      rest.some((value) => has(value, 'network')) ? (type?.texts ?? []) : [],
    ),
  )
}

/** Returns undefined when the code exceeds the budget or the stack. */
function attempt(follow: () => Flow): Flow | undefined {
  try {
    return follow()
  } catch (error) {
    if (!(error instanceof FlowTooLarge) && !(error instanceof RangeError)) throw error
    return undefined
  }
}

/** Bundlers give one short name to many things, so a value in a bundle that may be anything says nothing. */
function withoutMixes(files: readonly CodeFile[], flow: Flow): Flow {
  if (!files.some(({ text }) => isBundle(text))) return flow
  const isClear = ({ texts, names }: Value) => texts.length + names.length <= clearMeanings
  return {
    ...flow,
    calls: flow.calls.filter(({ args, receiver }) => isClear(receiver) && args.every(isClear)),
  }
}

const clearMeanings = 6

function factsByFile(files: readonly CodeFile[], flow: Flow): CodeFacts[] {
  const group = <Item extends { file: string }>(items: readonly Item[]) =>
    Map.groupBy(items, ({ file }) => file)
  const [calls, lookups, texts, imports, hooks] = [
    group(flow.calls),
    group(flow.lookups),
    group(flow.texts),
    group(flow.imports),
    group(flow.hooks),
  ]
  return files.map(({ path, text }) => ({
    path,
    text,
    calls: calls.get(path) ?? [],
    lookups: lookups.get(path) ?? [],
    texts: texts.get(path) ?? [],
    imports: new Set((imports.get(path) ?? []).map(({ name }) => name)),
    hooks: hooks.get(path) ?? [],
  }))
}

const maxLayers = 3
const maxInner = 50

/** Scans code inside strings: arguments of `exec` and `python -c`, and content written to `.py` files. */
function scanInner(scan: RunningScan, parser: PythonParser, layer: number, facts = scan.facts): void {
  if (layer >= maxLayers) return
  const inner = facts.flatMap(innerCode).slice(0, maxInner)
  for (const { path, text, line } of inner) {
    const found: RunningScan = { findings: [], facts: [], problems: [], onFile: scan.onFile }
    const modules = readModule(path, text, found, () => pythonScope({ path, text }, parser, found))
    add(found, { language: 'python', files: [{ path, text }], modules }, { left: innerSteps })
    scanInner(found, parser, layer + 1)
    scan.findings.push(...found.findings.map((finding) => findingAt(finding, line)))
    scan.facts.push(...found.facts.map((one) => atLine(one, line)))
    scan.problems.push(...found.problems.map((problem) => ({ ...problem, line })))
  }
}

function findingAt(finding: Finding, line: number): Finding {
  const path = finding.path?.map((step) => ({ ...step, line }))
  return { ...finding, line_number: line, ...defined({ path }) }
}

/** Code inside a string is reported at the line of the string. */
function atLine(facts: CodeFacts, line: number): CodeFacts {
  return { ...facts, calls: facts.calls.map((call) => ({ ...call, line })) }
}

function innerCode({ path, calls }: CodeFacts): { path: string; text: string; line: number }[] {
  return calls.flatMap((call) => {
    const { name, args, receiver, line } = call
    if (runsCode.test(name))
      return args
        .slice(0, 1)
        .flatMap(fullTexts)
        .filter(isCode)
        .map((text) => ({ path, text, line }))
    if (isProgramStart(call)) {
      const text = argumentOfPython(commandOf(call))
      return isCode(text) ? [{ path, text: text.replaceAll('…', '_'), line }] : []
    }
    const isSource = name === 'open().write' && receiver.texts.some((place) => /\.(py|pyw|pth)$/.test(place))
    return isSource
      ? args
          .flatMap(fullTexts)
          .filter(isCode)
          .map((text) => ({ path, text, line }))
      : []
  })
}

/** Returns the code of `python -c`; empty for other commands. */
function argumentOfPython(command: string): string {
  const start = /(?<![\w.])python[\w.]*["']?\s+-c\s+/.exec(command)
  return start ? command.slice(start.index + start[0].length).replace(/^["']|["']$/g, '') : ''
}

function isCode(text: string): boolean {
  return text.length > 8 && text.length < 400_000 && /[(=;]|\bimport\b/.test(text)
}
