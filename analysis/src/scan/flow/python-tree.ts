import type { Language } from 'web-tree-sitter'
import type { IsPlain, PartialTree } from '../../python/sources.ts'

/** One node of the parser's tree as a plain object, which is cheap to read. Unnamed tokens are left out. */
export interface PythonNode {
  type: string
  /** Its role in its parent; empty when it has none. */
  field: string
  start: number
  end: number
  children: readonly PythonNode[]
  /** The body of a function without anything worth following. */
  isLeftOut?: true
}

/** Tokens without a role in their parents, and nodes without children: the bulk of most texts. */
const marks: ReadonlySet<string> = new Set([
  ...'()[]{},.:;=',
  ...['->', 'def', 'class', 'return', 'if', 'elif', 'else', 'for', 'while', 'with', 'as', 'import', 'from'],
  ...['lambda', 'try', 'except', 'finally', 'raise', 'assert', 'global', 'nonlocal', 'async', 'await'],
])
const leaves: ReadonlySet<string> = new Set([
  'identifier',
  'integer',
  'float',
  'true',
  'false',
  'none',
  // Their content is read from the text.
  'string_start',
  'string_content',
  'string_end',
])

interface Vocabulary {
  types: string[]
  isNamed: boolean[]
  isMark: boolean[]
  fields: string[]
}

const vocabularies = new WeakMap<Language, Vocabulary>()

function vocabularyOf(language: Language): Vocabulary {
  const known = vocabularies.get(language)
  if (known) return known
  const types: string[] = []
  const isNamed: boolean[] = []
  const isMark: boolean[] = []
  for (let id = 0; id < language.nodeTypeCount; id++) {
    types.push(language.nodeTypeForId(id) ?? '')
    isNamed.push(language.nodeTypeIsNamed(id))
    // `await` and `lambda` are also names of expressions.
    isMark.push(!isNamed[id] && marks.has(types[id] ?? ''))
  }
  const fields = ['']
  for (let id = 1; id <= language.fieldCount; id++) fields.push(language.fieldNameForId(id) ?? '')
  const made = { types, isNamed, isMark, fields }
  vocabularies.set(language, made)
  return made
}

const noChildren: readonly PythonNode[] = []

/** The parser marks unreadable parts with this number. */
const errorType = 65535
const skipped = new Set(['comment', 'line_continuation'])

/** Copies a whole tree in one walk, because reading single nodes from the parser costs many times as much. */
export function readTree({ tree, leftOut }: PartialTree, language: Language, isPlain?: IsPlain): PythonNode {
  const { types, isNamed, isMark, fields } = vocabularyOf(language)
  const cursor = tree.walk()
  const inRoot: PythonNode[] = []
  const root: PythonNode = { type: 'module', field: '', start: 0, end: cursor.endIndex, children: inRoot }
  const parents = [{ node: root, children: inRoot }]
  let hasMore = cursor.gotoFirstChild()
  try {
    while (hasMore) {
      const id = cursor.nodeTypeId
      const field = isMark[id] === true ? '' : (fields[cursor.currentFieldId] ?? '')
      const isError = id === errorType
      const type = isError ? 'ERROR' : (types[id] ?? '')
      const isKept = isError || isNamed[id] === true || field !== ''
      if (isKept && !skipped.has(type)) {
        const [start, end] = [cursor.startIndex, cursor.endIndex]
        const node: PythonNode = { type, field, start, end, children: noChildren }
        const parent = parents.at(-1)
        parent?.children.push(node)
        const outer =
          field === 'body' && parent?.node.type === 'function_definition' ? parent.node : undefined
        if (outer && (leftOut.has(outer.start) || isPlain?.(outer.start, end))) node.isLeftOut = true
        else if ((isError || isNamed[id]) && !leaves.has(type) && cursor.gotoFirstChild()) {
          const children: PythonNode[] = []
          node.children = children
          parents.push({ node, children })
          continue
        }
      }
      hasMore = false
      while (!cursor.gotoNextSibling()) {
        if (parents.length === 1) return root
        cursor.gotoParent()
        parents.pop()
      }
      hasMore = true
    }
    return root
  } finally {
    cursor.delete()
  }
}

export function field(node: PythonNode, name: string): PythonNode | undefined {
  for (const child of node.children) if (child.field === name) return child
  return undefined
}

/** Operators are tokens with a name of their own and no content. */
export function isOperand(node: PythonNode): boolean {
  return node.field !== 'operator' && node.field !== 'operators'
}

export function isSplat(node: PythonNode): boolean {
  return node.type === 'splat_pattern' || node.children.some(({ type }) => type === 'splat_pattern')
}
