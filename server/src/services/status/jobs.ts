import Type from 'typebox'
import type { Deps } from '../../ground/deps.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import { probeEverything } from './probe.ts'

export const probeService = defineJob({
  name: 'probe-service',
  payload: Type.Object({}),
  schedule: '* * * * *',
  attempts: 1,
  timeoutSeconds: 60,
  run: (deps: Deps) => probeEverything(deps),
})
