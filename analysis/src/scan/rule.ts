import type { CodeFacts } from './code-facts.ts'
import type { Finding, Severity } from './finding.ts'

/** One place that a rule points at. */
export interface Hit {
  line?: number
  message: string
  /** Shown in place of the source line, where that line must not be repeated. */
  snippet?: string
  /** Where this place is less or more serious than the rule says in general. */
  severity?: Severity
}

interface RuleBase {
  /** Stable: stored findings and decisions refer to it. */
  id: string
  severity: Severity
  why: string
  fix: string
  /** Sources that the rule finds and that it leaves alone; the tests run them. */
  examples: { matching: readonly string[]; harmless: readonly string[] }
}

export interface CodeRule extends RuleBase {
  of: 'python' | 'javascript'
  find(facts: CodeFacts): Iterable<Hit>
}

export interface TextRule extends RuleBase {
  of: 'text'
  /** Which files the rule looks at. */
  appliesTo: RegExp
  /** The file's name in the tests. */
  exampleName?: string
  find(text: string, path: string): Iterable<Hit>
}

export interface DependencyRule extends RuleBase {
  of: 'dependency'
  /** One requirement line, as in `requirements.txt` or the project file. */
  find(line: string): Iterable<Hit>
}

/** Looks at a file's name and its first bytes. */
export interface FileRule extends RuleBase {
  of: 'file'
  find(path: string, start: Uint8Array): Iterable<Hit>
}

export type Rule = CodeRule | TextRule | DependencyRule | FileRule

export type RuleFacts = Pick<Rule, 'id' | 'severity' | 'why' | 'fix'>

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
  // Cut between whole letters, so that no half of a pair is left.
  return clean.length <= 200 ? clean : `${[...clean.slice(0, 199)].slice(0, -1).join('')}…`
}
