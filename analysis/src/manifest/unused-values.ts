import { nearestOf } from './nearest.ts'

/** Keys of the tables that the registry reads. */
const read: Readonly<Record<string, readonly string[]>> = {
  project: [
    'name',
    'version',
    'description',
    'readme',
    'requires-python',
    'license',
    'license-files',
    'classifiers',
    'urls',
    'dependencies',
    'dynamic',
  ],
  'tool.comfy': [
    'PublisherId',
    'DisplayName',
    'Icon',
    'Banner',
    'includes',
    'requires-comfyui',
    'web',
    'version',
  ],
}

/** Keys that have a meaning elsewhere. Source: packaging guide, "pyproject.toml specification"; comfy-cli. */
const others: Readonly<Record<string, readonly string[]>> = {
  project: [
    'authors',
    'maintainers',
    'keywords',
    'scripts',
    'gui-scripts',
    'entry-points',
    'optional-dependencies',
    'import-names',
    'import-namespaces',
  ],
  'tool.comfy': ['Models'],
}

/** Keys whose values a build can compute and the registry reads only from this file. */
const neededKeys: ReadonlySet<string> = new Set(
  (read['project'] ?? []).filter((key) => key !== 'version' && key !== 'dynamic'),
)

type Table = Readonly<Record<string, unknown>>
/** Without a fix, nothing has to change. */
type Note = (table: string, key: string, message: string, fix?: string) => void

/** Notes the keys of a table that the registry does not read, with the nearest one that it reads. */
export function noteKeys(table: string, values: Table, note: Note): void {
  const known = [...(read[table] ?? []), ...(others[table] ?? [])]
  for (const key of Object.keys(values)) {
    if (read[table]?.includes(key)) continue
    if (others[table]?.includes(key)) {
      note(table, key, `The registry does not use \`${key}\` in [${table}].`)
      continue
    }
    const [near, shown] = [nearestOf(key, known), key.slice(0, 80)]
    note(
      table,
      key,
      `There is no key \`${shown}\` in [${table}], so the registry does not use it.`,
      near === undefined ? moveOf(key, table) : `Write ${near}.`,
    )
  }
}

/** Where a key belongs that is right in another table. */
function moveOf(key: string, table: string): string {
  if (codeLabels.includes(plainLabel(key))) return 'Write Repository = "https://…" in [project.urls].'
  const home = Object.entries(read).find(
    ([name, keys]) => name !== table && nearestOf(key, keys) !== undefined,
  )
  return home
    ? `Write ${nearestOf(key, home[1])} in [${home[0]}].`
    : 'Remove it, or move it to a table of its own.'
}

/** Notes values that a build would compute, except the version. */
export function noteDynamic(dynamic: unknown, note: Note): void {
  if (dynamic === undefined) return
  if (!Array.isArray(dynamic) || dynamic.some((key) => typeof key !== 'string')) {
    note('project', 'dynamic', '`dynamic` is not a list of texts.', 'Write dynamic = ["version"].')
    return
  }
  const keys = dynamic.filter((key) => key !== 'version')
  const lost = keys.filter((key) => neededKeys.has(key))
  if (lost.length > 0) {
    const named = lost.map((key) => `\`${key}\``).join(', ')
    const fix = 'Write the values in [project].'
    note('project', 'dynamic', `The registry runs no build, so it does not know the dynamic ${named}.`, fix)
  }
  const unused = keys.filter((key) => !neededKeys.has(key))
  if (unused.length > 0)
    note(
      'project',
      'dynamic',
      `The registry does not use the dynamic ${unused.map((key) => `\`${key.slice(0, 80)}\``).join(', ')}.`,
    )
}

/** Labels for the address of the code, as indexes of Python packages read them. Source: packaging guide, "well-known project URLs". */
const codeLabels = ['repository', 'source', 'sourcecode', 'github']
const plainLabel = (label: string) => label.toLowerCase().replace(/[^a-z]/g, '')

/** Returns the label of the code's address, and notes all other addresses. */
export function repositoryLabel(urls: Table, note: Note): string | undefined {
  const labels = Object.keys(urls)
  const found = codeLabels
    .map((wanted) => labels.find((label) => plainLabel(label) === wanted && typeof urls[label] === 'string'))
    .find((label) => label !== undefined)
  const used = typeof urls['Repository'] === 'string' ? 'Repository' : found
  for (const label of labels) {
    if (label === used) continue
    const [value, shown] = [urls[label], label.slice(0, 80)]
    if (typeof value !== 'string') {
      note(
        'project.urls',
        label,
        `\`${shown}\` in [project.urls] is not a text.`,
        `Write "${shown}" = "https://…".`,
      )
      continue
    }
    const isCode =
      used === undefined && /^https?:\/\/(?:github|gitlab|codeberg|bitbucket)\.[a-z]+\//i.test(value)
    note(
      'project.urls',
      label,
      `The registry does not use \`${shown}\` in [project.urls].`,
      isCode ? `Write Repository = "${value.slice(0, 200)}".` : undefined,
    )
  }
  return used
}

const systems = ['OS Independent', 'Microsoft :: Windows', 'POSIX :: Linux', 'MacOS']
const heads = ['Operating System', 'Environment', 'License']

/** Notes classifiers that the registry does not use: the unknown ones with the nearest, all others together. */
export function noteClassifiers(
  classifiers: readonly string[],
  { isUsed, accelerators }: { isUsed(line: string): boolean; accelerators: readonly string[] },
  note: Note,
): void {
  const unused = [...new Set(classifiers)].filter((line) => !isUsed(line))
  const other: string[] = []
  for (const line of unused) {
    const [head = '', ...rest] = line.split('::').map((part) => part.trim())
    const meant = heads.find((one) => nearestOf(head, [one]) !== undefined)
    if (meant === undefined) {
      other.push(line.slice(0, 120))
      continue
    }
    const known = meant === 'Operating System' ? systems : meant === 'Environment' ? accelerators : []
    const tail = rest.join(' :: ')
    const near = nearestOf(tail, known)
    const fix =
      meant === 'License'
        ? 'Write the license as an SPDX expression, such as license = "MIT" in [project].'
        : near === undefined
          ? 'Use one that it knows, or leave it out.'
          : `Write "${meant} :: ${near}".`
    note('project', 'classifiers', `The registry does not know “${line.slice(0, 120)}”.`, fix)
  }
  if (other.length > 0) {
    const named = other.map((line) => `“${line}”`).join(', ')
    note('project', 'classifiers', `The registry does not use the classifiers ${named}.`)
  }
}
