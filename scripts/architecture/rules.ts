import { posix } from 'node:path'
import { missingInBrowsers } from './browser-features.ts'
import { order, placeOf } from './order.ts'

/** A source file: its path from the project's root, with forward slashes, and its text. */
export interface SourceFile {
  path: string
  text: string
}

export interface Violation {
  path: string
  /** The forbidden import or call. */
  target: string
  rule: string
}

/** An intended violation. `path` and `target` are exact; every exception must still be needed. */
export interface Exception {
  path: string
  target: string
  reason: string
}

const aliases: Record<string, string> = {
  '@nodeyard/contract': 'contract/src',
  '@nodeyard/client': 'client/src',
  '@nodeyard/analysis': 'analysis/src',
  '@nodeyard/planning': 'planning/src',
  '@nodeyard/outside': 'outside/src',
  '@nodeyard/agents': 'agents/src',
}
const contractPackages = ['typebox']
const databasePackages = ['kysely', 'pg', '@electric-sql/pglite']

interface Import {
  /** A path of the project, or the name of a package with its subpath. */
  target: string
  isOurs: boolean
}

interface Module extends SourceFile {
  /** The text without comments. */
  code: string
  imports: Import[]
}

type Rule = (module: Module) => Violation[]

/** Finds violations of the architecture's rules. Tests can import anything. */
export function findViolations(files: SourceFile[]): Violation[] {
  const modules = files.filter(({ path }) => !isTest(path)).map(readModule)
  const rules: Rule[] = [
    contractIsAlone,
    analysisIsAlone,
    webIsApart,
    foldersOfADomain,
    hasAPlace,
    nothingImportsUpwards,
    webFrameworkOnlyInHttp,
    queryBuilderOnlyInSql,
    environmentOnlyInConfig,
    clockAndChanceOnlyInDeps,
    programsOnlyWithLimits,
    browsersHaveIt,
    noReExportFiles,
    namedExports(modules),
  ]
  return [...modules.flatMap((module) => rules.flatMap((rule) => rule(module))), ...findCycles(modules)]
}

/** Returns the violations without an exception, and the exceptions without a violation. */
export function applyExceptions(
  violations: Violation[],
  exceptions: Exception[],
): { unexcused: Violation[]; unneeded: Exception[] } {
  const matches = (violation: Violation, exception: Exception) =>
    violation.path === exception.path && violation.target === exception.target
  return {
    unexcused: violations.filter((violation) => !exceptions.some((one) => matches(violation, one))),
    unneeded: exceptions.filter((exception) => !violations.some((one) => matches(one, exception))),
  }
}

const contractIsAlone: Rule = (module) => {
  if (!isIn(module, 'contract')) return []
  const isAllowed = ({ target, isOurs }: Import) =>
    isOurs ? target.startsWith('contract/') : contractPackages.includes(packageOf(target))
  return broken(module, 'contract imports TypeBox and nothing else', (one) => !isAllowed(one))
}

const analysisIsAlone: Rule = (module) => {
  if (!isIn(module, 'analysis')) return []
  return broken(module, 'analysis imports nothing of ours and nothing of Node', ({ target, isOurs }) =>
    isOurs ? !target.startsWith('analysis/') : target.startsWith('node:'),
  )
}

const webIsApart: Rule = (module) => {
  if (!isIn(module, 'web')) return []
  return broken(
    module,
    'web imports nothing of the server',
    ({ target, isOurs }) => isOurs && target.startsWith('server/'),
  )
}

/** Routes call operations, which call SQL, never in the other direction. */
const foldersOfADomain: Rule = (module) => {
  if (!isIn(module, 'server/src')) return []
  const folder = posix.dirname(module.path)
  const name = posix.basename(module.path)
  return [
    ...broken(
      module,
      'routes are imported only by files directly in server/src',
      ({ target }) =>
        target.startsWith('server/src/') && target.endsWith('/routes.ts') && folder !== 'server/src',
    ),
    ...broken(
      module,
      'sql.ts imports nothing from its own folder',
      ({ target }) => name === 'sql.ts' && posix.dirname(target) === folder && isInDomain(module),
    ),
  ]
}

const hasAPlace: Rule = ({ path }) =>
  placeOf(path) === undefined ? [{ path, target: path, rule: 'every module has a place in order.ts' }] : []

const nothingImportsUpwards: Rule = (module) => {
  const own = placeOf(module.path) ?? order.length
  return broken(
    module,
    'a module imports only from its own part and those before it',
    ({ target, isOurs }) => {
      const other = isOurs ? placeOf(target) : undefined
      return other !== undefined && other > own
    },
  )
}

const webFrameworkOnlyInHttp: Rule = (module) => {
  if (!isIn(module, 'server/src') || isIn(module, 'server/src/ground/http')) return []
  return broken(module, 'only http/ knows the web framework', ({ target }) =>
    /^(fastify$|fastify\/|@fastify\/)/.test(target),
  )
}

const queryBuilderOnlyInSql: Rule = (module) => {
  if (!isIn(module, 'server/src') || isIn(module, 'server/src/ground/db')) return []
  if (posix.basename(module.path) === 'sql.ts') return []
  return broken(module, 'only sql.ts and db/ know the query builder and the drivers', ({ target }) =>
    databasePackages.includes(packageOf(target)),
  )
}

const environmentOnlyInConfig: Rule = (module) => {
  if (!isIn(module, 'server/src') || module.path === 'server/src/config.ts') return []
  return calls(module, 'only config.ts reads the environment', [/\bprocess\.env\b/])
}

