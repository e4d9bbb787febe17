import { defined } from '../ground/defined.ts'
import { compareFindings, type Finding, type Hit, toFinding } from '../ground/finding.ts'
import { arrivalRules } from './rules/arrivals.ts'
import { codeRules } from './rules/code.ts'
import { dependencyRules } from './rules/dependencies.ts'
import { fileRules } from './rules/files.ts'
import { gitAttributes, gitModules } from './rules/git.ts'
import { persistenceRules } from './rules/persistence.ts'
import { privateSent } from './rules/private-data.ts'
import { processRules } from './rules/process.ts'
import { reachRules } from './rules/reach.ts'
import { requestFiles } from './rules/request-files.ts'
import type { CodeRule, Rule } from './rules/rule.ts'
import { scriptRules } from './rules/script.ts'
import { committedSecret, textRules } from './rules/text.ts'
import { toolFileRules } from './rules/tool-files.ts'

/** Every rule except the one for machine code, which is in `binaries.ts`. */
export const rules: readonly Rule[] = [
  ...codeRules,
  ...processRules,
  ...reachRules,
  privateSent,
  ...persistenceRules,
  ...arrivalRules,
  ...toolFileRules,
  requestFiles,
  ...scriptRules,
  ...textRules,
  gitModules,
  gitAttributes,
  ...dependencyRules,
  ...fileRules,
]
const decidedSince = new Map(rules.map(({ id, decidedSince = 0 }) => [id, decidedSince]))

/** Whether decisions about the rule that were made under these rules still count. */
export function decisionsCount(rule: string, rulesVersion: number): boolean {
  return rulesVersion >= (decidedSince.get(rule) ?? 0)
}

const codeRulesOf = (language: CodeRule['of']) =>
  rules.filter((rule): rule is CodeRule => rule.of === language)
/** Secrets are searched in all files, see `secret-search.ts`. */
const rulesOfTexts = rules.filter((rule) => rule.of === 'text').filter((rule) => rule !== committedSecret)
const rulesOfFiles = rules.filter((rule) => rule.of === 'file')
const rulesOfDependencies = rules.filter((rule) => rule.of === 'dependency')
export const rulesOfCode = { python: codeRulesOf('python'), javascript: codeRulesOf('javascript') }

/** More hits in one file tell nothing new. */
const hitsPerFile = 10

/** Searches one text with the rules for its path. */
export function scanText(path: string, text: string): Finding[] {
  const applying = rulesOfTexts.filter((rule) => rule.appliesTo.test(path))
  return collect(path, text, applying, (rule) => rule.find(text, path))
}

/** Checks a file's name and its first bytes. */
export function scanFile(path: string, start: Uint8Array): Finding[] {
  return rulesOfFiles.flatMap((rule) => [...rule.find(path, start)].map((hit) => toFinding(rule, path, hit)))
}

/** Checks requirement lines; `line` is the line number of each. */
export function scanDependencies(path: string, lines: readonly { text: string; line?: number }[]): Finding[] {
  const findings: Finding[] = []
  for (const { text: whole, line } of lines) {
    const text = whole.replace(/\s+/g, ' ').trim().slice(0, 1000)
    if (text.startsWith('#')) continue
    for (const rule of rulesOfDependencies) {
      for (const hit of rule.find(text))
        findings.push(toFinding(rule, path, { ...hit, ...defined({ line: line || undefined }) }, text))
    }
  }
  return findings.sort(compareFindings)
}

export function collect<Kind extends Rule>(
  path: string,
  text: string,
  applying: readonly Kind[],
  find: (rule: Kind) => Iterable<Hit>,
): Finding[] {
  let lines: string[] | undefined
  const lineAt = (line: number) => {
    lines ??= text.split('\n')
    return lines[line - 1]
  }
  const findings: Finding[] = []
  for (const rule of applying) {
    let seen: Set<string> | undefined
    for (const hit of find(rule)) {
      seen ??= new Set()
      const key = `${hit.line} ${hit.message}`
      if (seen.has(key)) continue
      if (seen.size >= hitsPerFile) break
      seen.add(key)
      findings.push(toFinding(rule, path, hit, hit.line === undefined ? undefined : lineAt(hit.line)))
    }
  }
  return findings
}
