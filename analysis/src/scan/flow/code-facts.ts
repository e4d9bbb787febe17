import { startsProgram } from './call-tables.ts'
import type { Call, Flow } from './flow.ts'
import { commandText } from './python-effects.ts'
import type { Value } from './values.ts'

/** The facts about one file of code that rules use. */
export interface CodeFacts {
  path: string
  /** The whole text, for rules about spelling. */
  text: string
  calls: readonly Call[]
  lookups: Flow['lookups']
  /** All strings that are not documentation. */
  texts: Flow['texts']
  imports: ReadonlySet<string>
  hooks: Flow['hooks']
}

/** Returns a test that searches the text on its first call, and remembers the result. */
export function lookedUp(text: string, pattern: RegExp): () => boolean {
  let known: boolean | undefined
  return () => {
    known ??= pattern.test(text)
    return known
  }
}

const lines = new WeakMap<CodeFacts, string[]>()

/**
 * Returns the lines of the file, the first one at 0. Splits the text once, because a file can have as many
 * calls as lines.
 */
export function linesOf(facts: CodeFacts): readonly string[] {
  let known = lines.get(facts)
  if (!known) {
    known = facts.text.split('\n')
    lines.set(facts, known)
  }
  return known
}

/** Returns an argument by its position, or by one of these keywords. */
export function argumentOf(call: Call, index: number, ...keywords: string[]): Value | undefined {
  const keyword = keywords.find((name) => call.keywords.has(name))
  return (keyword === undefined ? undefined : call.keywords.get(keyword)) ?? call.args[index]
}

/** Returns false when the argument is missing or false. */
export function isSet(call: Call, keyword: string): boolean {
  const value = call.keywords.get(keyword)
  return value !== undefined && value.number !== 0
}

export function argumentsOf(call: Call): Value[] {
  return [...call.args, ...call.keywords.values()]
}

export function isProgramStart({ name }: Call): boolean {
  return startsProgram.test(name)
}

/** Returns the command that a call starts: a list of words, or one text. */
export function commandValue(call: Call): Value | undefined {
  const { name, args } = call
  const replaced = isSet(call, 'shell') ? undefined : call.keywords.get('executable')
  const at = programAt(name)
  // The first word is a name for the program, and can be any text.
  const program = replaced ?? (at < 0 ? undefined : args[at])
  const given = at < 0 ? argumentOf(call, 0, 'args', 'argv', 'cmd', 'command') : args[at + 1]
  if (/create_subprocess_exec|subprocess_exec|os\.(exec|spawn)l/.test(name)) {
    const items = args.slice(Math.max(at, 0))
    return items[0] && { ...items[0], items: [items[0], ...items.slice(at < 0 ? 1 : 2)] }
  }
  if (!program) return given
  return { ...program, items: [program, ...(given?.items?.slice(1) ?? [])] }
}

/** Returns the position of the program, which some calls take apart from its words, or -1. */
function programAt(name: string): number {
  if (/^(os|nt|posix)\.spawn/.test(name)) return 1
  if (/\.ShellExecute[AW]?$/.test(name)) return 2
  return /^(os|nt|posix)\.(exec|posix_spawn)|\.CreateProcess[AW]?$/.test(name) ? 0 : -1
}

/** Returns the command as far as it is known, with `…` for unknown words. */
export function commandOf(call: Call): string {
  return commandText(commandValue(call)).trim()
}

/** Returns the program's plain name; empty when it is computed. */
export function programOf(command: string): string {
  const first = command.trim().split(/\s+/)[0] ?? ''
  const name = first
    .replace(/^["']|["']$/g, '')
    .replace(/^.*[\\/]/, '')
    .replace(/\.exe$/i, '')
    .toLowerCase()
  // A condition such as `[ -f x ]` names no program.
  return name.includes('…') || !/[\p{L}\p{N}]/u.test(name) ? '' : name
}