const clockAndChanceOnlyInDeps: Rule = (module) => {
  if (!isIn(module, 'server/src') || module.path === 'server/src/ground/deps.ts') return []
  const calling = [/\bDate\.now\b/, /\bnew Date\(\)/, /\bMath\.random\b/, /\brandomUUID\b/]
  return calls(module, 'only deps.ts makes the clock and the random source', calling)
}

/** The laboratory starts only programs of this repository. */
const laboratory = ['bench', 'scripts', 'e2e', 'server/test']

const programsOnlyWithLimits: Rule = (module) => {
  if (module.path === 'outside/src/program.ts' || laboratory.some((folder) => isIn(module, folder))) return []
  return broken(module, 'only outside/src/program.ts starts programs, within limits', ({ target }) =>
    /^(node:)?(child_process|cluster)$/.test(target),
  )
}

/** Folders of code that runs in browsers. */
const inBrowsers = ['contract/src', 'client/src', 'analysis/src', 'planning/src', 'web/src']

const browsersHaveIt: Rule = (module) => {
  const isSent = inBrowsers.some((folder) => isIn(module, folder)) && !/\.server\.tsx?$/.test(module.path)
  return isSent
    ? calls(module, 'code for browsers uses what the stated browsers have', missingInBrowsers)
    : []
}

const noReExportFiles: Rule = (module) => {
  const rest = module.code.replace(importPattern, '').replace(reExportPattern, '').trim()
  const reExports = module.code.match(reExportPattern) ?? []
  if (reExports.length === 0 || rest !== '' || isEntry(module)) return []
  return [{ path: module.path, target: 'export … from', rule: 'no files that only re-export' }]
}

/** Other packages import only the modules beside the folders of a published package. */
const isEntry = ({ path }: Module) => /^(contract|analysis)\/src\/[\w-]+\.ts$/.test(path)

/** Tools require default exports of route modules, of the site's renderer and of settings files. */
function namedExports(modules: Module[]): Rule {
  const routeTable = modules.find(({ path }) => /^web\/src\/routes\.tsx?$/.test(path))?.text ?? ''
  return (module) => {
    if (/^\w+\/\w+\.config\.ts$/.test(module.path)) return []
    if (!/^export default\b|^export \{[^}]*\bas default\b/m.test(module.code)) return []
    const route = posix.relative('web/src', module.path)
    if (isIn(module, 'web') && routeTable.includes(route)) return []
    return [{ path: module.path, target: 'export default', rule: 'named exports only' }]
  }
}

function findCycles(modules: Module[]): Violation[] {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const done = new Set<string>()
  const violations: Violation[] = []
  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) {
      const cycle = [...trail.slice(start), path]
      violations.push({ path, target: cycle.join(' → '), rule: 'no import cycles, type imports included' })
      return
    }
    if (done.has(path)) return
    for (const { target } of byPath.get(path)?.imports ?? []) {
      if (byPath.has(target)) visit(target, [...trail, path])
    }
    done.add(path)
  }
  for (const { path } of modules) visit(path, [])
  return violations
}

function readModule({ path, text }: SourceFile): Module {
  const code = withoutComments(text)
  const patterns = [importPattern, reExportPattern, sideEffectPattern, dynamicPattern]
  const specifiers = patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ''))
  return { path, text, code, imports: specifiers.map((specifier) => resolve(path, specifier)) }
}

// The formatter puts every import and export at the start of a line.
const importPattern =
  /^import\s+(?:type\s+)?[\w$*{},\s]+?\s+from\s+['"]([^'"\n]+)['"](?:\s+with\s+\{[^}]*\})?/gm
const reExportPattern =
  /^export\s+(?:type\s+)?(?:\*(?:\s+as\s+[\w$]+)?|\{[^}]*\})\s+from\s+['"]([^'"\n]+)['"]/gm
const sideEffectPattern = /^import\s+['"]([^'"\n]+)['"]/gm
const dynamicPattern = /\bimport\(\s*['"]([^'"\n]+)['"]/g

/** Removes comments, but not comment markers inside strings. */
function withoutComments(text: string): string {
  const pattern = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
  return text.replace(pattern, (token) => (token.startsWith('//') || token.startsWith('/*') ? '' : token))
}

function resolve(from: string, specifier: string): Import {
  if (specifier.startsWith('.')) {
    return { target: posix.join(posix.dirname(from), specifier.replace(/\?script$/, '')), isOurs: true }
  }
  const name = packageOf(specifier)
  const folder = aliases[name]
  if (folder) return { target: `${folder}${specifier.slice(name.length)}.ts`, isOurs: true }
  return { target: specifier, isOurs: false }
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

function isInDomain(module: Module): boolean {
  return /^server\/src\/[^/]+\/[^/]+\//.test(module.path) && !isIn(module, 'server/src/ground')
}

function isIn({ path }: Module, folder: string): boolean {
  return path.startsWith(`${folder}/`)
}

function isTest(path: string): boolean {
  return /\.(test|test-support)\.tsx?$/.test(path)
}

function broken(module: Module, rule: string, isBroken: (one: Import) => boolean): Violation[] {
  return module.imports.filter(isBroken).map(({ target }) => ({ path: module.path, target, rule }))
}

function calls(module: Module, rule: string, patterns: RegExp[]): Violation[] {
  return patterns.flatMap((pattern) => {
    const found = pattern.exec(module.code)
    return found ? [{ path: module.path, target: found[0], rule }] : []
  })
}
