import { join } from 'node:path'
import { storable } from '@nodeyard/analysis/ground'
import { notPacked } from '@nodeyard/analysis/scan'
import { verdictOf } from '@nodeyard/planning/check'
import { withFolder } from '../../../ground/jobs/work-folder.ts'
import { findKnownBadFiles } from '../../publishing/known-bad/find.ts'
import type { Deps } from '../deps.ts'
import { PackBuilder } from '../pack-builder.ts'
import { analyzed, findSource, noSource } from '../read.ts'
import { ReadingRefused } from '../refusal.ts'
import { isHostPaused } from '../turns/sql.ts'
import type { Ending, RequestedPlace } from './sql.ts'

/** Fetches a repository, and checks it in a thread. Throws `ReadingRefused` and `HostBusy`. */
export async function checkRequested(
  deps: Deps,
  requested: RequestedPlace,
  signal: AbortSignal,
): Promise<Ending> {
  const place = { ...requested, folder: '' }
  const source = await findSource(deps.requestedSources, place)
  if (!source) throw noSource()
  const host = source.hostOf(place)
  if (host !== undefined && (await isHostPaused(deps.db, host, deps.now()))) return { failure: 'host_busy' }
  const late = AbortSignal.timeout(source.limits.transferSeconds * 1000)
  const timed = AbortSignal.any([signal, late])
  return withFolder(async (folder) => {
    const path = join(folder, 'pack.zip')
    const builder = new PackBuilder(path, '', source.limits)
    const turn = () => deps.hostTurns.wait(host, timed)
    const transfer = async () => {
      await turn()
      const head = requested.commit
        ? ({ commit: requested.commit, etag: '', isNamed: true } as const)
        : await source.look(place, { commit: undefined, etag: '' }, timed)
      if (!head) throw new ReadingRefused('gone', 'It has no commit.')
      await turn()
      return source.fetch(place, head, builder, timed, turn)
    }
    const fetched = await transfer().catch((error: unknown) => {
      if (late.aborted && !signal.aborted) return undefined
      throw error
    })
    const built = await builder.finish()
    if (!fetched) return { failure: 'slow' }
    if (built.files === 0) throw new ReadingRefused('not_a_pack', 'It contains no files that can be read.')
    const { isPack, check, fingerprints } = await analyzed(deps.repositoryAnalyst.check(path))
    if (!isPack) throw new ReadingRefused('not_a_pack', 'The tool does not load it.')
    const known = await findKnownBadFiles(deps.db, { id: deps.newId(), node_id: '' }, fingerprints)
    const further = [...known, ...built.omittedCode.map((one) => notPacked(storable(one)))]
    const findings = [...further, ...check.findings]
    const { commit, committedAt } = fetched
    const result = {
      ...check,
      findings,
      finding_count: check.finding_count + further.length,
      verdict: verdictOf(check.refused, findings),
      omitted_files: built.omittedFiles,
    }
    return { commit, committedAt, result }
  })
}
