import { parse, TomlError } from 'smol-toml'
import { type DecodedText, decodeText } from '../ground/decode.ts'
import { defined } from '../ground/defined.ts'
import type { Finding, Severity } from '../ground/finding.ts'
import { readRequirementLine } from '../requirements/lines.ts'
import { leadingName } from '../requirements/requirement.ts'
import { tomlCommand, toUtf8Command } from './advice.ts'
import { type DeclaredReadme, declaredReadme } from './declared-readme.ts'
import { type VersionFile, versionFileBytes, versionFileOf, versionIn } from './dynamic-version.ts'
import { lineOfNewInlineTable } from './inline-tables.ts'
import { licenseName } from './license-name.ts'
import { type Manifest, manifestPath } from './manifest.ts'
import { nearestOf } from './nearest.ts'
import { isEmoji, pictureAddress } from './picture-address.ts'
import { noteClassifiers, noteDynamic, noteKeys, repositoryLabel } from './unused-values.ts'

/** Honest project files have a few kilobytes. */
export const manifestBytes = 256 * 1024

export interface ReadManifest {
  /** Undefined when the text is not TOML at all. */
  manifest?: Manifest
  readme?: DeclaredReadme
  problems: Finding[]
  /** Why the manifest has no version although the project file promises one. */
  dynamicVersion?: string
}

type Table = Record<string, unknown>

/** The package of the tool's front end; a dependency on it declares compatibility. */
const frontendPackage = 'comfyui-frontend-package'

/**
 * Reads the project file of a pack, and the file with its version if there is one. `read` returns up to `length` first bytes of
 * a file. Everything that needs a project file reads it here.
 */
export async function readManifestOf(
  read: (path: string, length: number) => Promise<Uint8Array | undefined>,
): Promise<ReadManifest | undefined> {
  // One byte more than the limit shows that a file is too large.
  const bytes = await read(manifestPath, manifestBytes + 1)
  if (!bytes) return undefined
  const { versionFile, ...found } = readManifestAlone(bytes)
  if (!versionFile || !found.manifest) return found
  const resolved = versionIn(versionFile, await read(versionFile.path, versionFileBytes))
  if ('version' in resolved) return { ...found, manifest: { ...found.manifest, version: resolved.version } }
  const dynamicVersion = `version is dynamic: ${resolved.problem}`
  const fix = 'Write version = "1.2.3" in [project], or a line __version__ = "1.2.3" in the named file.'
  return {
    ...found,
    dynamicVersion,
    problems: [...found.problems, fieldProblem(`The ${dynamicVersion}`, fix)],
  }
}

/** Reads a project file alone. Any content leads to facts and problems, never to an exception. */
export function readManifest(bytes: Uint8Array): ReadManifest {
  const { versionFile: _, ...found } = readManifestAlone(bytes)
  return found
}

function readManifestAlone(bytes: Uint8Array): ReadManifest & { versionFile?: VersionFile } {
  if (bytes.byteLength > manifestBytes) {
    return {
      problems: [
        problem(
          'too-large',
          'high',
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

/** Reports a value that has a meaning for other programs. */
const unusedProblem = (message: string): Finding => ({
  ...problem('unused', 'info', message, 'Keep it for other programs, or remove it.'),
  why: 'Neither the pages nor the search show the value.',
})

const fieldProblem = (message: string, fix: string): Finding => problem('field', 'low', message, fix)

/** Returns the line of a key in the text of a project file, from 1. */
export const lineOfKey = (text: string, table: string, key: string): number | undefined =>
  new Places(text).lineOf(table, key)

function keyIn(line: string): string | undefined {
  const [, double, single, bare] = /^\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))/.exec(line) ?? []
  return double ?? single ?? bare
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
      else if (current === table && keyIn(line) === key) return i + 1
    }
    return undefined
  }

  /** Returns the line of a key, or else of the table that should have it. */
  lineNear(table: string, key: string): number | undefined {
    const line = this.lineOf(table, key)
    if (line !== undefined || table === '') return line
    const above = table.lastIndexOf('.')
    return (
      this.lineNear(table.slice(0, Math.max(above, 0)), table.slice(above + 1)) ??
      this.#lineWith(`[${table}]`)
    )
  }

  /** Returns the line of a text in a list. */
  lineOfText(text: string): number | undefined {
    return this.#lineWith(`"${text}"`) ?? this.#lineWith(`'${text}'`)
  }

  #lineWith(text: string): number | undefined {
    return this.#lines.findIndex((line) => line.includes(text)) + 1 || undefined
  }
}

