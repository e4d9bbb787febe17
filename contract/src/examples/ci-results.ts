import { example } from '../ground/example.ts'
import * as contract from '../services/ci-results.ts'
import { idsOfExamples, moment, uuid } from './things.ts'

const run = {
  workflow_name: 'tests',
  python_version: '3.12',
  pytorch_version: '2.9',
  cuda_version: '12.8',
  branch_name: 'main',
  commit_hash: '1f0c2d3',
  commit_message: 'Sharpen the previews',
  comfy_run_flags: '--cpu',
  pr_number: '12',
  job_trigger_user: 'maya',
  author: 'Maya Ito',
  start_time: 1_777_626_000,
  end_time: 1_777_626_100,
  avg_vram: 100,
  peak_vram: 200,
  status: 'WorkflowRunStatusCompleted',
} as const
const result: contract.ActionJobResult = {
  ...run,
  id: idsOfExamples.ciResult,
  operating_system: 'linux',
  action_run_id: '70',
  action_job_id: '700',
  commit_id: uuid,
  commit_time: 1_777_625_900,
  git_repo: 'tool/core',
  storage_files: [],
}

export const resultOfExample = {
  ...run,
  repo: 'tool/core',
  os: 'linux',
  run_id: '70',
  job_id: '700',
  commit_time: '2026-05-01T08:58:20Z',
}

export const examples = [
  example(contract.uploadArtifact, {
    input: { body: resultOfExample },
    answer: {},
  }),
  example(contract.listCiResults, {
    input: { query: { branch: 'main' } },
    answer: { jobResults: [result], totalNumberOfPages: 1 },
  }),
  example(contract.listCommitSummaries, {
    answer: {
      commitSummaries: [
        {
          commit_hash: '1f0c2d3',
          commit_name: 'Sharpen the previews',
          branch_name: 'main',
          author: 'Maya Ito',
          timestamp: moment,
          status_summary: { linux: 'COMPLETED' },
        },
      ],
      totalNumberOfPages: 1,
    },
  }),
  example(contract.getCiResult, {
    input: { params: { workflowResultId: idsOfExamples.ciResult } },
    answer: result,
  }),
  example(contract.listBranches, { answer: { branches: ['main'] } }),
]
