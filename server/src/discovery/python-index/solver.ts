import { limits } from '@nodeyard/contract/limits'
import type { TogetherRequest } from '@nodeyard/planning/together'
import type { AddressKey } from '../../ground/address-key.ts'
import { RegistryError } from '../../ground/errors.ts'
import { BoundedThread } from '../../ground/threads/bounded-thread.ts'
import { Moved, type Result } from '../../ground/threads/calls.ts'
import { CatalogueReader } from '../catalogue/open-file.ts'
import {
  type AdvisoriesOfVersion,
  type AdvisoriesRequest,
  judgeAll,
  judgeSteps,
} from './advisories/judge-all.ts'
import type { ComparisonRequest } from './compatibility/compare.ts'
import type { Deps } from './deps.ts'
import { pointerOf, sliceFolder, slices } from './publish.ts'
import { readSliceFile } from './slice-file.ts'
import type { SolverApi, SolverClient } from './solver-worker.ts'
import { listNewestRequirements } from './sql.ts'
import { toNode } from './to-node.ts'

/** Backstops: the budgets of steps end computations before. */
const [cpuMs, memoryMb] = [10_000, 1024]
/** A thread that starts reads the slice again. */
const idleMs = 10 * 60_000

/** Checks requirements in a thread of its own, which holds the last slice of the package index. */
export class RequirementSolver {
  readonly reader: CatalogueReader
  readonly #deps: Pick<Deps, 'db'>
  readonly #thread: BoundedThread<SolverApi>

  constructor(deps: Pick<Deps, 'db' | 'blobs' | 'log'>) {
    this.#deps = deps
    this.reader = new CatalogueReader(deps, sliceFolder)
    const methods: SolverClient = {
      readSlice: async (digest) => {
        const file = await readSliceFile(deps, this.reader, digest)
        const bytes = file && new Uint8Array(file)
        return new Moved(bytes, bytes ? [bytes.buffer] : [])
      },
      listNewest: async (ids) =>
        (await listNewestRequirements(deps.db, ids, limits.agreeingVersions)).map(toNode),
    }
    this.#thread = new BoundedThread(new URL('./solver-worker.ts', import.meta.url), {
      name: 'The thread that checks requirements',
      log: deps.log,
      methods,
      cpuMs,
      memoryMb,
      idleMs,
      waiting: limits.waitingChecks,
    })
  }

  check(request: TogetherRequest, caller: AddressKey): Promise<WithDate<Result<SolverApi, 'check'>>> {
    return this.#withIndex((digest) => this.#thread.call('check', { ...request, digest }, { caller }))
  }

  compare(request: ComparisonRequest, caller: AddressKey): Promise<WithDate<Result<SolverApi, 'compare'>>> {
    return this.#withIndex((digest) => this.#thread.call('compare', { ...request, digest }, { caller }))
  }

  /** Uses the thread only if there is much to judge, so that pages need not wait for it. */
  async judge(request: AdvisoriesRequest, caller: AddressKey): Promise<AdvisoriesOfVersion[]> {
    const found =
      judgeAll(request, judgeSteps.atOnce) ?? (await this.#thread.call('judge', request, { caller }))
    if (!found) throw new RegistryError('unavailable')
    return found
  }

  async #withIndex<Value extends { hasIndex: boolean }>(
    compute: (digest: string | undefined) => Promise<Value>,
  ): Promise<WithDate<Value>> {
    const last = await slices.last(this.#deps.db)
    const { hasIndex, ...result } = await compute(last?.digest)
    return { ...result, ...(last && hasIndex ? { index_read_at: pointerOf(last).read_at } : {}) }
  }

  end(): Promise<void> {
    return this.#thread.end()
  }
}

type WithDate<Value> = Omit<Value, 'hasIndex'> & { index_read_at?: string }
