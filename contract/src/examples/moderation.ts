import { example } from '../ground/example.ts'
import * as contract from '../safety/moderation.ts'
import { appealOfBlur } from './appeals.ts'
import { approval, blur, idsOfExamples, moment, page, uuid, warpOf } from './things.ts'

const path = { nodeId: 'acme-blur', version: '1.2.0' }
const status = 'NodeVersionStatusActive' as const

const decisionOfBlur = {
  id: uuid,
  node_id: 'acme-blur',
  rule: 'pickled-data',
  severity: 'high' as const,
  verdict: 'approved' as const,
  reason: 'The pack wrote the file itself.',
  version: '1.1.0',
  file: 'nodes.py',
  name: 'load_cache',
  digest: '6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b',
  decidedBy: 'Ada',
  at: moment,
  until: '2026-08-30T00:00:00.000Z',
  settled: 0,
}

export const examples = [
  example(contract.listReviews, {
    input: { query: { statuses: [status], node_id: 'acme-blur', limit: 10 } },
    answer: {
      ...page,
      versions: [
        {
          node_id: 'acme-blur',
          version: '1.2.0',
          publisher_id: 'acme',
          status,
          since: moment,
          createdAt: moment,
          findings: 1,
          blocking: 1,
          worst: '`eval` runs what comes from the network.',
          appeal_waiting: false,
          same_code: 0,
        },
      ],
    },
  }),
  example(contract.getReview, {
    input: { params: path },
    answer: {
      version: { ...blur, status_reason: 'Looked at it: harmless.', tags_admin: [] },
      publisher_id: 'acme',
      publisher_name: 'Acme Studio',
      node_name: 'Acme Blur',
      repository: 'https://github.com/acme/acme-blur',
      since: moment,
      findings: [
        {
          rule: 'downloaded-code',
          severity: 'critical',
          blocks: true,
          message: '`eval` runs what comes from the network.',
          file: 'nodes.py',
          line: 12,
          code: 'eval(requests.get(url).text)',
          why: 'The owner of that address controls the machine.',
          fix: 'Ship the code with your node.',
          path: [
            { file: 'fetch.py', line: 4, kind: 'source', noun: 'network_data', detail: 'cdn.example' },
            { file: 'nodes.py', line: 11, kind: 'carrier', noun: 'function', detail: 'fetched' },
            { file: 'nodes.py', line: 12, kind: 'sink', noun: 'code', detail: 'eval' },
          ],
          known: false,
        },
      ],
      emails: ['maya@acme.example'],
      counts: [{ status, count: 1 }],
      others: [],
      events: [{ ...approval, actor: { kind: 'user', id: 'user-ada', name: 'Ada' } }],
      can_undo: true,
      trust: 'new',
      appeal: appealOfBlur,
    },
  }),
  example(contract.undoDecision, {
    input: { params: { nodeId: 'acme-warp', version: '0.7.0' } },
    answer: {
      ...warpOf(idsOfExamples.flaggedVersion, '0.7.0'),
      status: 'NodeVersionStatusFlagged',
      held_for: [],
      tags_admin: [],
    },
  }),
  example(contract.listDecisions, {
    input: { query: { node_id: 'acme-blur' } },
    answer: { ...page, decisions: [decisionOfBlur] },
  }),
  example(contract.revokeDecision, {
    input: { params: { decisionId: uuid }, body: { reason: 'The service has another owner now.' } },
    answer: decisionOfBlur,
  }),
  example(contract.getBatch, { input: { params: { batchId: uuid } }, answer: { decisions: [] } }),
]
