import Type from 'typebox'
import { defineJob } from '../../ground/jobs/job.ts'
import type { Deps } from './deps.ts'
import { probeEverything } from './probe.ts'

export const probeService = defineJob({
  name: 'probe-service',
  payload: Type.Object({}),
  schedule: '* * * * *',
  attempts: 1,
  timeoutSeconds: 60,
  run: (deps: Deps) => probeEverything(deps),
})
