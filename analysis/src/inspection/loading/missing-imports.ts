import { type Finding, toFinding } from '../../ground/finding.ts'
import type { MissingModule } from '../../python/evaluator.ts'
import type { Project } from '../../python/project.ts'
import { type MissingFile, namesFile } from './missing-file.ts'

const rule = {
  id: 'import-missing',
  severity: 'medium',
  why: 'The tool cannot load the pack: Python stops at this line, and none of its nodes exist.',
} as const

/** Files that Python also loads as modules. */
const compiled = /^(?:\.[\w-]+)*\.(?:pyc|pyd|so)$/
/** Code that can bring files that the archive does not have. */
const bringsFiles =
  /\b(?:subprocess|system|urlopen|urlretrieve|requests|snapshot_download|hf_hub_download|extractall|shutil|write_text|write_bytes|clone|symlink)\b/
/** Code that can answer an import without a file. */
const changesImports = /\b(?:meta_path|path_hooks)\b|__path__|sys\.modules\.(?:setdefault|update)/
const answersImports = (text: string): boolean =>
  changesImports.test(text) ||
  text
    .split('\n')
    .some((line) => line.includes('sys.modules[') && line.includes('=') && !line.includes('[__name__]'))

/**
 * Returns the imports that fail on every machine: those of modules that the archive does not have, and that no code of the pack
 * could bring or replace.
 */
export function failingImports(
  missing: readonly MissingModule[],
  project: Project,
  files: readonly { path: string }[],
  texts: Iterable<string>,
): MissingModule[] {
  if (missing.length === 0) return []
  const all = [...texts]
  if (all.some(answersImports)) return []
  const bringing = all.filter((text) => bringsFiles.test(text))
  return missing.filter((one) => {
    const path = missingPath(one, project)
    const name = path.slice(path.lastIndexOf('/') + 1)
    const isCompiled = files.some(
      (file) => file.path.startsWith(path) && compiled.test(file.path.slice(path.length)),
    )
    return !isCompiled && !bringing.some((text) => namesFile(text, name))
  })
}

/** The first part of a dotted name that the pack does not have, as a path without an ending. */
function missingPath({ name }: MissingModule, project: Project): string {
  const parts = name.split('.')
  const count = parts.findIndex((_, at) => !project.findModule(parts.slice(0, at + 1).join('.')))
  return parts.slice(0, count < 0 ? parts.length : count + 1).join('/')
}

export function importFindings(
  failing: readonly MissingModule[],
  project: Project,
): { findings: Finding[]; missing: MissingFile[] } {
  const all = failing.map((one) => ({ ...one, path: missingPath(one, project) }))
  return {
    findings: all.map(({ written, at, path }) =>
      toFinding({ ...rule, fix: `Add ${path}.py to the archive, or correct the import.` }, at.file, {
        line: at.line,
        message: `This line imports \`${written}\`, but the archive has no ${path}.py.`,
      }),
    ),
    missing: all.map(({ at, path }) => ({
      rule: rule.id,
      file: at.file,
      line: at.line,
      paths: [`${path}.py`, path],
    })),
  }
}
