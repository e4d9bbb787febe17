import { compareText } from '../../ground/finding.ts'
import type { RunnableStatementsOf } from '../../python/syntax.ts'
import { type InterfaceUse, maxUses } from './interface-use.ts'
import { mentionsInterface, pythonUses } from './python-uses.ts'
import { scriptUses } from './script-uses.ts'

interface Code {
  /** Python files by path. */
  python: ReadonlyMap<string, string>
  /** Scripts by path. */
  scripts: ReadonlyMap<string, string>
  statementsOf: RunnableStatementsOf
}

/** Finds the changed interfaces of the tool that a pack uses, with the first place of each, sorted by name. */
export function findInterfaceUses({ python, scripts, statementsOf }: Code): InterfaceUse[] {
  const uses: InterfaceUse[] = []
  for (const [path, text] of python)
    if (mentionsInterface(text)) uses.push(...pythonUses(path, statementsOf(path)))
  for (const [path, text] of scripts) uses.push(...scriptUses(path, text, (other) => scripts.has(other)))
  uses.sort((a, b) => compareText(a.name, b.name) || compareText(a.file, b.file))
  const first = uses.filter(({ name }, at) => uses[at - 1]?.name !== name)
  return first.slice(0, maxUses)
}
