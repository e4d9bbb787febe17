import { parseArgs } from 'node:util'
import { sliceIn } from '@nodeyard/analysis/requirements'
import { CatalogueReader } from '../catalogue/open-file.ts'
import type { Deps } from './deps.ts'
import { publishSlice, sliceFolder, slices } from './publish.ts'
import { readClosure } from './read.ts'
import { readSliceFile } from './slice-file.ts'
import { openIndex } from './source.ts'
import { readRequirementLines } from './sql.ts'

const usualVersions = 60
const linesAtOnce = 5000

/** Reads the packages that nodes require from an index, and publishes them as a slice. Returns undefined for wrong arguments. */
export async function readPythonIndex(
  deps: Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'seal' | 'config' | 'blobs' | 'log'>,
  args: readonly string[],
  say: (line: string) => void,
): Promise<number | undefined> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string' },
      versions: { type: 'string' },
      also: { type: 'string', multiple: true },
    },
  })
  const versions = Number(values.versions ?? usualVersions)
  if (!values.from || !Number.isInteger(versions) || versions < 1) return undefined
  const readAt = deps.now()
  const lines = (await Array.fromAsync(readRequirementLines(deps.db, linesAtOnce))).flat()
  const row = await slices.last(deps.db)
  const last = row && (await readSliceFile(deps, new CatalogueReader(deps, sliceFolder), row.digest))
  const read = await readClosure({
    source: await openIndex(values.from),
    lines: [...lines, ...(values.also ?? [])],
    ...(last ? { last: sliceIn(last) } : {}),
    versions,
    say,
  })
  for (const { name, reason } of read.failed) say(`Not read: ${name}: ${reason}`)
  if (read.packages.length === 0) {
    say('The index has none of the packages that nodes require. The last slice stays.')
    return 1
  }
  const pointer = await publishSlice(deps, { packages: read.packages, readAt })
  say(
    `The slice ${pointer.sequence} has ${pointer.packages} packages with ${pointer.versions} versions, as of ` +
      `${pointer.read_at}. ${read.missing.length} packages are not in the index.`,
  )
  return read.failed.length === 0 ? 0 : 1
}
