import type { Finding } from './finding.ts'

const testFile = /(^|\/)(tests?|__tests__)\/|(^|\/)(test_[^/]*|[^/]*_test|conftest)\.py$/i

/** Rules whose subjects tests of readers and installers use on purpose, in folders of their own. */
const namedInTests: ReadonlySet<string> = new Set(['credential-access', 'alters-other-code', 'persistence'])

/** Imports, runs or reads something with a test name. */
const usesTests =
  /^[ \t]*(from[ \t]+[\w.]*\btests?\b|from[ \t]+\.+[ \t]+import.*\btest|import[ \t]+[\w.]*\btests?\b|from[ \t]+\S*\btest_|from[ \t]+\S*conftest)|["'](?=[^"'\n]*\btests?[\\/])[^"'\n]*\.py["']/m

/** Loads Python files by path, or all files of a folder. */
const loadsFiles =
  /\b(spec_from_file_location|SourceFileLoader|run_path|load_source|import_module|__import__|exec)\b/
const listsFiles = /\b(listdir|scandir|i?glob|rglob|iterdir|walk|iter_modules|walk_packages)\s*\(/

/** A file in a folder of tests is imported through the folder's name. */
const namedTest = /^test_|_test$|^conftest$/i

function isUsed(text: string, modules: ReadonlySet<string>): boolean {
  if (usesTests.test(text)) return true
  if (
    loadsFiles.test(text) &&
    listsFiles.test(text) &&
    /\.py["']|\b(iter_modules|walk_packages)\b/.test(text)
  )
    return true
  return (text.match(/\w+/g) ?? []).some((word) => namedTest.test(word) && modules.has(word))
}

function moduleOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.pyw?$/i, '')
}

/**
 * Lowers findings of some rules to information in tests that the rest of the pack never uses, because they do
 * not run on users' machines. Returns all findings in their original order.
 */
export function lowerInTests(
  findings: readonly Finding[],
  python: readonly { path: string; text: string }[],
): Finding[] {
  const isLowered = ({ rule, file_path = '' }: Finding) => namedInTests.has(rule) && testFile.test(file_path)
  const modules = new Set(findings.filter(isLowered).map(({ file_path = '' }) => moduleOf(file_path)))
  if (modules.size === 0) return [...findings]
  if (python.some(({ path, text }) => !testFile.test(path) && isUsed(text, modules))) return [...findings]
  return findings.map((finding) => (isLowered(finding) ? { ...finding, severity: 'medium' } : finding))
}
