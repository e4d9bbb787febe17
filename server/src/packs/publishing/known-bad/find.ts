import { bandsOf, type FileFingerprint, similarityOf } from '@nodeyard/analysis/facts'
import type { Finding } from '@nodeyard/analysis/ground'
import type { DbOrTx } from '../../../ground/db/database.ts'
import { type KnownBadFile, listFilesInUse, listKnownBadFiles } from './sql.ts'

export const knownBadRule = 'known-bad-file'

/** The minimum share of equal text in similar files. */
const minSimilarity = 0.75
const candidates = 500
const findingsOfVersion = 20

/** The prefix of a digest that looks up files. It is long enough to rule out deliberate collisions. */
const shortDigest = (digest: string) => digest.slice(0, 20)

export const digestsOf = (files: readonly FileFingerprint[]) => [
  ...new Set(files.map(({ digest }) => shortDigest(digest))),
]

interface Match {
  file: FileFingerprint
  bad: KnownBadFile
  similarity: number
}

/**
 * Finds files that are identical or similar to files of banned versions. A file that active versions also
 * contain is ignored; if the file itself has findings, those versions must belong to other publishers.
 */
export async function findKnownBadFiles(
  db: DbOrTx,
  version: { id: string; node_id: string },
  files: readonly FileFingerprint[],
): Promise<Finding[]> {
  const known = await listKnownBadFiles(
    db,
    {
      versionId: version.id,
      digests: files.map(({ digest }) => digest),
      bands: files.flatMap(({ sketch }) => (sketch ? bandsOf(sketch) : [])),
    },
    candidates,
  )
  const matches = files.flatMap((file) => matchOf(file, known))
  if (matches.length === 0) return []
  const inUse = await listFilesInUse(
    db,
    [...new Set(matches.flatMap(({ file, bad }) => [shortDigest(file.digest), shortDigest(bad.digest)]))],
    { except: version.id, notOf: matches.map(({ bad }) => bad.publisherId) },
  )
  const byActiveVersions = new Set(inUse.map(({ digest }) => digest))
  const byOthers = new Set(inUse.filter((one) => one.byOthers).map(({ digest }) => digest))
  return matches
    .filter(({ file, bad }) => {
      const excuses = bad.hasFinding ? byOthers : byActiveVersions
      return !excuses.has(shortDigest(file.digest)) && !excuses.has(shortDigest(bad.digest))
    })
    .slice(0, findingsOfVersion)
    .map(toFinding)
}

/** Returns the best match: identical before similar, with findings before without. */
function matchOf(file: FileFingerprint, known: readonly KnownBadFile[]): Match[] {
  const [best] = known
    .map((bad) => ({ file, bad, similarity: likenessOf(file, bad) }))
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity || Number(b.bad.hasFinding) - Number(a.bad.hasFinding))
  return best ? [best] : []
}

function likenessOf({ digest, sketch }: FileFingerprint, bad: KnownBadFile): number {
  if (digest === bad.digest) return 1
  return sketch && bad.sketch ? similarityOf(sketch, bad.sketch) : 0
}

function toFinding({ file, bad, similarity }: Match): Finding {
  const isSame = file.digest === bad.digest
  const origin = `\`${bad.path}\` of ${bad.nodeId} ${bad.version}, which was banned`
  return {
    issue_type: knownBadRule,
    file_path: file.path,
    message: isSame
      ? `The file is the same as ${origin}.`
      : `The file has about ${Math.round(similarity * 100)} percent of its code in common with ${origin}.`,
    scanner: 'nodeyard',
    rule: knownBadRule,
    severity: isSame && bad.hasFinding ? 'critical' : 'high',
    why: 'Code of a version that was banned tends to come back under another name.',
    fix: 'Leave the file out. If the ban was for something else, a moderator lets the version through.',
  }
}
