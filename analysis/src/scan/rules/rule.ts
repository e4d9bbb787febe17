import type { Hit, RuleFacts } from '../../ground/finding.ts'
import type { CodeFacts } from '../flow/code-facts.ts'

interface RuleBase extends RuleFacts {
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
