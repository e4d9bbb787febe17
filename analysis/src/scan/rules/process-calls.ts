import type { Hit } from '../../ground/finding.ts'
import {
  type CodeFacts,
  commandOf,
  commandValue,
  isProgramStart,
  isSet,
  programOf,
} from '../flow/code-facts.ts'
import type { Call } from '../flow/flow.ts'
import { has, type Value } from '../flow/values.ts'

export function* processHits(
  facts: CodeFacts,
  accepts: (command: string, call: Call) => Omit<Hit, 'line'> | undefined,
): Generator<Hit> {
  for (const call of facts.calls) {
    if (!isProgramStart(call)) continue
    const hit = accepts(commandOf(call), call)
    if (hit) yield { line: call.line, ...hit }
  }
}

export function programValue(call: Call): Value | undefined {
  const command = commandValue(call)
  return command?.items?.[0] ?? command
}

/** In a list of words, only the program and the code for an interpreter count as the command. */
export function hidesCommand(call: Call): boolean {
  const command = commandValue(call)
  return command?.items ? decides(call, 'decoded') : has(command, 'decoded')
}

/** Whether a value of this origin decides what runs, not only its arguments. */
export function decides(call: Call, ...origin: Parameters<typeof has>[1][]): boolean {
  const command = commandValue(call)
  if (!has(command, ...origin)) return false
  if (has(programValue(call), ...origin) && command?.items) return true
  const text = commandOf(call)
  const program = programOf(text)
  // The module that Python runs is literal.
  if (command?.items && /^\S+\s+(-[a-zA-Z]\s+)*-m\s+\w/.test(text) && program.includes('python')) return false
  // A single word is the program itself.
  if (!command?.items && (program === '' || !/\s/.test(text))) return true
  if (command?.items && (!isSet(call, 'shell') || !interpreter.test(program)))
    return interpreter.test(program)
  return interpreter.test(program)
}

/** Programs that run their input. */
export const interpreter =
  /^(python\d?(\.\d+)?|pythonw|sh|bash|zsh|dash|ksh|cmd|powershell|pwsh|node|perl|ruby|php|wscript|cscript|mshta|osascript|sudo|env|start|open|xdg-open|msiexec|rundll32|chmod|nohup|setsid|nice|timeout|stdbuf|exec|busybox|java|dotnet|mono|wine|bun|deno|lua|xargs|pkexec|doas|ld-linux\S*)$/
