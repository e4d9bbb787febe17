import Type from 'typebox'
import { defineJob } from '../../ground/jobs/job.ts'
import type { Deps } from './deps.ts'
import { reissueSlice } from './publish.ts'

/** Keeps the pointer signed with the keys in use. */
export const keepPythonIndex = defineJob({
  name: 'keep-python-index',
  payload: Type.Object({}),
  schedule: '17 * * * *',
  isExclusive: true,
  async run(deps: Deps) {
    await reissueSlice(deps)
  },
})