/** Reads one table and records values of the wrong type. */
class Reader {
  readonly problems: Finding[] = []
  readonly #places: Places
  constructor(places: Places) {
    this.#places = places
  }

  readonly note = (table: string, key: string, message: string, fix?: string): void => {
    const quoted = message.slice(message.indexOf('“') + 1, message.indexOf('”'))
    const ofText = key === 'classifiers' && quoted !== '' ? this.#places.lineOfText(quoted) : undefined
    const line = ofText ?? this.#places.lineNear(table, key)
    const found = fix === undefined ? unusedProblem(message) : fieldProblem(message, fix)
    this.problems.push({ ...found, ...defined({ line_number: line || undefined }) })
  }

  lineOf(table: string, key: string): number | undefined {
    return this.#places.lineOf(table, key)
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
    if (value === undefined) return undefined
    if (typeof value === 'string') return value.trim() === '' ? undefined : value
    if (typeof value === 'number' || typeof value === 'bigint') {
      this.note(table, key, `\`${key}\` is a number, not a text.`, `Put it in quotes: ${key} = "${value}".`)
      return undefined
    }
    this.note(table, key, `\`${key}\` is not a text.`, `Write ${key} = "…".`)
    return undefined
  }

  /** Reads a text that identifies the pack. */
  id(from: Table, table: string, key: string): string | undefined {
    return this.text(from, table, key)?.trim()
  }

  picture(from: Table, key: string): string | undefined {
    const text = this.text(from, 'tool.comfy', key)
    if (text !== undefined && isEmoji(text))
      this.note(
        'tool.comfy',
        key,
        `\`${key}\` is an emoji, which each device draws differently, so the registry shows none.`,
        `Write ${key} = "icon.png", with a file of the pack.`,
      )
    else if (text !== undefined && !pictureAddress(text)) {
      const message = `\`${key}\` is neither the address of a picture on the web nor the path of a PNG, JPEG, WebP or GIF file, so the registry shows none.`
      this.note('tool.comfy', key, message, `Write ${key} = "https://…".`)
    }
    return text
  }

  range(from: Table, table: string, key: string): string {
    const text = this.text(from, table, key)?.trim() ?? ''
    if (text.split(',').every((part) => comparison.test(part.trim()))) return text
    const version = text.split(/[^0-9.]/).find((part) => /^\d/.test(part) && part.includes('.')) ?? '0.3.0'
    this.note(table, key, `\`${key}\` is not a range of versions.`, `Write ${key} = ">=${version}".`)
    return ''
  }

