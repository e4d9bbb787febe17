import { example } from '../ground/example.ts'
import { getPublishReport, listPublishReports } from '../packs/publish-reports.ts'
import { pipelineSteps } from '../packs/versions.ts'
import { appealOfBlur } from './appeals.ts'
import { blur, moment } from './things.ts'

const path = { nodeId: 'acme-blur', version: '1.2.0' }

export const examples = [
  example(getPublishReport, {
    input: { params: path },
    answer: {
      version: { ...blur, status_reason: 'Looked at it: harmless.' },
      publisher_id: 'acme',
      timeline: [
        { step: 'announced', state: 'done', startedAt: moment, finishedAt: moment, attempts: 1 },
        ...pipelineSteps.map((step) => ({ step, state: 'waiting' as const, attempts: 0 })),
      ],
      waits_for: 'nothing',
      is_read: true,
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
        },
      ],
      undecided: [],
      decision: { message: 'Looked at it: harmless.', at: moment },
      appeal: appealOfBlur,
      page: 'http://localhost:3000/nodes/acme-blur/manage/versions/1.2.0',
      revision: '0x7Jm1c0uJ1m7wq1V9dXbA',
    },
  }),
  example(listPublishReports, {
    input: { params: { nodeId: 'acme-blur' } },
    answer: {
      versions: [
        {
          version: blur,
          waits_for: 'nothing',
          is_read: true,
          findings: { info: 0, low: 0, medium: 0, high: 0, critical: 1 },
          downloads: 0,
          appeal: 'answered',
        },
      ],
    },
  }),
]
