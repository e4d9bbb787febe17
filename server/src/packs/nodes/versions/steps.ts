import { pipelineSteps, type StepReport } from '@nodeyard/contract/packs'
import type { StepRow } from './sql.ts'

/**
 * Reports every pipeline step in order. Progress and times are public. Only editors see why a step failed,
 * because the reason quotes the archive and the server.
 */
export function toStepReports(rows: readonly StepRow[], forEditors: boolean): StepReport[] {
  return pipelineSteps.map((step) => {
    const row = rows.find((one) => one.step === step)
    return {
      step,
      state: stateOf(row),
      ...(row?.started_at ? { startedAt: row.started_at.toISOString() } : {}),
      ...(row?.finished_at ? { finishedAt: row.finished_at.toISOString() } : {}),
      attempts: row?.attempts ?? 0,
      ...(forEditors && row?.failure && !row.finished_at ? { message: row.failure } : {}),
    }
  })
}

function stateOf(row: StepRow | undefined): StepReport['state'] {
  if (row?.finished_at) return 'done'
  if (row?.given_up) return 'failed'
  return row?.started_at ? 'running' : 'waiting'
}