  /** Returns the ends of classifiers that start with `head`: `OS Independent` for `Operating System :: OS Independent`. */
  tails(classifiers: readonly string[], head: string, isKnown: (tail: string) => boolean): string[] {
    const found = classifiers.filter((line) => line.startsWith(`${head} ::`))
    const all = new Set(found.map((line) => line.slice(head.length + 3).trim()))
    return [...all].filter(isKnown)
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

const comparison = /^(?:[=!~<>]{1,3}\s*v?\d[\w.*+!-]*|v?\d[\w.*+!-]*|)$/
const accelerators = [
  'GPU :: NVIDIA CUDA',
  'GPU :: AMD ROCm',
  'GPU :: Intel Arc',
  'NPU :: Huawei Ascend',
  'GPU :: Apple Metal',
]
const isAccelerator = (tail: string): boolean => accelerators.includes(tail)
const isSystem = (tail: string): boolean =>
  tail === 'OS Independent' || /^(?:Microsoft|POSIX|MacOS)/.test(tail)

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

/** Values that one note names. */
const shown = 5

function readTables(root: Table, places: Places): ReadManifest & { versionFile?: VersionFile } {
  const reader = new Reader(places)
  const project = reader.table(root, 'project', 'project')
  const urls = reader.table(project, 'urls', 'project.urls')
  const tool = reader.table(root, 'tool', 'tool')
  const comfy = reader.table(tool, 'comfy', 'tool.comfy')
  noteMissing(reader, root, project)
  const stated = reader.texts(project, 'project', 'dependencies')
  const classifiers = reader.texts(project, 'project', 'classifiers')
  const repository = repositoryLabel(urls, reader.note) ?? 'Repository'
  noteKeys('project', project, reader.note)
  noteKeys('tool.comfy', comfy, reader.note)
  noteDynamic(project['dynamic'], reader.note)
  if (comfy['version'] !== undefined && !isTable(comfy['version'])) {
    const message = '`version` in [tool.comfy] is not a table with a path, so it is not used.'
    reader.note('tool.comfy', 'version', message, 'Write version = "1.2.3" in [project].')
  }
  noteClassifiers(classifiers, { isUsed: isUsedClassifier, accelerators }, reader.note)
  for (const key of Object.keys(tool)) {
    const isOther = key === 'comfy' || !/comfy/i.test(key)
    if (!isOther)
      reader.note(
        `tool.${key}`,
        '',
        `The registry does not read [tool.${key.slice(0, 80)}].`,
        'Write [tool.comfy].',
      )
  }
  const manifest: Manifest = {
    ...compact({
      name: reader.id(project, 'project', 'name'),
      version: reader.id(project, 'project', 'version'),
      description: reader.text(project, 'project', 'description'),
      requires_python: reader.text(project, 'project', 'requires-python'),
      repository: reader.text(urls, 'project.urls', repository),
      publisher_id: reader.id(comfy, 'tool.comfy', 'PublisherId'),
      display_name: reader.text(comfy, 'tool.comfy', 'DisplayName'),
      icon: reader.picture(comfy, 'Icon'),
      banner_url: reader.picture(comfy, 'Banner'),
      web_directory: reader.text(comfy, 'tool.comfy', 'web'),
      license_files: licenseFilesOf(reader, project),
      license_classifier: licenseIn(classifiers),
    }),
    dependencies: stated.filter((line) => leadingName(line) !== frontendPackage),
    license: licenseOf(reader, project),
    urls: textsOf(urls),
    supported_os: reader.tails(classifiers, 'Operating System', isSystem),
    supported_accelerators: reader.tails(classifiers, 'Environment', isAccelerator),
    supported_comfyui_frontend_version: rangeOf(stated.find((line) => leadingName(line) === frontendPackage)),
    supported_comfyui_version: reader.range(comfy, 'tool.comfy', 'requires-comfyui'),
    includes: reader.texts(comfy, 'tool.comfy', 'includes'),
  }
  const readme = declaredReadme(project['readme'])
  if (readme === undefined && project['readme'] !== undefined && project['readme'] !== '')
    reader.note(
      'project',
      'readme',
      '`readme` is neither a path nor a table with one.',
      'Write readme = "README.md".',
    )
  const unread = stated.filter((line) => !['requirement', 'address'].includes(readRequirementLine(line).kind))
  if (unread.length > 0) {
    const named = unread.slice(0, shown).map((line) => `“${line.slice(0, 120)}”`)
    const list = [...named, ...(unread.length > shown ? [`${unread.length - shown} more`] : [])].join(', ')
    const fix = 'Write each as name>=1.0, and comments outside of the quotes.'
    reader.note('project', 'dependencies', `Lines of \`dependencies\` cannot be read: ${list}.`, fix)
  }
  const found = { manifest, ...defined({ readme }), problems: reader.problems }
  if (project['version'] !== undefined || !isDynamic(project, 'version')) return found
  const file = versionFileOf(tool)
  return typeof file === 'string'
    ? { ...found, dynamicVersion: `version is dynamic: ${file}` }
    : { ...found, versionFile: file }
}

function isUsedClassifier(line: string): boolean {
  const [head = '', ...rest] = line.split(' :: ')
  const tail = rest.join(' :: ').trim()
  if (head === 'Operating System') return isSystem(tail)
  if (head === 'Environment') return isAccelerator(tail)
  return head === 'License' && (tail === 'OSI Approved' || licenseName(rest.at(-1) ?? '') !== '')
}

const isDynamic = ({ dynamic }: Table, key: string): boolean =>
  Array.isArray(dynamic) && dynamic.includes(key)

function noteMissing(reader: Reader, root: Table, project: Table): void {
  if (root['project'] === undefined) {
    reader.note('', 'project', 'There is no [project] table.', 'Add [project] with name and version.')
    return
  }
  for (const key of ['name', 'version']) {
    if (project[key] !== undefined || isDynamic(project, key)) continue
    const fix = `Add ${key} = "…" below [project].`
    reader.problems.push(fieldProblem(`\`${key}\` is missing from [project].`, fix))
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
  for (const key of Object.keys(table)) {
    const isUsed = key === 'file' || (key === 'text' && file === undefined)
    if (isUsed || (key === 'text' && text === undefined)) continue
    const fix =
      nearestOf(key, ['file', 'text']) === undefined
        ? 'Write license = "MIT", or the like.'
        : 'Write license = { text = "MIT" }.'
    reader.note(
      'project',
      'license',
      `The registry does not use \`${key.slice(0, 80)}\` of \`license\`.`,
      fix,
    )
  }
  return JSON.stringify(file !== undefined ? { file } : text !== undefined ? { text } : {})
}

/** A license text that is only the usual name of a file. */
const usualFile = /^(?:licen[cs]e|copying|unlicense)(?:[.-][\w.-]{1,20})?$/i

/** Lists what names license files: PEP 639, its predecessor `license = { file = … }`, and file names instead of texts. */
function licenseFilesOf(reader: Reader, project: Table): Manifest['license_files'] {
  const value = project['license']
  const { file, text } = isTable(value) ? value : { file: undefined, text: value }
  const listed = reader.texts(project, 'project', 'license-files')
  const named = [file, typeof text === 'string' && usualFile.test(text.trim()) ? text : undefined]
  const files = [
    ...named.map((path) => ({ path, line: reader.lineOf('project', 'license') })),
    ...listed.map((path) => ({ path, line: reader.lineOf('project', 'license-files') })),
  ].flatMap(({ path, line }) => {
    const clean = typeof path === 'string' ? path.trim().replace(/^\.?\/+/, '') : ''
    return clean === '' || (!usualFile.test(clean) && licenseName(clean) !== '' && path === file)
      ? []
      : [{ path: clean, ...defined({ line }) }]
  })
  return files.length > 0 ? files : undefined
}

/** Several licenses in classifiers do not say how they belong together. Source: PEP 639. */
function licenseIn(classifiers: readonly string[]): string | undefined {
  const found = classifiers
    .filter((line) => line.startsWith('License ::') && !/OSI Approved\s*$/.test(line))
    .map((line) => licenseName(line.split('::').at(-1) ?? ''))
  const [first, ...others] = new Set(found)
  return others.length === 0 ? first || undefined : undefined
}

function textsOf(table: Table): Record<string, string> {
  const texts = Object.entries(table).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The versions of the front end that the line accepts, as written. */
function rangeOf(line: string | undefined): string {
  const read = line === undefined ? undefined : readRequirementLine(line)
  if (read?.kind !== 'requirement') return ''
  return read.requirement.specifiers.map(({ operator, version }) => `${operator}${version}`).join(',')
}
