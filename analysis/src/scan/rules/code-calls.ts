import type { Hit } from '../../ground/finding.ts'
import { runsCode, runsFile } from '../flow/call-tables.ts'
import { argumentOf, argumentsOf, type CodeFacts } from '../flow/code-facts.ts'
import type { Call } from '../flow/flow.ts'
import { has, mixAll, type Value } from '../flow/values.ts'

/** Returns the code that a call runs, if any. */
export function codeOf(call: Call): Value | undefined {
  if (!runsCode.test(call.name)) return undefined
  const code = argumentOf(call, 0, 'source', 'stmt', 'object', 'code', 'cmd')
  // A shell that waits for code gets it from its user.
  return code ?? (call.name === 'timeit.timeit' ? argumentOf(call, 1, 'setup') : undefined)
}

/** Returns the file or module that a call runs. */
export function fileOf(call: Call): Value | undefined {
  if (/^(__import__|importlib\.import_module)$/.test(call.name)) {
    const name = argumentOf(call, 0, 'name')
    // A relative name leads to a module of the pack.
    return name?.texts.length && name.texts.every((text) => text.startsWith('.')) ? undefined : name
  }
  if (/^sys\.path\.(append|insert|extend)$/.test(call.name)) return call.args.at(-1)
  if (!runsFile.test(call.name)) return undefined
  const sources = call.keywords.get('sources')
  if (sources) return sources.items ? mixAll(sources.items) : sources
  const isNamedFirst = /spec_from_file_location|Loader$|^imp\./.test(call.name)
  return argumentOf(call, isNamedFirst ? 1 : 0, 'location', 'path', 'path_name', 'name')
}

/** Returns the values that a call gives to environment variables with such names. */
export function variablesSet({ name, args, keywords }: Call, isWanted: (name: string) => boolean): Value[] {
  const stored = /\.(\w+)=$/.exec(name)?.[1]
  if (stored !== undefined) return isWanted(stored) ? [...args] : []
  if (/(^|\.)(putenv|setdefault)$/.test(name)) return args[0]?.texts.some(isWanted) ? args.slice(1, 2) : []
  if (!/\.update$/.test(name) && !keywords.has('env')) return []
  return [...args, ...keywords.values()].flatMap((value) =>
    [...(value.fields ?? [])].flatMap(([key, held]) => (isWanted(key) ? [held] : [])),
  )
}

export function* callHits(
  facts: CodeFacts,
  find: (call: Call) => Omit<Hit, 'line'> | undefined,
): Generator<Hit> {
  for (const call of facts.calls) {
    const hit = find(call)
    if (hit) yield { line: call.line, ...hit }
  }
}

export function moreSerious(call: Call): Pick<Hit, 'severity'> {
  return argumentsOf(call).some((value) => has(value, 'network', 'decoded')) ? { severity: 'high' } : {}
}
