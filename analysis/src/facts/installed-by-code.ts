import { type CodeFacts, commandOf, isProgramStart } from '../scan/flow/code-facts.ts'

/** Scripts that managers of packs run by themselves. */
const installers = /^(install|prestartup_script)\.py$/

/** Finds packages that code installs with pip when the pack is installed or loaded: the words after `pip install`. */
export function installedByCode(facts: CodeFacts): { file: string; line: number; words: string[] }[] {
  // People run notebooks, and no installation does.
  if (facts.path.toLowerCase().endsWith('.ipynb')) return []
  return facts.calls.flatMap((call) => {
    if (!call.isAtImport && !installers.test(facts.path)) return []
    const command = isProgramStart(call) ? commandOf(call) : ''
    const words = /\bpip[\d.]*\s+install\s+(.+)/.exec(command)?.[1]
    if (words === undefined) return []
    return [{ file: facts.path, line: call.line, words: words.replace(/["']/g, '').split(/\s+/) }]
  })
}
