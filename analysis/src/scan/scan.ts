import type { SourceFile } from '../python/sources.ts'
import { compareFindings, type Finding } from './finding.ts'
import { PythonFacts } from './python-facts.ts'
import { type Hit, type Rule, toFinding } from './rule.ts'
import { codeRules } from './rules/code.ts'
import { dependencyRules } from './rules/dependencies.ts'
import { processRules } from './rules/process.ts'
import { reachRules } from './rules/reach.ts'
import { textRules } from './rules/text.ts'

/** Every rule that looks at texts. Those for machine code are in `binaries.ts`. */
export const rules: readonly Rule[] = [
  ...codeRules,
  ...processRules,
  ...reachRules,
  ...textRules,
  ...dependencyRules,
]

/** More of the same in one file says nothing new. */
const hitsPerFile = 10

/** The facts of a parsed file; undefined when it could not be parsed. */
export function factsOf(file: SourceFile): PythonFacts | undefined {
  return file.tree ? new PythonFacts(file, file.tree.rootNode) : undefined
}

export function scanPython(facts: PythonFacts): Finding[] {
  return collect(facts.path, facts.text, (rule) => (rule.of === 'python' ? rule.find(facts) : []))
}

export function scanText(path: string, text: string): Finding[] {
  return collect(path, text, (rule) =>
    rule.of === 'text' && rule.appliesTo.test(path) ? rule.find(text, path) : [],
  )
}

/** Requirement lines; `lineOf` tells where each one stands. */
export function scanDependencies(path: string, lines: readonly { text: string; line?: number }[]): Finding[] {
  const findings: Finding[] = []
  for (const { text: whole, line } of lines) {
    const text = whole.slice(0, 1000)
    if (text.trimStart().startsWith('#')) continue
    for (const rule of rules) {
      if (rule.of !== 'dependency') continue
      for (const hit of rule.find(text))
        findings.push(toFinding(rule, path, { ...hit, ...(line ? { line } : {}) }, text))
    }
  }
  return findings.sort(compareFindings)
}

function collect(path: string, text: string, find: (rule: Rule) => Iterable<Hit>): Finding[] {
  let lines: string[] | undefined
  const lineAt = (line: number) => {
    lines ??= text.split('\n')
    return lines[line - 1]
  }
  const findings: Finding[] = []
  for (const rule of rules) {
    let count = 0
    for (const hit of find(rule)) {
      if (++count > hitsPerFile) break
      findings.push(toFinding(rule, path, hit, hit.line === undefined ? undefined : lineAt(hit.line)))
    }
  }
  return findings
}
