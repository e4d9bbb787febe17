import { parse, TomlError } from 'smol-toml'
import { tomlCommand, toUtf8Command } from '../loading/advice.ts'
import { readRequirementLine } from '../requirements/lines.ts'
import { leadingName } from '../requirements/requirement.ts'
import type { Finding, Severity } from '../scan/finding.ts'
import { type DecodedText, decodeText } from '../text/decode.ts'
import { type DeclaredReadme, declaredReadme } from './declared-readme.ts'
import { lineOfNewInlineTable } from './inline-tables.ts'
import { type Manifest, manifestPath } from './manifest.ts'

/** Honest project files have a few kilobytes. */
export const manifestBytes = 256 * 1024

export interface ReadManifest {
  /** Undefined when the text is not TOML at all. */
  manifest?: Manifest
  readme?: DeclaredReadme
  problems: Finding[]
}

type Table = Record<string, unknown>

/** The package of the tool's front end; a dependency on it declares compatibility. */
const frontendPackage = 'comfyui-frontend-package'

/** Reads a project file. Any content leads to facts and problems, never to an exception. */
export function readManifest(bytes: Uint8Array): ReadManifest {
  if (bytes.byteLength > manifestBytes) {
    return {
      problems: [
        problem(
          'too-large',
          'medium',
          `The file is larger than ${manifestBytes} bytes.`,
          'Keep only the project’s facts in it.',
        ),
      ],
    }
  }
  const decoded = decodeText(bytes)
  const problems = encodingProblems(decoded)
  const { text } = decoded
  try {
    const tables = readTables(parse(text), new Places(text))
    return { ...tables, problems: [...problems, ...inlineTableProblems(text), ...tables.problems] }
  } catch (error) {
    // A text decoded differently from Python's way has different faults, or none.
    return { problems: problems.length > 0 ? problems : [syntaxProblem(error)] }
  }
}

/** TOML is UTF-8, and Python accepts no byte order mark. Source: TOML 1.0.0; PEP 680. */
function encodingProblems({ encoding, hasMark, badLine }: DecodedText): Finding[] {
  if (encoding === 'UTF-8' && !hasMark) return []
  const command = toUtf8Command(manifestPath, encoding)
  const fix = `Save it as UTF-8 in your editor${command ? `, or run \`${command}\`` : ''}.`
  const message =
    encoding === 'UTF-8'
      ? 'pyproject.toml begins with a byte order mark, which Python refuses; save it as UTF-8 without one.'
      : badLine === undefined
        ? `pyproject.toml is ${encoding}, save it as UTF-8.`
        : `pyproject.toml is not UTF-8, line ${badLine}; it looks like ${encoding}.`
  const why = 'Python and the installers refuse the file, so nothing that it says counts for them.'
  return [{ ...problem('encoding', 'medium', message, fix), why, line_number: badLine ?? 1 }]
}

function inlineTableProblems(text: string): Finding[] {
  const line = lineOfNewInlineTable(text)
  if (line === undefined) return []
  const message = `Line ${line}: a table in braces goes over a line end or ends in a comma, which Python refuses.`
  const fix = `Write it in one line without a last comma; \`${tomlCommand}\` fails until it is right.`
  return [{ ...problem('syntax', 'medium', message, fix), line_number: line }]
}

/** Reports that a pack has no project file. */
export function missingManifest(): Finding {
  const message = 'There is no pyproject.toml at the top of the pack.'
  return problem('missing', 'medium', message, 'Add one with a [project] table that has name and version.')
}

function syntaxProblem(error: unknown): Finding {
  const fix = `Correct the line; \`${tomlCommand}\` fails until it is right.`
  if (!(error instanceof TomlError))
    return problem('syntax', 'medium', 'The file cannot be read as TOML.', fix)
  const [summary = ''] = error.message.split('\n')
  const message = `Line ${error.line}, column ${error.column}: ${summary.replace(/^Invalid TOML document: /, '')}.`
  return { ...problem('syntax', 'medium', message, fix), line_number: error.line }
}

function problem(name: string, severity: Severity, message: string, fix: string): Finding {
  const rule = `manifest-${name}`
  return {
    issue_type: rule,
    file_path: manifestPath,
    message,
    scanner: 'nodeyard',
    rule,
    severity,
    why: 'Installers and the registry identify the pack by this file.',
    fix,
  }
}

/** Finds the line of a key, so that a problem can point to it. */
class Places {
  readonly #lines: string[]
  constructor(text: string) {
    this.#lines = text.split('\n')
  }

