import type { CodeFacts } from './code-facts.ts'
import type { Finding, Severity } from './finding.ts'

/** One place that a rule reports. */
export interface Hit {
  line?: number
  message: string
  /** Shown instead of the source line, when that line must not be repeated. */
  snippet?: string
  /** Set when this place is less or more serious than the rule in general. */
  severity?: Severity
}

interface RuleBase {
  /** Stable: stored findings and decisions refer to it. */
  id: string
  severity: Severity
  why: string
  fix: string
  /** Decisions made under an earlier `rulesVersion` do not count any more: the rule means something else now. */
  decidedSince?: number
  /** Sources that the rule reports, and sources that it does not; the tests run them. */
  examples: { matching: readonly string[]; harmless: readonly string[] }
}

export interface CodeRule extends RuleBase {
  of: 'python' | 'javascript'
  find(facts: CodeFacts): Iterable<Hit>
}

export interface TextRule extends RuleBase {
  of: 'text'
  /** The files that the rule reads. */
  appliesTo: RegExp
  /** The file name used in the tests. */
  exampleName?: string
  find(text: string, path: string): Iterable<Hit>
}

export interface DependencyRule extends RuleBase {
  of: 'dependency'
  /** One requirement line, as in `requirements.txt` or the project file. */
  find(line: string): Iterable<Hit>
}

/** A rule about a file's name and its first bytes. */
export interface FileRule extends RuleBase {
  of: 'file'
  find(path: string, start: Uint8Array): Iterable<Hit>
}

export type Rule = CodeRule | TextRule | DependencyRule | FileRule

export type RuleFacts = Pick<Rule, 'id' | 'severity' | 'why' | 'fix'>

/** Builds the finding of a rule at one place. */
export function toFinding(rule: RuleFacts, path: string, hit: Hit, lineText?: string): Finding {
  const snippet = hit.snippet ?? lineText
  return {
    issue_type: rule.id,
    file_path: path,
    ...(hit.line === undefined ? {} : { line_number: hit.line }),
    ...(snippet === undefined ? {} : { code_snippet: shorten(snippet) }),
    message: hit.message,
    scanner: 'nodeyard',
    rule: rule.id,
    severity: hit.severity ?? rule.severity,
    why: rule.why,
    fix: rule.fix,
  }
}

function shorten(text: string): string {
  const clean = text.trim()
  // Cut between whole characters, so that no half of a surrogate pair is left.
  return clean.length <= 200 ? clean : `${[...clean.slice(0, 199)].slice(0, -1).join('')}…`
}
