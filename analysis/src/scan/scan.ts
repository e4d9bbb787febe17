import { ignoreFiles, type OnFile } from '../progress.ts'
import type { FunctionPlace } from '../python/function-places.ts'
import {
  type GrammarText,
  type PythonParser,
  parseFunction,
  parsePython,
  toGrammarText,
} from '../python/parser.ts'
import { type IsPlain, type PartialTree, takesLong } from '../python/sources.ts'
import { type CodeFacts, commandOf, isProgramStart } from './code-facts.ts'
import { compareFindings, type Finding, type Severity } from './finding.ts'
import { type Depth, type Flow, FlowTooLarge, type Module, type StepBudget } from './flow/flow.ts'
import { followFlow } from './flow/follow/follow.ts'
import { scopeOfJavaScript } from './flow/from-javascript.ts'
import { functionsOfPython, type PythonText, scopeOfPython } from './flow/from-python.ts'
import { javascriptLibrary } from './flow/javascript-library.ts'
import { LineNumbers } from './flow/places.ts'
import { pythonLibrary, runsCode } from './flow/python-library.ts'
import { readTree } from './flow/python-tree.ts'
import { CodeTooDeep, type Scope } from './flow/syntax.ts'
import { fullTexts } from './flow/values.ts'
import { findInterest, type Interest } from './interest.ts'
import { type CodeRule, type Hit, type Rule, toFinding } from './rule.ts'
import { codeRules } from './rules/code.ts'
import { dependencyRules } from './rules/dependencies.ts'
import { fileRules } from './rules/files.ts'
import { gitModules } from './rules/git.ts'
import { persistenceRules } from './rules/persistence.ts'
import { processRules } from './rules/process.ts'
import { reachRules } from './rules/reach.ts'
import { scriptRules } from './rules/script.ts'
import { longestScript, textRules } from './rules/text.ts'

/**
 * Says which rules a stored analysis was made with. Raised with every change of a rule, so that older analyses are
 * made again.
 */
export const rulesVersion = 14

/** Every rule but the one for machine code, which is in `binaries.ts`. */
export const rules: readonly Rule[] = [
  ...codeRules,
  ...processRules,
  ...reachRules,
  ...persistenceRules,
  ...scriptRules,
  ...textRules,
  gitModules,
  ...dependencyRules,
  ...fileRules,
]

const codeRulesOf = (language: CodeRule['of']) =>
  rules.filter((rule): rule is CodeRule => rule.of === language)
const rulesOfCode = { python: codeRulesOf('python'), javascript: codeRulesOf('javascript') }
const rulesOfTexts = rules.filter((rule) => rule.of === 'text')
const rulesOfFiles = rules.filter((rule) => rule.of === 'file')
const rulesOfDependencies = rules.filter((rule) => rule.of === 'dependency')

/** More of the same in one file says nothing new. */
const hitsPerFile = 10

/** Enough for packs of the largest accepted size. Bundled libraries among the scripts may need more. */
const pythonSteps = 6_000_000
const scriptSteps = 300_000
const shallowSteps = 2_000_000
/** In letters, of all scripts: of further ones only the text is searched. */
const followedScriptLength = 2_000_000
/** Longer scripts are bundles, which are looked at function by function. */
const deepScriptLength = 200_000
const innerSteps = 200_000

export interface CodeFile {
  path: string
  text: string
  /** Gives the tree away where the file was parsed already. */
  takeTree?(): PartialTree | undefined
}

export interface CodeScan {
  findings: Finding[]
  facts: CodeFacts[]
  /** What nobody could look into. */
  problems: { path: string; line: number; reason: string; severity?: Severity }[]
}

/** A scan while it goes on. */
interface RunningScan extends CodeScan {
  onFile: OnFile
}

interface CodeScanOptions {
  interest?: Interest<CodeFile>
  onFile?: OnFile
}

/** Follows a pack's Python and its scripts; each finding stands where the dangerous thing happens. */
export function scanCode(
  python: readonly CodeFile[],
  scripts: readonly CodeFile[],
  parser: PythonParser,
  { onFile = ignoreFiles, interest = findInterest(python, onFile) }: CodeScanOptions = {},
): CodeScan {
  const { files: followed, isPlain } = interest
  const scan: RunningScan = { findings: [], facts: [], problems: [], onFile }
  const readPython = (file: CodeFile) =>
    readModule(file.path, file.text, scan, () => pythonScope(file, parser, scan, isPlain(file)))
  add(scan, 'python', followed, followed.flatMap(readPython), { left: pythonSteps })
  scanInner(scan, parser, 0)
  const readScript = ({ path, text }: CodeFile) =>
    readModule(path, text, scan, () => scriptScope(path, text, scan), 'medium')
  // Scripts do not share variables: each is followed by itself, a pack's own before the libraries it bundles.
  const budget = { left: scriptSteps }
  const shallowBudget = { left: shallowSteps }
  let left = followedScriptLength
  for (const script of scripts.toSorted((a, b) => a.text.length - b.text.length)) {
    left -= script.text.length
    if (script.text.length > longestScript || left < 0) {
      scan.problems.push({
        path: script.path,
        line: 1,
        reason: 'is longer than what is followed',
        severity: 'medium',
      })
      continue
    }
    const modules = readScript(script)
    const isDeep = script.text.length <= deepScriptLength && budget.left > 0
    if (isDeep) add(scan, 'javascript', [script], modules, budget)
    else add(scan, 'javascript', [script], modules, shallowBudget, 'shallow')
  }
  return { findings: scan.findings, facts: scan.facts, problems: scan.problems }
}