  lineOf(table: string, key: string): number | undefined {
    let current = ''
    for (const [i, line] of this.#lines.entries()) {
      if (line.trimStart().startsWith('[')) current = (line.split(']')[0] ?? '').replace(/[[\s"]/g, '')
      else if (current === table && line.trimStart().replaceAll('"', '').startsWith(key)) return i + 1
    }
    return undefined
  }
}

/** Reads one table and records values of the wrong type. */
class Reader {
  readonly problems: Finding[] = []
  readonly #places: Places
  constructor(places: Places) {
    this.#places = places
  }

  note(table: string, key: string, message: string, fix: string): void {
    const line = this.#places.lineOf(table, key)
    this.problems.push({ ...problem('field', 'low', message, fix), ...(line ? { line_number: line } : {}) })
  }

  table(parent: Table, key: string, name: string): Table {
    const value = parent[key]
    if (value === undefined) return {}
    if (isTable(value)) return value
    this.note('', key, `\`${name}\` is not a table.`, `Write it as [${name}] with keys below it.`)
    return {}
  }

  text(from: Table, table: string, key: string): string | undefined {
    const value = from[key]
    if (value === undefined || typeof value === 'string') return value === '' ? undefined : value
    if (typeof value === 'number' || typeof value === 'bigint') {
      this.note(table, key, `\`${key}\` is a number, not a text.`, `Put it in quotes: ${key} = "${value}".`)
      return undefined
    }
    this.note(table, key, `\`${key}\` is not a text.`, `Write ${key} = "…".`)
    return undefined
  }

  texts(from: Table, table: string, key: string): string[] {
    const value = from[key]
    if (value === undefined) return []
    const all = Array.isArray(value) ? value : [value]
    const texts = all.filter((item) => typeof item === 'string')
    if (!Array.isArray(value) || texts.length < all.length) {
      this.note(table, key, `\`${key}\` is not a list of texts.`, `Write ${key} = ["…", "…"].`)
    }
    return texts
  }
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

function readTables(root: Table, places: Places): ReadManifest {
  const reader = new Reader(places)
  const project = reader.table(root, 'project', 'project')
  const urls = reader.table(project, 'urls', 'project.urls')
  const comfy = reader.table(reader.table(root, 'tool', 'tool'), 'comfy', 'tool.comfy')
  noteMissing(reader, root, project)
  const stated = reader.texts(project, 'project', 'dependencies')
  const classifiers = reader.texts(project, 'project', 'classifiers')
  const manifest: Manifest = {
    ...compact({
      name: reader.text(project, 'project', 'name'),
      version: reader.text(project, 'project', 'version'),
      description: reader.text(project, 'project', 'description'),
      requires_python: reader.text(project, 'project', 'requires-python'),
      repository: reader.text(urls, 'project.urls', 'Repository'),
      publisher_id: reader.text(comfy, 'tool.comfy', 'PublisherId'),
      display_name: reader.text(comfy, 'tool.comfy', 'DisplayName'),
      icon: reader.text(comfy, 'tool.comfy', 'Icon'),
      banner_url: reader.text(comfy, 'tool.comfy', 'Banner'),
      web_directory: reader.text(comfy, 'tool.comfy', 'web'),
    }),
    dependencies: stated.filter((line) => leadingName(line) !== frontendPackage),
    license: licenseOf(reader, project),
    urls: textsOf(urls),
    supported_os: tails(classifiers, 'Operating System'),
    supported_accelerators: tails(classifiers, 'Environment'),
    supported_comfyui_frontend_version: rangeOf(stated.find((line) => leadingName(line) === frontendPackage)),
    supported_comfyui_version: reader.text(comfy, 'tool.comfy', 'requires-comfyui') ?? '',
    includes: reader.texts(comfy, 'tool.comfy', 'includes'),
  }
  const readme = declaredReadme(project['readme'])
  return { manifest, ...(readme ? { readme } : {}), problems: reader.problems }
}

function noteMissing(reader: Reader, root: Table, project: Table): void {
  if (root['project'] === undefined) {
    reader.note('', 'project', 'There is no [project] table.', 'Add [project] with name and version.')
    return
  }
  const dynamic = Array.isArray(project['dynamic']) ? project['dynamic'] : []
  for (const key of ['name', 'version']) {
    if (project[key] !== undefined || dynamic.includes(key)) continue
    reader.note('project', key, `\`${key}\` is missing from [project].`, `Add ${key} = "…" below [project].`)
  }
}

type Compact<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function compact<T extends Record<string, unknown>>(values: T): Compact<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Compact<T>
}

/** Converts the license as the command-line client does; an SPDX expression counts as text. */
function licenseOf(reader: Reader, project: Table): string {
  const value = project['license']
  if (typeof value === 'string') return JSON.stringify(value === '' ? {} : { text: value })
  if (value === undefined) return '{}'
  const table = reader.table(project, 'license', 'project.license')
  const file = reader.text(table, 'project.license', 'file')
  const text = reader.text(table, 'project.license', 'text')
  return JSON.stringify(file !== undefined ? { file } : text !== undefined ? { text } : {})
}

function textsOf(table: Table): Record<string, string> {
  const texts = Object.entries(table).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Removes the common prefix: `Operating System :: OS Independent` becomes `OS Independent`. */
function tails(classifiers: readonly string[], head: string): string[] {
  const found = classifiers.filter((line) => line.startsWith(`${head} ::`))
  return [...new Set(found.map((line) => line.slice(head.length + 3).trim()))]
}

/** The versions of the front end that the line accepts, as written. */
function rangeOf(line: string | undefined): string {
  const read = line === undefined ? undefined : readRequirementLine(line)
  if (read?.kind !== 'requirement') return ''
  return read.requirement.specifiers.map(({ operator, version }) => `${operator}${version}`).join(',')
}
