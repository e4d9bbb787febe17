import { type Finding, isBlocking } from '../ground/finding.ts'
import { PythonFile } from '../python/python-file.ts'
import type { SourceFile } from '../python/sources.ts'

/** Folders and files for the people who develop a pack, and environments that they forgot to leave out. */
const forDevelopers =
  /(^|\/)(tests?|testing|__tests__|docs?|documentation|examples?|samples?|demos?|scripts?|tools?|benchmarks?|ci|\.ci|\.github|\.circleci|\.gitlab|dev|notebooks?|\.?venv|virtualenv|\.tox|\.nox|node_modules)\/|(^|\/)(test_[^/]*|[^/]*_test|conftest|noxfile|fabfile)\.py$/i

/** A copy of an installed Python, whatever is in it. */
const environment =
  /(^|\/)(\.?venv|env|virtualenv|\.tox|\.nox)\/(?:[^/]+\/)?(lib|lib64|Lib|Scripts|bin|Include)\//

/** Files that the tool, or a manager of packs, runs by itself. */
const entry = /^(__init__|prestartup_script|install|uninstall|enable|disable|update|setup)\.py$/

/** Loads Python files by a path or a name. */
const imports =
  /\b(spec_from_file_location|SourceFileLoader|run_path|run_module|load_source|import_module|__import__|exec)\b/
/** Runs other programs, perhaps with the path of a file. */
const startsPrograms = /\b(subprocess|system|Popen|popen)\b/
/** Finds Python files in a folder, and at any depth. */
const lists = /\b(listdir|scandir|i?glob|iterdir|iter_modules)\s*\(/
const walks = /\b(rglob|walk|walk_packages)\s*\(|\*\*/
const isOfPython = /\.py["']|\b(iter_modules|walk_packages)\b/

/**
 * Lowers findings in code for developers that the tool never runs: no file that it loads imports, names or searches
 * for it.
 */
export function lowerUnused(findings: readonly Finding[], python: readonly SourceFile[]): Finding[] {
  // A script that starts programs is run by people, not by the tool; `outside-page.ts` looks at it.
  const isCandidate = ({ rule, file_path: path = '' }: Finding) =>
    rule !== 'script-process' &&
    (environment.test(path) ||
      rule === 'moved-work-tree' ||
      (forDevelopers.test(path) && /\.(pyw?|[cm]?js)$/i.test(path)))
  if (!findings.some((finding) => isBlocking(finding) && isCandidate(finding))) return [...findings]
  const used = usedFiles(python)
  const texts = python.filter(({ path }) => used.has(path)).map(({ text }) => text)
  return findings.map((finding) =>
    isBlocking(finding) && isCandidate(finding) && !isUsed(finding.file_path ?? '', used, texts)
      ? { ...finding, severity: 'medium' }
      : finding,
  )
}

const test = /(^|\/)(tests?|__tests__)\/|(^|\/)(test_[^/]*|[^/]*_test|conftest)\.py$/i

/**
 * Returns the paths of tests that the tool never loads. The values that they give to functions say nothing about the pack.
 */
export function unusedTests(files: readonly { path: string }[], python: readonly SourceFile[]): Set<string> {
  const tests = files.filter(({ path }) => test.test(path))
  if (tests.length === 0) return new Set()
  const used = usedFiles(python)
  const texts = python.filter(({ path }) => used.has(path)).map(({ text }) => text)
  // A computed name could be that of any module.
  if (texts.some((text) => imports.test(text))) return new Set()
  return new Set(tests.flatMap(({ path }) => (isUsed(path, used, texts) ? [] : [path])))
}

/** Whether code that the tool loads could reach the file. */
function isUsed(path: string, used: ReadonlySet<string>, texts: readonly string[]): boolean {
  if (used.has(path)) return true
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  const module = name.replace(/\.\w+$/, '')
  const folder = forDevelopers.exec(path)?.[2] ?? environment.exec(path)?.[2]
  const quoted = (text: string, word: string) =>
    text.includes(`"${word}`) || text.includes(`'${word}`) || text.includes(`/${word}`)
  return texts.some((text) => {
    if (quoted(text, name)) return true
    if (!imports.test(text) && !startsPrograms.test(text)) return false
    if (isOfPython.test(text) && (walks.test(text) || (folder === undefined && lists.test(text)))) return true
    return (folder !== undefined && quoted(text, folder)) || quoted(text, module)
  })
}

/** The Python files that the tool loads, and those that they import. */
function usedFiles(python: readonly SourceFile[]): Set<string> {
  const files = new Map(python.map((file) => [file.path, file]))
  const used = new Set(python.flatMap(({ path }) => (entry.test(path) ? [path] : [])))
  for (const path of used) {
    const file = files.get(path)
    const read = file && PythonFile.read(file)
    // A file that only a parser can read may import anything.
    if (file && !read) return new Set(files.keys())
    for (const name of read ? importedBy(read) : []) if (files.has(name)) used.add(name)
  }
  return used
}

/** Paths of files that could be meant by the imports of a file. */
function* importedBy(file: PythonFile): Generator<string> {
  const all = [...file.imports.values(), ...file.stars.map((star) => ({ ...star, name: '*' }))]
  for (const { level, module, name } of all) {
    const folder = file.path.split('/').slice(0, -Math.max(level, 1))
    const inner = module === '' ? [] : module.split('.')
    for (const base of level > 0 ? [folder] : [folder, []])
      for (const parts of [inner, ...(name === undefined || name === '*' ? [] : [[...inner, name]])])
        for (let depth = 0; depth <= parts.length; depth++) {
          const path = [...base, ...parts.slice(0, depth)].join('/')
          yield path === '' ? '__init__.py' : `${path}/__init__.py`
          if (depth === parts.length) yield `${path}.py`
        }
  }
}
