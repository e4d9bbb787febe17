import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** English texts that may leave no exception. */
export interface Claims {
  /** Texts of controls, filters and empty lists. They state what is shown, so no test is named. */
  labels: readonly string[]
  /**
   * Claims about the product by key without plural form, and promises of the API by `api:` and the sentence, each with `file › name` of
   * a test that fails if it becomes false.
   */
  tested: Readonly<Record<string, string>>
}

export const claims: Claims = JSON.parse(readFileSync(join(import.meta.dirname, 'claims.json'), 'utf8'))

/** Words that leave no exception. */
const absolute = new RegExp(
  `(?<![\\w-])(${[
    'every(thing|one|body|where)?|all|entire(ly)?|always|ever|forever|for good|permanent(ly)?',
    'never|no(?! longer\\b|, thanks)|none|nothing|nobody|nowhere|not (a|one) single|without exception',
    'only|solely|exclusively|any(thing|one|body|where)?|what(so)?ever|whenever',
    'guarantee\\w*|ensures?|safe(ly|ty)?|secure(ly)?|harmless|bulletproof|unbreakable|risk-free|trustworthy|flawless\\w*',
    'impossible|completely|fully|totally|absolutely|perfect(ly)?|certain(ly)?|definitely|undoubtedly|unlimited',
    'immediately|instantly|at once|zero|100 ?%',
  ].join('|')})(?![\\w-])`,
  'iu',
)

/** Reports about a list or search that is still empty: they claim nothing about the product. */
const report = /\byet\b|^(there are )?no matching\b|^no( \w+){1,2} match(es)?\b|^nothing matched\b|\?$/iu

/** Returns the sentences of a text that leave no exception. Placeholders and options of the command line are not read. */
export function absoluteSentences(text: string): string[] {
  return text
    .replaceAll(/\{\{?\w+\}?\}|--[\w-]+/g, '…')
    .split(/(?<=[.!?:;])\s+/)
    .filter((sentence) => absolute.test(sentence) && !report.test(sentence))
}

const baseOf = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')

const longestLabel = 6

/** Lists texts that leave no exception and name no test, and entries of the lists that are out of date. */
export function problemsOf(
  texts: ReadonlyMap<string, string>,
  { labels, tested }: Claims,
  hasTest: (claim: string) => boolean = findsTest,
): string[] {
  const found = [...texts].filter(([, text]) => absoluteSentences(text).length > 0)
  const entries = new Set(found.flatMap(([key, text]) => [baseOf(key), text]))
  const isLabel = (text: string) => labels.includes(text) && text.split(/\s+/).length <= longestLabel
  return [
    ...found
      .filter(([key, text]) => !isLabel(text) && !Object.hasOwn(tested, baseOf(key)))
      .map(([key, text]) => `${key} leaves no exception: ${absoluteSentences(text).join(' ')}`),
    ...[...labels, ...Object.keys(tested)]
      .filter((entry) => !entries.has(entry))
      .map((entry) => `Not absolute: ${entry}`),
    ...Object.entries(tested)
      .filter(([, test]) => !hasTest(test))
      .map(([key, test]) => `${key} names a test that does not exist: ${test}`),
  ]
}

/** Whether a file has a test whose name, or the beginning of it before a placeholder, is this. */
export function findsTest(claim: string): boolean {
  const [file = '', name = ''] = claim.split(' › ')
  if (!/\.test\.tsx?$/.test(file) || name === '' || !existsSync(join(root, file))) return false
  const quoted = `(['"\`])${RegExp.escape(name)}(\\2|\\$\\{)`
  return new RegExp(`(\\bit\\(|\\)\\()\\s*${quoted}`).test(readFileSync(join(root, file), 'utf8'))
}
