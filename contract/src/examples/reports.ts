import { example } from '../ground/example.ts'
import * as contract from '../safety/reports.ts'
import { idsOfExamples, moment, page } from './things.ts'

const ada = { id: 'user-ada', name: 'Ada' }
const report: contract.AbuseReport = {
  id: idsOfExamples.report,
  version: '1.2.0',
  kind: 'malware',
  text: 'It sends my pictures to paste.example.',
  createdAt: moment,
  contact: 'kim@example.com',
  state: 'open',
  messages: [],
}
const waiting: contract.AbuseReport = {
  id: idsOfExamples.reportToTake,
  kind: 'broken',
  text: 'It does not start.',
  createdAt: moment,
  state: 'open',
  messages: [],
}

export const examples = [
  example(contract.reportAbuse, {
    input: {
      params: { nodeId: 'acme-blur' },
      body: { kind: 'stolen', text: 'This is a copy of Birch Grain.', contact: 'birch@example.com' },
    },
    answer: { id: idsOfExamples.report },
  }),
  example(contract.listReports, {
    input: { query: { state: 'open', kind: ['malware'], page: 1, limit: 10 } },
    answer: {
      nodes: [
        {
          node_id: 'acme-blur',
          name: 'Acme Blur',
          publisher_id: 'acme',
          status: 'NodeStatusActive',
          downloads: 0,
          oldestAt: moment,
          total: 1,
          reports: [report],
        },
      ],
      open: 1,
      taken: 0,
      ...page,
    },
  }),
  example(contract.takeReports, {
    input: { body: { reportIds: [idsOfExamples.reportToTake] } },
    answer: { reports: [{ ...waiting, state: 'taken', takenBy: ada }] },
  }),
  example(contract.answerReport, {
    input: {
      params: { reportId: idsOfExamples.report },
      body: { text: 'Which file does that?' },
    },
  }),
  example(contract.closeReports, {
    input: {
      body: {
        reportIds: [idsOfExamples.reportToClose],
        outcome: 'harmless',
        reason: 'It starts with the tool of this year.',
        tellPublisher: true,
      },
    },
    answer: {
      reports: [
        {
          ...waiting,
          id: idsOfExamples.reportToClose,
          state: 'closed',
          outcome: 'harmless',
          reason: 'It starts with the tool of this year.',
          closedAt: moment,
          closedBy: ada,
        },
      ],
    },
  }),
]
