import { pipelineSteps, type StepReport } from '@nodeyard/contract/versions'
import type { StepRow } from './sql.ts'

/**
 * How far a version has come, every step in order. That and when is for everybody; why a step failed is for
 * editors, because it quotes the archive and the server.
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