/** A browser may run what this parser refuses. A pointer to a file that is kept elsewhere, and markup, are no scripts. */
function scriptScope(path: string, text: string, scan: CodeScan): Scope | undefined {
  const scope = scopeOfJavaScript(text)
  if (!scope && !/^\s*(version https:\/\/git-lfs|<)/.test(text))
    scan.problems.push({ path, line: 1, reason: 'is no script that can be read', severity: 'high' })
  return scope
}

/** The bodies of plain functions are read when something is given to one of them. */
function pythonScope(
  file: CodeFile,
  parser: PythonParser,
  scan: CodeScan,
  isPlain?: IsPlain,
): Scope | undefined {
  const { path, text } = file
  const parsed = file.takeTree ? file.takeTree() : parseWhole(parser, text)
  if (!parsed) {
    // Who hands a tree over says by itself why there is none.
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

/** The functions at this place; without one, all of the file. */
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

/** Follows these modules together, and adds what the rules say of each file. */
function add(
  scan: RunningScan,
  language: 'python' | 'javascript',
  files: readonly CodeFile[],
  modules: readonly Module[],
  budget: StepBudget,
  depth: Depth = 'deep',
): void {
  if (modules.length === 0) return
  const library = () => (language === 'python' ? pythonLibrary() : javascriptLibrary())
  const follow = (how: Depth, steps: StepBudget) =>
    followFlow(modules, library(), { budget: steps, depth: how, onFile: scan.onFile })
  const wanted = attempt(() => follow(depth, budget))
  const flow = wanted ?? attempt(() => follow('shallow', { left: shallowSteps }))
  for (const facts of flow ? factsByFile(files, flow) : []) {
    scan.onFile(facts.path, 'search')
    scan.facts.push(facts)
    scan.findings.push(...collect(facts.path, facts.text, rulesOfCode[language], (rule) => rule.find(facts)))
  }
  // Bundled libraries among the scripts are larger than what is followed; they are read by their makers.
  if (language === 'python' ? !wanted : !flow)
    scan.problems.push({
      path: modules[0]?.path ?? '',
      line: 1,
      reason: 'is too tangled to be followed',
      ...(language === 'javascript' ? { severity: 'medium' as const } : {}),
    })
}

/** Undefined where the code is more tangled than the budget, or the stack, allows. */
function attempt(follow: () => Flow): Flow | undefined {
  try {
    return follow()
  } catch (error) {
    if (!(error instanceof FlowTooLarge) && !(error instanceof RangeError)) throw error
    return undefined
  }
}

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

const mostLayers = 3
const mostInner = 50

/** Code inside of texts: what `exec` gets, what `python -c` gets, what is written to a `.py` file. */
function scanInner(scan: RunningScan, parser: PythonParser, layer: number, facts = scan.facts): void {
  if (layer >= mostLayers) return
  const inner = facts.flatMap(innerCode).slice(0, mostInner)
  for (const { path, text, line } of inner) {
    const found: RunningScan = { findings: [], facts: [], problems: [], onFile: scan.onFile }
    const modules = readModule(path, text, found, () => pythonScope({ path, text }, parser, found))
    add(found, 'python', [{ path, text }], modules, { left: innerSteps })
    scanInner(found, parser, layer + 1)
    scan.findings.push(...found.findings.map((finding) => ({ ...finding, line_number: line })))
    scan.facts.push(...found.facts.map((one) => atLine(one, line)))
    scan.problems.push(...found.problems.map((problem) => ({ ...problem, line })))
  }
}

/** What is inside of a text happens at the line that has the text. */
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

/** What `python -c` runs; empty for other commands. */
function argumentOfPython(command: string): string {
  const start = /(?<![\w.])python[\w.]*["']?\s+-c\s+/.exec(command)
  return start ? command.slice(start.index + start[0].length).replace(/^["']|["']$/g, '') : ''
}

function isCode(text: string): boolean {
  return text.length > 8 && text.length < 400_000 && /[(=;]|\bimport\b/.test(text)
}

export function scanText(path: string, text: string): Finding[] {
  const applying = rulesOfTexts.filter((rule) => rule.appliesTo.test(path))
  return collect(path, text, applying, (rule) => rule.find(text, path))
}

/** By a file's name and its first bytes. */
export function scanFile(path: string, start: Uint8Array): Finding[] {
  return rulesOfFiles.flatMap((rule) => [...rule.find(path, start)].map((hit) => toFinding(rule, path, hit)))
}

/** Requirement lines; `line` tells where each one stands. */
export function scanDependencies(path: string, lines: readonly { text: string; line?: number }[]): Finding[] {
  const findings: Finding[] = []
  for (const { text: whole, line } of lines) {
    const text = whole.replace(/\s+/g, ' ').trim().slice(0, 1000)
    if (text.startsWith('#')) continue
    for (const rule of rulesOfDependencies) {
      for (const hit of rule.find(text))
        findings.push(toFinding(rule, path, { ...hit, ...(line ? { line } : {}) }, text))
    }
  }
  return findings.sort(compareFindings)
}

function collect<Kind extends Rule>(
  path: string,
  text: string,
  applying: readonly Kind[],
  find: (rule: Kind) => Iterable<Hit>,
): Finding[] {
  let lines: string[] | undefined
  const lineAt = (line: number) => {
    lines ??= text.split('\n')
    return lines[line - 1]
  }
  const findings: Finding[] = []
  for (const rule of applying) {
    let seen: Set<string> | undefined
    for (const hit of find(rule)) {
      seen ??= new Set()
      const key = `${hit.line} ${hit.message}`
      if (seen.has(key)) continue
      if (seen.size >= hitsPerFile) break
      seen.add(key)
      findings.push(toFinding(rule, path, hit, hit.line === undefined ? undefined : lineAt(hit.line)))
    }
  }
  return findings
}
