import Type from 'typebox'
import { defineJob } from '../../ground/jobs/job.ts'
import type { Deps } from './deps.ts'
import { reissueSlice, slices } from './publish.ts'

/** Keeps the pointer signed with the keys in use, and removes files that no pointer names. */
export const keepPythonIndex = defineJob({
  name: 'keep-python-index',
  payload: Type.Object({}),
  schedule: '17 * * * *',
  isExclusive: true,
  async run(deps: Deps, _payload, signal) {
    await reissueSlice(deps)
    await slices.removeStrayFiles(deps, signal)
  },
})
