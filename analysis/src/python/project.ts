/** The files of a pack as Python sees them: modules, folders, texts. Paths are relative to the pack. */
export interface Project {
  /** Finds the file of a dotted module name, or the folder of a package without `__init__.py`. */
  findModule(name: string): FoundModule | undefined
  isFile(path: string): boolean
  isFolder(path: string): boolean
  /** Returns the names in a folder, sorted, or undefined when there is no such folder. */
  list(folder: string): string[] | undefined
  text(path: string): string | undefined
}

interface FoundModule {
  path: string
  isPackage: boolean
  /** A folder without `__init__.py` is a package without code. */
  hasCode: boolean
}

/** `texts` are the files whose contents may be read. */
export function projectOf(paths: Iterable<string>, texts: ReadonlyMap<string, string>): Project {
  const files = new Set(paths)
  const folders = foldersOf(files)
  return {
    findModule(name) {
      const base = name.replaceAll('.', '/')
      const init = base === '' ? '__init__.py' : `${base}/__init__.py`
      if (files.has(init)) return { path: init, isPackage: true, hasCode: true }
      if (files.has(`${base}.py`)) return { path: `${base}.py`, isPackage: false, hasCode: true }
      return folders.has(base) ? { path: base, isPackage: true, hasCode: false } : undefined
    },
    isFile: (path) => files.has(path),
    isFolder: (path) => folders.has(path),
    list: (folder) => {
      const names = folders.get(folder)
      return names ? [...names].sort() : undefined
    },
    text: (path) => texts.get(path),
  }
}

function foldersOf(files: ReadonlySet<string>): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>([['', new Set()]])
  for (const file of files) {
    let child = file
    while (child !== '') {
      const cut = child.lastIndexOf('/')
      const parent = cut < 0 ? '' : child.slice(0, cut)
      const names = folders.get(parent) ?? new Set()
      folders.set(parent, names)
      if (names.has(child.slice(cut + 1))) break
      names.add(child.slice(cut + 1))
      child = parent
    }
  }
  return folders
}

/**
 * Stands for names that differ between machines. The character is from Unicode's private use area, so that a text
 * that depends on such a name is recognized, and never mistaken for the same text on every machine.
 */
export const unknownName = '\uE000'

/** The assumed location of the pack: the tool's folder for packs. */
export const packRoot = `/${unknownName}/custom_nodes/${unknownName}`

/** Whether the text contains the pack's unknown location. */
export function dependsOnMachine(text: string): boolean {
  return text.includes(unknownName)
}

/** Converts an absolute path to a path inside the pack; undefined when it leads elsewhere. */
export function insidePack(path: string): string | undefined {
  const clean = normalizePath(path)
  if (clean === packRoot) return ''
  return clean.startsWith(`${packRoot}/`) ? clean.slice(packRoot.length + 1) : undefined
}

/** Resolves `.` and `..`, as `os.path.normpath` does. */
export function normalizePath(path: string): string {
  const isAbsolute = path.startsWith('/')
  const kept: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else if (part !== '..' || !isAbsolute) kept.push(part)
  }
  return isAbsolute ? `/${kept.join('/')}` : kept.join('/') || '.'
}

/** Joins paths as `os.path.join` does. */
export function joinPaths(...parts: readonly string[]): string {
  return parts.reduce((path, part) => {
    if (part.startsWith('/')) return part
    return path === '' || path.endsWith('/') ? path + part : `${path}/${part}`
  })
}

export function parentPath(path: string): string {
  const cut = path.lastIndexOf('/')
  return cut < 0 ? '' : cut === 0 ? '/' : path.slice(0, cut)
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Splits a name into the part before its last extension, and that extension with its dot. */
export function splitExtension(path: string): [string, string] {
  const cut = path.lastIndexOf('.')
  const nameStart = path.lastIndexOf('/') + 1
  return cut > nameStart ? [path.slice(0, cut), path.slice(cut)] : [path, '']
}

/**
 * Finds the paths inside the pack that match a glob pattern relative to `folder`, sorted. `step` can end the
 * search.
 */
export function matchPaths(
  project: Project,
  folder: string,
  pattern: string,
  recursive: boolean,
  step: () => void,
): string[] {
  const wanted = pattern.split('/').filter((part) => part !== '' && part !== '.')
  const parts = recursive ? ['**', ...wanted] : wanted
  // Adjacent `**` mean the same as one, and each would search everything again.
  const once = parts.filter((part, i) => part !== '**' || parts[i - 1] !== '**')
  return [...new Set(matchParts(project, folder, once, step))].sort()
}

function matchParts(project: Project, folder: string, parts: readonly string[], step: () => void): string[] {
  const [part, ...rest] = parts
  if (part === undefined) return []
  const names = project.list(folder) ?? []
  const below = (name: string) => (folder === '' ? name : `${folder}/${name}`)
  const folders = names.filter((name) => {
    step()
    return project.isFolder(below(name))
  })
  if (part === '**') {
    const here = matchParts(project, folder, rest, step)
    return [...here, ...folders.flatMap((name) => matchParts(project, below(name), parts, step))]
  }
  if (rest.length === 0) return names.filter((name) => matchesGlob(name, part)).map(below)
  return folders
    .filter((name) => matchesGlob(name, part))
    .flatMap((name) => matchParts(project, below(name), rest, step))
}

function matchesGlob(name: string, pattern: string): boolean {
  // Matched by hand, because a regular expression with many stars would take exponential time.
  let at = 0
  let star = -1
  let mark = 0
  let p = 0
  while (at < name.length) {
    if (p < pattern.length && (pattern[p] === '?' || pattern[p] === name[at]) && pattern[p] !== '*') {
      at++
      p++
    } else if (pattern[p] === '*') {
      star = p++
      mark = at
    } else if (star >= 0) {
      p = star + 1
      at = ++mark
    } else return false
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}
