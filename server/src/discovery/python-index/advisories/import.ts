import { markChanged, transact } from '../../../ground/db/changes.ts'
import type { Deps } from '../deps.ts'
import { type PythonAdvisory, readOsvRecord } from './osv.ts'
import { readRecordFiles } from './records.ts'
import { storeAdvisories } from './sql.ts'

/** Invalidates responses that contain advisories of Python packages. */
export const pythonAdvisoriesTag = 'python-advisories'

const storedAtOnce = 500
const shownProblems = 20

export interface AdvisoryImport {
  /** Advisories of Python packages in the source. */
  read: number
  /** New and changed ones; older than the stored ones do not count. */
  stored: number
  /** Records of other ecosystems. */
  others: number
  unreadable: number
}

/** Imports OSV records about Python packages, and reports unreadable files with `say`. Idempotent. */
export async function importAdvisories(
  deps: Pick<Deps, 'db' | 'changes' | 'now'>,
  source: string,
  say: (line: string) => void,
): Promise<AdvisoryImport> {
  const result: AdvisoryImport = { read: 0, stored: 0, others: 0, unreadable: 0 }
  let waiting = new Map<string, PythonAdvisory>()
  const store = async () => {
    const advisories = [...waiting.values()]
    waiting = new Map()
    result.stored += await transact(deps, async (tx) => {
      markChanged(tx, pythonAdvisoriesTag)
      return storeAdvisories(
        tx,
        advisories.map((one) => toRow(one, deps.now())),
      )
    })
  }
  for await (const { name, text } of readRecordFiles(source)) {
    for (const record of recordsIn(text)) {
      const advisories = readOsvRecord(record)
      if (!advisories) {
        if (result.unreadable++ < shownProblems) say(`Not read: ${name} is no OSV record.`)
        continue
      }
      if (advisories.length === 0) result.others++
      result.read += advisories.length
      for (const one of advisories) waiting.set(JSON.stringify([one.id, one.package]), one)
      if (waiting.size >= storedAtOnce) await store()
    }
  }
  await store()
  return result
}

const toRow = (advisory: PythonAdvisory, now: Date) => ({
  id: advisory.id,
  package: advisory.package,
  summary: advisory.summary,
  aliases: advisory.aliases,
  severity: advisory.severity,
  ranges: JSON.stringify(advisory.ranges),
  versions: advisory.versions,
  modified_at: advisory.modifiedAt,
  withdrawn_at: advisory.withdrawnAt ?? null,
  imported_at: now,
})

/** A file has one record, or a list of records. */
function recordsIn(text: string | undefined): unknown[] {
  const parsed = text === undefined ? undefined : parse(text)
  return Array.isArray(parsed) ? parsed : [parsed]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
