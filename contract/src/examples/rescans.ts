import { example } from '../ground/example.ts'
import * as contract from '../safety/rescans.ts'
import { idsOfExamples, moment } from './things.ts'

const params = { rescanId: idsOfExamples.rescan }
const rescan: contract.Rescan = {
  id: idsOfExamples.rescan,
  rulesVersion: 2,
  everything: true,
  state: 'looked',
  startedAt: moment,
  looked: 1,
  left: 0,
  changes: { flag: 1, release: 0, facts: 0, failed: 0 },
  applied: 0,
}
const applying: contract.Rescan = { ...rescan, state: 'applying' }

export const examples = [
  example(contract.startRescan, { input: { body: { everything: true } }, answer: applying }),
  example(contract.listRescans, { answer: { rescans: [rescan] } }),
  example(contract.getRescan, {
    input: { params, query: { page: 1, limit: 10 } },
    answer: {
      rescan,
      changes: [
        {
          node_id: 'acme-blur',
          version: '1.2.0',
          outcome: 'flag',
          findings: [
            {
              rule: 'downloaded-code',
              severity: 'critical',
              file_path: 'nodes.py',
              line_number: 12,
              message: '`eval` runs what comes from the network.',
            },
          ],
          comfy_nodes_added: [],
          comfy_nodes_removed: [],
        },
      ],
      total: 1,
      page: 1,
      limit: 10,
      totalPages: 1,
    },
  }),
  example(contract.applyRescan, { input: { params }, answer: applying }),
]
