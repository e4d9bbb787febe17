import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'rolldown/utils'

export interface SourceFile {
  path: string
  lines: number
  isTest: boolean
  functions: FunctionFigures[]
  casts: number
}

export interface FunctionFigures {
  /** `path:line`. */
  place: string
  lines: number
  parameters: number
  /** Undefined unless exported under a name. */
  hasDocstring: boolean | undefined
  /** Whether it is the callback of `describe`, which holds other tests. */
  isSuite: boolean
}

/** A syntax node in ESTree form. */
interface Node extends Record<string, unknown> {
  type: string
  start: number
  end: number
}

const productFolders = ['contract', 'analysis', 'client', 'server/src', 'server/demo', 'web']

/** Parses the product's TypeScript files that are under version control. */
export function readSources(): SourceFile[] {
  const listed = execFileSync('git', [
    'ls-files',
    '-co',
    '--exclude-standard',
    '--deduplicate',
    ...productFolders,
  ])
  return listed
    .toString()
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .flatMap((path) => {
      const text = readIfPresent(path)
      return text === undefined ? [] : [measureFile(path, text)]
    })
}

/** A file that was deleted but not yet committed is still listed. */
function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Counts the figures of one file. */
export function measureFile(path: string, text: string): SourceFile {
  const { program, comments } = parseSync(path, text)
  const starts = lineStarts(text)
  const docEnds = new Set(
    comments
      .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
      .map(({ end }) => firstCodeAfter(text, end)),
  )
  const file: SourceFile = {
    path,
    lines: starts.length - (text.endsWith('\n') ? 1 : 0),
    isTest: /\.test\.tsx?$|\.test-support\.tsx?$|^web\/test\//.test(path),
    functions: [],
    casts: 0,
  }
  visit({ ...program }, [], (node, ancestors) => {
    if (isCast(node)) file.casts++
    if (!isFunction(node)) return
    const first = lineOf(starts, node.start)
    const exported = exportOf(ancestors)
    file.functions.push({
      place: `${path}:${first}`,
      lines: lineOf(starts, node.end) - first + 1,
      parameters: Array.isArray(node['params']) ? node['params'].length : 0,
      hasDocstring: exported && docEnds.has(exported.start),
      isSuite: isSuite(ancestors.at(-1)),
    })
  })
  return file
}

function visit(node: Node, ancestors: Node[], found: (node: Node, ancestors: readonly Node[]) => void): void {
  found(node, ancestors)
  ancestors.push(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, ancestors, found)
    }
  }
  ancestors.pop()
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** `as const` does not count as a cast. */
function isCast({ type, typeAnnotation }: Node): boolean {
  if (type === 'TSTypeAssertion') return true
  if (type !== 'TSAsExpression') return false
  const target = isNode(typeAnnotation) ? typeAnnotation : undefined
  const name = isNode(target?.['typeName']) ? target['typeName']['name'] : undefined
  return name !== 'const'
}

const isFunction = ({ type, body }: Node): boolean =>
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type) && isNode(body)

function isSuite(parent: Node | undefined): boolean {
  if (parent?.type !== 'CallExpression' || !isNode(parent['callee'])) return false
  return parent['callee']['name'] === 'describe'
}

/** The export statement of a function that is exported under its own name. */
function exportOf(ancestors: readonly Node[]): Node | undefined {
  const between = ancestors.slice(ancestors.findLastIndex(({ type }) => type === 'ExportNamedDeclaration'))
  const [statement, ...others] = between
  if (statement?.type !== 'ExportNamedDeclaration') return undefined
  const isDirect = others.every(({ type }) => ['VariableDeclaration', 'VariableDeclarator'].includes(type))
  return isDirect ? statement : undefined
}

function firstCodeAfter(text: string, offset: number): number {
  const rest = text.slice(offset).search(/\S/)
  return rest < 0 ? text.length : offset + rest
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
}

/** Counts from 1. */
function lineOf(starts: readonly number[], offset: number): number {
  const next = starts.findIndex((start) => start > offset)
  return next < 0 ? starts.length : next
}
