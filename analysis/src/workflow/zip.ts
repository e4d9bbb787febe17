import { openArchive, readFile } from '../archive/reader.ts'
import { ArchiveRefusal } from '../archive/refusal.ts'
import type { ArchiveSource } from '../archive/source.ts'
import { longestText } from './bytes.ts'
import { WorkflowRefusal } from './refusal.ts'

/** Files of one archive that are read. */
const maxFiles = 500
const carrier =
  /(?:^|\/)(?!\._)[^/]+\.(?:json|png|webp|jpe?g|avif|webm|mp4|mov|flac|mp3|opus|ogg|glb|latent|safetensors|md)$/i

/**
 * Yields the files of a ZIP archive that can contain a workflow. Refuses an archive with more than 500 of them, or with more
 * than 64 MiB.
 */
export async function* carriersIn(source: ArchiveSource): AsyncGenerator<Uint8Array> {
  try {
    const archive = await openArchive(source)
    const files = archive.entries.filter(({ path, isFolder }) => !isFolder && carrier.test(path))
    const size = files.reduce((sum, file) => sum + file.size, 0)
    if (files.length > maxFiles || size > longestText) throw new WorkflowRefusal('too_large')
    for (const file of files) yield await readFile(archive, file, longestText)
  } catch (error) {
    throw error instanceof ArchiveRefusal ? new WorkflowRefusal('broken') : error
  }
}
