import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ArchiveRefusal } from '@nodeyard/analysis/archive'
import { readRepository as readAddress } from '@nodeyard/analysis/ground'
import { withFolder } from '../../ground/jobs/work-folder.ts'
import { AnalysisExhausted, type Reading } from '../publishing/analyst.ts'
import { type StoredArchive, storeArchive } from './archive.ts'
import type { Deps } from './deps.ts'
import { type BuiltPack, PackBuilder } from './pack-builder.ts'
import { type FoundPicture, findPictures } from './pictures.ts'
import { ReadingRefused } from './refusal.ts'
import { isShareable } from './shareable.ts'
import type { Fetched, Head, Place, RepositorySource } from './sources/source.ts'
import type { DueNode } from './turns/sql.ts'

/** Everything that was learned from a repository. */
export interface ReadRepository {
  head: Head
  fetched: Fetched
  built: BuiltPack
  reading: Reading
  isShareable: boolean
  archive: StoredArchive | undefined
  pictures: FoundPicture[]
}

/** Reads the repository of a node. Returns undefined if it has not changed. */
export async function readRepository(
  deps: Deps,
  node: DueNode,
  signal: AbortSignal,
): Promise<ReadRepository | undefined> {
  const place = placeOf(node)
  const source = await findSource(deps.repositorySources, place)
  if (!source) throw noSource()
  await deps.hostTurns.wait(source.hostOf(place), signal)
  const known = { commit: node.commit ?? undefined, etag: node.etag }
  const head = await source.look(place, known, signal)
  if (!head) return undefined
  return withFolder(async (folder) => {
    const path = join(folder, 'pack.zip')
    const builder = new PackBuilder(path, place.folder, source.limits)
    const turn = () => deps.hostTurns.wait(source.hostOf(place), signal)
    await turn()
    const fetched = await source.fetch(place, head, builder, signal, turn)
    const built = await builder.finish()
    if (built.files === 0) throw new ReadingRefused('not_a_pack', 'It contains no files that can be read.')
    const reading = await analyzed(deps.repositoryAnalyst.read(path))
    assertPack(reading)
    const shareable = isShareable(deps.config.readings, reading.pack.inspection.traits.license)
    const archive = shareable ? await storeArchive(deps.blobs, path, (await stat(path)).size) : undefined
    const pictures = shareable ? await findPictures(deps, { archive, pack: reading.pack, place }) : []
    return { head, fetched, built, reading, isShareable: shareable, archive, pictures }
  })
}

function placeOf({ repositoryUrl, repositoryKey, repositoryFolder }: DueNode): Place {
  const { clone: url, key } = readAddress(repositoryUrl) ?? {}
  if (url === undefined || key !== repositoryKey)
    throw new ReadingRefused('gone', 'Its address is none of a repository.')
  return { url, key, folder: repositoryFolder }
}

/** Finds the first source that has a repository. */
export async function findSource(
  sources: readonly RepositorySource[],
  place: Place,
): Promise<RepositorySource | undefined> {
  for (const source of sources) if (await source.has(place)) return source
  return undefined
}

export const noSource = () => new ReadingRefused('gone', 'None of the configured sources has it.')

/** Waits for the analysis of a repository, and turns what it says about the content into a refusal. */
export async function analyzed<Result>(analysis: Promise<Result>): Promise<Result> {
  try {
    return await analysis
  } catch (error) {
    // The archive is our own, so only its content can be at fault.
    if (error instanceof ArchiveRefusal) throw new ReadingRefused('unreadable', error.message)
    if (error instanceof AnalysisExhausted) throw new ReadingRefused('too_large', error.message)
    throw error
  }
}

/** The tool loads folders with an `__init__.py`. */
function assertPack({ pack: { inspection } }: Reading): void {
  if (inspection.comfy_nodes.length === 0 && !inspection.loads)
    throw new ReadingRefused('not_a_pack', 'It has no __init__.py at its top, so the tool does not load it.')
}
