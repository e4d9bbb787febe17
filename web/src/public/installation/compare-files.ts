import type { Registry } from '@nodeyard/contract/ground'
import { type Advisory, type KnownBadFile, listKnownBadFiles } from '@nodeyard/contract/safety'
import { readAdvisories } from '@nodeyard/planning/affected'

/** A file of an installation, as a folder picker gives it. */
export type LocalFile = Pick<File, 'size' | 'arrayBuffer' | 'webkitRelativePath'>

/** A known bad file, and the advisory about it if there is one. */
export type KnownBad = KnownBadFile & { advisory?: Pick<Advisory, 'id' | 'title'> }

/** A local file with the bytes of a known bad one. */
export interface BadFile {
  path: string
  bad: KnownBad
}

export interface FolderComparison {
  bad: BadFile[]
  compared: number
  /** Number of known bad files. */
  known: number
  /** Files that could not be read. */
  unreadable: string[]
  isComplete: boolean
}

/** More files than large installations have. */
const maxFiles = 100_000

/** Compares code files with the registry's list, here: only the list is requested, and nothing is sent. */
export async function compareFiles(
  registry: Registry,
  files: readonly LocalFile[],
  onProgress: (share: number) => void,
): Promise<FolderComparison> {
  const [{ isCompared, sha256 }, list, advisories] = await Promise.all([
    import('@nodeyard/analysis/installations'),
    registry.call(listKnownBadFiles),
    readAdvisories(registry),
  ])
  const advised = advisories
    .filter(({ withdrawnAt }) => withdrawnAt === undefined)
    .flatMap((advisory) =>
      advisory.file_digests.map((digest) => [digest, toKnown(digest, advisory)] as const),
    )
  const known = new Map<string, KnownBad>([
    ...list.files.map((one) => [one.sha256, one] as const),
    ...advised,
  ])
  const all = files.filter(({ webkitRelativePath: path, size }) => isCompared({ path, size }))
  const compared = all.slice(0, maxFiles)
  const bad: BadFile[] = []
  const unreadable: string[] = []
  for (const [place, file] of compared.entries()) {
    const path = file.webkitRelativePath
    try {
      const found = known.get(await sha256(new Uint8Array(await file.arrayBuffer())))
      if (found) bad.push({ path, bad: found })
    } catch {
      unreadable.push(path)
    }
    if (place % 100 === 0) onProgress(place / compared.length)
  }
  return {
    bad,
    compared: compared.length,
    known: known.size,
    unreadable,
    isComplete: list.is_complete && all.length <= maxFiles,
  }
}

const toKnown = (sha256: string, { id, title }: Advisory): KnownBad => ({
  sha256,
  has_finding: true,
  advisory: { id, title },
})
