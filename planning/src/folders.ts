import { beside, packRequirements } from '@nodeyard/analysis/facts'
import { decodeText } from '@nodeyard/analysis/ground'
import type { InstalledPack } from '@nodeyard/analysis/installations'
import { commitOf, compact, repositoryOf } from '@nodeyard/analysis/lock'
import { manifestPath, readManifestOf } from '@nodeyard/analysis/manifest'
import { logicalLines, normalName, readRequirementLine } from '@nodeyard/analysis/requirements'
import { defined } from '@nodeyard/contract/ground'
import { linesOf } from './requirement-conflicts.ts'

/** Returns the first bytes of a file, up to `length`. Undefined if there is no such file. */
export type ReadFile = (path: string, length: number) => Promise<Uint8Array | undefined>

const requirementsBytes = 512 * 1024
const gitBytes = 5_000_000
const maxRequirementFiles = 50
/** Managers run it, and it can install packages. */
const installer = 'install.py'

/** Whether a name in the folder of all packs can be that of a pack's folder. */
export const canBePack = (name: string): boolean => !name.startsWith('.') && name !== '__pycache__'

/** Managers move packs here that the tool should not load. */
export const disabledFolder = '.disabled'

/** Describes the pack in a folder from its manifest, its requirements and its checkout. Nothing in it runs. */
export async function readPackFolder(folder: string, read: ReadFile): Promise<InstalledPack> {
  const isDisabled = folder.startsWith(`${disabledFolder}/`) || /\.disabled$/i.test(folder)
  const found = await readManifestOf(read).catch(() => undefined)
  const manifest = found?.manifest
  const texts = await requirementTexts(read)
  const bytes = await read(manifestPath, requirementsBytes)
  if (bytes) texts.set(manifestPath, decodeText(bytes).text)
  const requirements = packRequirements({
    texts,
    stated: manifest?.dependencies ?? [],
    python: manifest?.requires_python,
    scripts: [],
  })
  const unread = [
    ...((await read(installer, 1)) ? [installer] : []),
    ...(found && !manifest ? [manifestPath] : []),
  ]
  return {
    folder: folder.startsWith(`${disabledFolder}/`) ? folder.slice(disabledFolder.length + 1) : folder,
    ...defined({ id: manifest?.name || undefined, version: manifest?.version || undefined }),
    ...(await checkoutIn(read)),
    ...(isDisabled ? { isDisabled } : {}),
    lines: linesOf(requirements).map((line) => ({ ...line, file: `${folder}/${line.file ?? ''}` })),
    ...(unread.length > 0 ? { unread: unread.map((file) => `${folder}/${file}`) } : {}),
  }
}

/** Reads `requirements.txt` and the files that it names. */
async function requirementTexts(read: ReadFile): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const waiting = ['requirements.txt']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (texts.has(path) || texts.size >= maxRequirementFiles) continue
    const bytes = await read(path, requirementsBytes)
    if (!bytes) continue
    const { text } = decodeText(bytes)
    texts.set(path, text)
    for (const line of logicalLines(text)) {
      const named = readRequirementLine(line.text)
      if (named.kind === 'file' || named.kind === 'constraints') waiting.push(beside(path, named.path))
    }
  }
  return texts
}

/** Reads the origin and the commit of a checkout from its files. Git itself would obey the settings in there. */
export async function checkoutIn(
  read: ReadFile,
): Promise<{ repository: string; commit?: string } | undefined> {
  const textOf = async (path: string) => {
    const bytes = await read(`.git/${path}`, gitBytes)
    return bytes ? new TextDecoder().decode(bytes) : ''
  }
  const repository = repositoryOf(originIn(await textOf('config')))
  if (repository === undefined) return undefined
  const head = (await textOf('HEAD')).trim()
  const [, ref] = /^ref: (refs\/[\w./-]{1,200})$/.exec(head) ?? []
  if (ref?.includes('..')) return { repository }
  const loose = ref === undefined ? head : (await textOf(ref)).trim()
  const packed = ref === undefined ? '' : await textOf('packed-refs')
  const line = packed.split('\n').find((one) => one.endsWith(` ${ref}`))
  const commit = commitOf(loose) ?? commitOf(line?.slice(0, 40))
  return compact({ repository, commit })
}

/** Finds the address of the remote `origin`. */
function originIn(config: string): string | undefined {
  let section = ''
  for (const line of config.split(/\r?\n/)) {
    if (line.startsWith('[')) section = line.trim()
    const [name = '', ...value] = line.split('=')
    if (section === '[remote "origin"]' && name.trim() === 'url') return value.join('=').trim()
  }
  return undefined
}

/** A pack in several folders. The tool loads each of them, and the last one replaces the nodes of the others. */
export interface Copies {
  pack: string
  folders: string[]
}

/** Finds packs that are loaded from several folders, by id, repository, or the names of the folders. */
export function copiesIn(packs: readonly InstalledPack[]): Copies[] {
  const loaded = packs.filter(({ isDisabled, folder }) => !isDisabled && folder !== undefined)
  return [...Map.groupBy(loaded, keyOf)].flatMap(([key, copies]) => {
    const folders = [...new Set(copies.flatMap(({ folder }) => folder ?? []))]
    return key === '' || folders.length < 2 ? [] : [{ pack: copies[0]?.id ?? key, folders }]
  })
}

/** Archives of code hosts unpack to folders that end in the name of the branch. */
function keyOf({ id, repository, folder = '' }: InstalledPack): string {
  const name =
    id ??
    repository
      ?.split('/')
      .at(-1)
      ?.replace(/\.git$/, '') ??
    folder
  return normalName(name.replace(/-(?:main|master)$/, ''))
}
