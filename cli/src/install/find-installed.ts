import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { canBePack, disabledFolder } from '@nodeyard/planning/folders'
import { CliError, rethrowFileError } from '../ground/errors.ts'
import { readProjectFile } from '../pack/project-file.ts'

const suffix = /\.disabled$/i

/** A pack in its place. */
export interface Found {
  /** Its path below the folder of all packs, with forward slashes. */
  path: string
  /** Where it is loaded. */
  loaded: string
  isDisabled: boolean
}

/**
 * Finds an installed pack by the name of its folder or file, or by the id in its project file, both without regard to case.
 * Throws if there is none, or more than one.
 */
export async function findInstalled(
  packs: string,
  given: string,
  isWanted: (found: Found) => boolean = () => true,
): Promise<Found> {
  const all = (await listPlaces(packs)).filter(isWanted)
  const wanted = given.toLowerCase()
  const named = all.filter(({ path, loaded }) =>
    [path, basename(path), loaded].some((one) => one.toLowerCase() === wanted),
  )
  const found = [
    all.filter(({ path }) => path === given),
    named.filter(({ isDisabled }) => !isDisabled),
    named,
    await withId(packs, all, wanted),
  ].find((list) => list.length > 0)
  const [first, ...others] = found ?? []
  if (!first) throw new CliError('pack_not_found', { pack: given, path: packs })
  const folders = [first, ...others].map(({ path }) => path).join(', ')
  if (others.length > 0) throw new CliError('pack_ambiguous', { pack: given, folders })
  return first
}

async function listPlaces(packs: string): Promise<Found[]> {
  const names = await readdir(packs).catch((error) => rethrowFileError(error, packs))
  const disabled = await readdir(join(packs, disabledFolder)).catch(() => [])
  const own = names.filter(canBePack)
  return [
    ...own.map((name) => ({ path: name, loaded: name.replace(suffix, ''), isDisabled: suffix.test(name) })),
    ...disabled.map((name) => ({
      path: `${disabledFolder}/${name}`,
      loaded: name.replace(suffix, '').replace(/@[^@]*$/, ''),
      isDisabled: true,
    })),
  ]
}

async function withId(packs: string, all: readonly Found[], id: string): Promise<Found[]> {
  const found: Found[] = []
  for (const one of all) {
    const project = await readProjectFile(join(packs, one.path)).catch(() => undefined)
    if (project?.id?.toLowerCase() === id) found.push(one)
  }
  return found
}

/** The name of an existing folder that differs in letter case only, so that the tool does not load a pack twice. */
export async function existingName(packs: string, name: string): Promise<string> {
  const names = await readdir(packs).catch((): string[] => [])
  if (names.includes(name)) return name
  return names.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name
}
