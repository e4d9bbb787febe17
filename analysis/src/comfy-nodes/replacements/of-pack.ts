import type { RunnableStatementsOf } from '../../python/syntax.ts'
import { replacementsInCode } from './from-code.ts'
import { maxReplacements, type Replacement, readReplacements } from './replacement.ts'

/** Reads registered replacements: the file that the tool reads, then code that mentions them. */
export function replacementsOfPack(
  code: readonly { path: string; text: string }[],
  data: ReadonlyMap<string, string>,
  statementsOf: RunnableStatementsOf,
): Replacement[] {
  const inCode = code
    .filter(({ path, text }) => /\.pyw?$/i.test(path) && text.includes('NodeReplace'))
    .flatMap(({ path }) => replacementsInCode(statementsOf(path)))
  const all = [...readReplacements(data.get('node_replacements.json') ?? ''), ...inCode]
  const byNames = new Map(all.map((one) => [JSON.stringify([one.old_node_id, one.new_node_id]), one]))
  return [...byNames.values()].slice(0, maxReplacements)
}
