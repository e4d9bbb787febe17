import { type PackageIndex, sliceIn } from '@nodeyard/analysis/requirements'
import type { RequiringNode } from '@nodeyard/planning/requirement-conflicts'
import { checkTogether, type TogetherRequest } from '@nodeyard/planning/together'
import type { Moved } from '../../ground/threads/calls.ts'
import { serve } from '../../ground/threads/thread.ts'
import { yieldToRequests } from '../../ground/threads/yield-to-requests.ts'
import { type AdvisoriesRequest, judgeAll, judgeSteps } from './advisories/judge-all.ts'
import { type ComparisonRequest, compareWithOthers } from './compatibility/compare.ts'

/** Methods of the thread that serves requests. */
export type SolverClient = {
  /** Undefined if its file cannot be read. */
  readSlice(digest: string): Promise<Moved<Uint8Array | undefined>>
  listNewest(nodeIds: string[]): Promise<RequiringNode[]>
}

export type SolverApi = typeof api

interface Indexed {
  /** Digest of the last slice of the package index, if there is one. */
  digest: string | undefined
}

yieldToRequests()

let held: { digest: string; slice: PackageIndex } | undefined

async function indexOf(digest: string | undefined): Promise<PackageIndex | undefined> {
  if (digest === undefined) return undefined
  if (held?.digest === digest) return held.slice
  const bytes = await main.call('readSlice', digest)
  if (!bytes) return undefined
  held = { digest, slice: sliceIn(bytes) }
  return held.slice
}

const api = {
  async check({ digest, ...request }: TogetherRequest & Indexed) {
    const index = await indexOf(digest)
    const together = await checkTogether(request, index, (ids) => main.call('listNewest', ids))
    return { ...together, hasIndex: index !== undefined }
  },
  judge: (request: AdvisoriesRequest) => judgeAll(request, judgeSteps.inThread),
  async compare({ digest, ...request }: ComparisonRequest & Indexed) {
    const index = await indexOf(digest)
    return { ...compareWithOthers(request, index), hasIndex: index !== undefined }
  },
}

const main = serve<SolverClient>(api)
