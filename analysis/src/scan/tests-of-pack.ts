import type { Finding } from './finding.ts'

const testFile = /(^|\/)(tests?|__tests__)\/|(^|\/)(test_[^/]*|[^/]*_test|conftest)\.py$/i

/** What tests of readers and installers name and write on purpose, in folders of their own. */
const namedInTests: ReadonlySet<string> = new Set(['credential-access', 'alters-other-code', 'persistence'])

/** Imports, runs or reads something whose name says that it is a test. */
const usesTests =
  /^[ \t]*(from[ \t]+\.*[\w.]*\btests?\b|from[ \t]+\.+[ \t]+import[^\n]*\btest|import[ \t]+[\w.]*\btests?\b|from[ \t]+\S*\btest_|from[ \t]+\S*conftest)|["'][^"'\n]*\btests?[\\/][^"'\n]*\.py["']/m

/**
 * Tests that the rest of the pack never uses do not run at its users: what some rules find there only informs.
 * Returns all findings, in the order in which they were given.
 */
export function lowerInTests(
  findings: readonly Finding[],
  python: readonly { path: string; text: string }[],
): Finding[] {
  const isLowered = ({ rule, file_path = '' }: Finding) => namedInTests.has(rule) && testFile.test(file_path)
  if (!findings.some(isLowered)) return [...findings]
  if (python.some(({ path, text }) => !testFile.test(path) && usesTests.test(text))) return [...findings]
  return findings.map((finding) => (isLowered(finding) ? { ...finding, severity: 'medium' } : finding))
}
