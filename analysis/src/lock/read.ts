import { defined } from '../ground/defined.ts'
import { isObject, type JsonObject, listOf, objectOf, parseJson } from '../ground/json.ts'
import { withoutLogins } from '../ground/logins.ts'
import { logicalLines } from '../requirements/lines.ts'
import {
  type Installation,
  type InstallationFormat,
  type InstalledPack,
  type LockedModel,
  LockRefusal,
  maxInstallationLength,
  maxModels,
  maxPacks,
  maxPins,
  type PythonPin,
} from './installation.ts'
import { isLock, readLock, toolOf } from './lock-file.ts'
import {
  assertWithin,
  commitOf,
  compact,
  fileNameOf,
  idOf,
  modelOf,
  packageNameOf,
  packFolderOf,
  pinVersionOf,
  repositoryOf,
  sha256Of,
  urlOf,
  versionOf,
} from './parts.ts'

/**
 * Reads a description of an installation: a lock, a snapshot, the output of `pip freeze`, or a list of folders. Throws
 * {@link LockRefusal}.
 */
export function readInstallation(text: string): Installation {
  if (text.length > maxInstallationLength) throw new LockRefusal('too_large')
  const plain = text.replace(/^\ufeff/, '').trim()
  if (!/^[[{]/.test(plain)) return readLines(plain)
  const value = parseJson(plain)
  if (value === undefined) throw new LockRefusal('broken')
  const installation = readValue(value)
  if (!installation) throw new LockRefusal('unknown_format')
  assertWithin(installation.packs, maxPacks, 'packs')
  assertWithin(installation.python, maxPins, 'python')
  assertWithin(installation.models, maxModels, 'models')
  return installation
}

function readValue(value: unknown): Installation | undefined {
  if (!isObject(value)) return undefined
  if (isLock(value)) return fromLock(value)
  if (value['lockfile_version'] !== undefined) return fromWorkflowLock(value)
  if (isObject(value['git_custom_nodes']) || isObject(value['cnr_custom_nodes']))
    return withRest(value, fromManager(value))
  const desktop = value['type'] === 'comfyui-desktop-2-snapshot' ? newestOf(value['snapshots']) : value
  if (desktop !== value || (Array.isArray(value['customNodes']) && isObject(value['pipPackages'])))
    return withRest(desktop, fromDesktop(desktop))
  const definition = isObject(value['definition']) ? value['definition'] : value
  if (definition['schema'] === 'distribution-definition/0') return fromDefinition(definition)
  return isObject(value['custom_nodes']) ? fromDependencies(value) : undefined
}

const empty = (format: InstallationFormat): Installation => ({ format, packs: [], python: [], models: [] })

/** Names what a file asks for, and cannot be kept. */
const lostOf = (names: readonly string[]): Pick<Installation, 'lost'> =>
  names.length > 0 ? { lost: names.map((name) => withoutLogins(name).slice(0, maxLostName)) } : {}

const maxLostName = 300
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
/** A file of the tool itself. */
const isOfTool = (name: string) => /^(?:websocket_image_save\.py|example_node\.py)/.test(name)

function fromLock(value: JsonObject): Installation {
  const { tool, packs, python, models, machine, unknown } = readLock(value)
  return {
    ...empty('lock'),
    packs,
    python,
    models,
    ...lostOf(unknown),
    ...defined({ tool }),
    ...(machine ? { pythonVersion: machine.python } : {}),
  }
}

/** The lock that the page of a workflow offered before. */
function fromWorkflowLock(value: JsonObject): Installation {
  if (value['lockfile_version'] !== 1) throw new LockRefusal('newer_format')
  const nodes = objectsIn(value['nodes']).map((node) =>
    pack({
      id: idOf(node['id']),
      version: versionOf(node['version']),
      url: urlOf(node['download_url']),
      sha256: sha256Of(node['sha256']),
    }),
  )
  const repositories = objectsIn(value['repositories']).map((one) =>
    pack({ id: idOf(one['id']), repository: repositoryOf(one['repository']) }),
  )
  return { ...empty('workflow_lock'), packs: [...nodes, ...repositories].filter(isNamed) }
}

/** The manager keeps packs of the registry by id, others by the address of their repository. */
function fromManager(value: JsonObject): Installation {
  const commit = commitOf(value['comfyui'])
  const registered = entriesIn(value['cnr_custom_nodes']).map(([id, version]) =>
    pack({ id: idOf(id), version: versionOf(version) }),
  )
  const cloned = entriesIn(value['git_custom_nodes']).map(([address, details]) => {
    const { hash, disabled } = objectOf(details)
    const isDisabled = disabled === true ? true : undefined
    return pack({ repository: repositoryOf(address), commit: commitOf(hash), isDisabled })
  })
  const pips = Object.keys(objectOf(value['pips']))
  return {
    ...empty('manager_snapshot'),
    packs: [...registered, ...cloned].filter(isNamed),
    ...(commit ? { tool: { commit } } : {}),
    python: pips.flatMap(pinIn),
    ...lostOf([
      ...entriesIn(value['cnr_custom_nodes']).flatMap(([id, version]) =>
        idOf(id) === undefined || (version !== '' && versionOf(version) === undefined)
          ? [`${id}@${textOf(version)}`]
          : [],
      ),
      ...entriesIn(value['git_custom_nodes']).flatMap(([address, details]) => {
        const hash = textOf(objectOf(details)['hash'])
        const isKept = repositoryOf(address) !== undefined && (hash === '' || commitOf(hash) !== undefined)
        return isKept ? [] : [`${address}@${hash}`]
      }),
      ...objectsIn(value['file_custom_nodes']).flatMap(({ filename }) =>
        textOf(filename) === '' || isOfTool(textOf(filename)) ? [] : [textOf(filename)],
      ),
      ...pips.filter((line) => pinIn(line).length === 0),
    ]),
  }
}

/** Adds the members of a lock that was written as a snapshot. */
function withRest({ nodeyard }: JsonObject, read: Installation): Installation {
  const { tool, models, unknown } = objectOf(nodeyard)
  const names = listOf(unknown)
    .map(textOf)
    .filter((name) => name !== '')
  const lost = [...(read.lost ?? []), ...(lostOf(names).lost ?? [])]
  return {
    ...read,
    ...defined({ tool: toolOf(tool) ?? read.tool, lost: lost.length > 0 ? lost : undefined }),
    models: objectsIn(models).flatMap((one) => modelOf(one) ?? []),
  }
}

function newestOf(snapshots: unknown): JsonObject {
  const dated = objectsIn(snapshots).toSorted((a, b) =>
    String(a['createdAt']) < String(b['createdAt']) ? 1 : -1,
  )
  return dated[0] ?? {}
}

function fromDesktop(value: JsonObject): Installation {
  const { commit, releaseTag } = objectOf(value['comfyui'])
  const pythonVersion = versionOf(value['pythonVersion'])
  const packs = objectsIn(value['customNodes']).map((node) => {
    const isRegistered = node['type'] === 'cnr'
    return pack({
      id: isRegistered ? idOf(node['id']) : undefined,
      version: isRegistered ? versionOf(node['version']) : undefined,
      repository: repositoryOf(node['url']),
      commit: commitOf(node['commit']),
      folder: packFolderOf(node['dirName']),
      isDisabled: node['enabled'] === false ? true : undefined,
    })
  })
  const tool = compact<NonNullable<Installation['tool']>>({
    version: versionOf(releaseTag),
    commit: commitOf(commit),
  })
  return {
    ...empty('desktop_snapshot'),
    packs: packs.filter(isNamed),
    ...(Object.keys(tool).length > 0 ? { tool } : {}),
    ...defined({ pythonVersion: pythonVersion || undefined }),
    python: entriesIn(value['pipPackages']).flatMap(([name, version]) => pinOf(name, version)),
    ...lostOf([
      ...objectsIn(value['customNodes']).flatMap(({ id, dirName, commit: hash, url }, at) => {
        const name = textOf(dirName) || textOf(id) || textOf(url)
        const isKept =
          packs[at] !== undefined && isNamed(packs[at]) && (!textOf(hash) || commitOf(hash) !== undefined)
        return isKept || isOfTool(name) ? [] : [`${name}@${textOf(hash)}`]
      }),
      ...entriesIn(value['pipPackages']).flatMap(([name, version]) =>
        pinOf(name, version).length === 0 ? [`${name}==${textOf(version)}`] : [],
      ),
    ]),
  }
}

/** The command-line client's list of what a workflow needs. */
function fromDependencies(value: JsonObject): Installation {
  const packs = entriesIn(value['custom_nodes']).map(([address, details]) => {
    const repository = repositoryOf(address)
    return pack({
      repository,
      id: repository === undefined ? idOf(address) : undefined,
      commit: commitOf(objectOf(details)['hash']),
    })
  })
  const lost = entriesIn(value['custom_nodes']).flatMap(([address, details], at) => {
    const hash = textOf(objectOf(details)['hash'])
    const isKept =
      packs[at] !== undefined && isNamed(packs[at]) && (hash === '' || commitOf(hash) !== undefined)
    return isKept ? [] : [`${address}@${hash}`]
  })
  return { ...empty('dependencies'), packs: packs.filter(isNamed), ...lostOf(lost) }
}

/** The command-line client's definition of an environment. */
function fromDefinition(value: JsonObject): Installation {
  const version = versionOf(value['baseComfyVersion'])
  const packs = objectsIn(value['customNodes']).map((node) =>
    pack({
      repository: repositoryOf(node['repository']),
      commit: commitOf(node['gitRef']),
      folder: packFolderOf(node['name']),
    }),
  )
  const models = objectsIn(value['models']).flatMap((one): LockedModel[] => {
    const { type: folder, filename: name, sha256, sizeBytes: size } = one
    const model = modelOf({ folder, name, sha256, size, url: objectOf(one['source'])['url'] })
    return model ? [model] : []
  })
  return {
    ...empty('definition'),
    packs: packs.filter(isNamed),
    models,
    ...lostOf([
      ...objectsIn(value['customNodes']).flatMap(({ repository, gitRef, name }) => {
        const isKept =
          repositoryOf(repository) !== undefined && (!textOf(gitRef) || commitOf(gitRef) !== undefined)
        return isKept ? [] : [`${textOf(repository) || textOf(name)}@${textOf(gitRef)}`]
      }),
      ...objectsIn(value['models']).flatMap(({ type: folder, filename: name }) =>
        modelOf({ folder, name }) ? [] : [textOf(name)],
      ),
    ]),
    ...(version ? { tool: { version } } : {}),
  }
}

/**
 * Reads the output of `pip freeze`, or names of folders as `ls` and `dir` print them. Lines such as `blur@1.0.0` and addresses
 * of repositories are packs in both.
 */
function readLines(text: string): Installation {
  const pins: PythonPin[] = []
  const packs: InstalledPack[] = []
  const lines = logicalLines(text).map((line) => line.text.trim())
  assertWithin(lines, maxPins, 'lines')
  const freeze = lines.filter((line) => pinIn(line).length > 0 || / @ \S|^-e\s/.test(line))
  if (freeze.length > 0) {
    for (const line of freeze) pins.push(...pinIn(line))
    packs.push(...lines.flatMap(statedPackIn))
    assertWithin(packs, maxPacks, 'packs')
    const lost = freeze.filter((line) => pinIn(line).length === 0)
    return { ...empty('freeze'), packs, python: pins, ...lostOf(lost) }
  }
  for (const line of lines) packs.push(...foldersIn(line))
  if (packs.length === 0) throw new LockRefusal('unknown_format')
  assertWithin(packs, maxPacks, 'packs')
  return { ...empty('folders'), packs }
}

/** Files and folders that the tool itself, or a system, puts beside packs. */
const noPack =
  /^(?:__pycache__|\.\S{0,100}|websocket_image_save\.py|example_node\.py\S{0,20}|total|\d{1,10})$/i

/** Ids have at most 100 characters and versions at most 60. */
const longestStated = 162

/** Reads a line that can only be a pack: its id at a version, or its repository. */
function statedPackIn(line: string): InstalledPack[] {
  const [, id, version] = /^([\w.-]+)@v?(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/.exec(line) ?? []
  if (id && version && line.length <= longestStated) return [{ id, version }]
  const repository = /^(?:git@|https?:\/\/)/.test(line) ? repositoryOf(line) : undefined
  return repository ? [{ repository }] : []
}

function foldersIn(written: string): InstalledPack[] {
  const line = written.replace(/^[├└│─\s|`+-]{1,20}/, '')
  const stated = statedPackIn(line)
  if (stated.length > 0) return stated
  const listed = /\s(?:\d\d:\d\d|\d{4}|<DIR>)\s{1,40}(\S{1,200})$/.exec(line)?.[1]
  const path = listed ?? (/\s/.test(line) ? '' : line)
  const parts = path.split(/[\\/]/).filter((part) => part !== '')
  const folder = fileNameOf(parts.at(-1))
  return folder === undefined || noPack.test(folder) ? [] : [folderPack(folder)]
}

const folderPack = (folder: string): InstalledPack =>
  /\.disabled$/i.test(folder) ? { folder, isDisabled: true } : { folder }

const pack = (value: { [K in keyof InstalledPack]?: InstalledPack[K] | undefined }): InstalledPack =>
  compact<InstalledPack>(value)

const isNamed = ({ id, repository, folder }: InstalledPack) => Boolean(id ?? repository ?? folder)
const objectsIn = (value: unknown): JsonObject[] => listOf(value).filter(isObject)
const entriesIn = (value: unknown): [string, unknown][] => Object.entries(objectOf(value))

function pinIn(line: string): PythonPin[] {
  const [, name, version] = /^([\w.-]{1,200})\s*===?\s*([\w.+!-]{1,100})(?:\s*;.{0,500})?$/.exec(line) ?? []
  return pinOf(name, version)
}

function pinOf(writtenName: unknown, writtenVersion: unknown): PythonPin[] {
  const [name, version] = [packageNameOf(writtenName), pinVersionOf(writtenVersion)]
  return name === undefined || version === undefined ? [] : [{ name, version }]
}
