import { example } from '../ground/example.ts'
import * as contract from '../safety/advisories.ts'
import * as killList from '../safety/kill-list.ts'
import { advisoriesOfExamples as ids, moment, page } from './things.ts'

const fields: contract.AdvisoryFields = {
  severity: 'high',
  title: 'Sends pictures to a stranger',
  details: 'Version 0.9.0 uploads every picture that is saved.',
  remedy: 'Remove it, and change the keys that were in its reach.',
  aliases: ['CVE-2026-0001'],
  references: ['https://birch.example/security'],
  refuses_installs: true,
  versions: ['0.9.0'],
  ranges: [],
  archive_digests: [],
  file_digests: [],
}
const advisory: contract.Advisory = {
  id: ids.shown,
  node_id: 'birch-grain',
  ...fields,
  affected: [],
  details_html: `<p>${fields.details}</p>`,
  remedy_html: `<p>${fields.remedy}</p>`,
  revision: 1,
  publishedAt: moment,
  updatedAt: moment,
}
const params = { advisoryId: ids.shown }
const target = { versions: [], ranges: [{ introduced: '1.0.0', fixed: '1.1.0' }] }
const digests = { archive_digests: [], file_digests: [] }
const revised: contract.AdvisoryFields = { ...fields, severity: 'critical' }

export const examples = [
  example(contract.listAdvisories, {
    input: { query: { node_id: 'birch-grain', page: 1, limit: 10 } },
    answer: { advisories: [advisory], ...page },
  }),
  example(contract.getAdvisory, { input: { params }, answer: advisory }),
  example(contract.getOsvRecord, {
    input: { params },
    answer: {
      schema_version: '1.7.0',
      id: ids.shown,
      modified: moment,
      published: moment,
      aliases: fields.aliases,
      summary: fields.title,
      details: `${fields.details}\n\n## What to do\n\n${fields.remedy}`,
      affected: [{ package: { ecosystem: 'Nodeyard', name: 'birch-grain' }, ranges: [], versions: [] }],
      references: [
        { type: 'ADVISORY', url: `http://localhost:3000/advisories/${ids.shown}` },
        { type: 'PACKAGE', url: 'http://localhost:3000/nodes/birch-grain' },
        { type: 'WEB', url: 'https://birch.example/security' },
      ],
      database_specific: { severity: 'HIGH', refuses_installs: true, archive_sha256: [], file_sha256: [] },
    },
  }),
  example(killList.getKillList, {
    answer: {
      payload: 'eyJlbnRyaWVzIjpbXX0',
      signatures: [
        { protected: 'eyJhbGciOiJFZERTQSJ9', signature: 'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6d' },
      ],
    },
  }),
  example(killList.listKillListKeys, {
    answer: {
      keys: [
        {
          kty: 'OKP',
          crv: 'Ed25519',
          x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
          kid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
          alg: 'EdDSA',
          use: 'sig',
        },
      ],
    },
  }),
  example(contract.previewAdvisory, {
    input: { body: { node_id: 'acme-warp', ...digests, ...target } },
    answer: {
      versions: [{ node_id: 'acme-warp', version: '1.0.0', status: 'NodeVersionStatusActive', installs: 0 }],
      total: 1,
      nodes: 1,
      installs: 0,
    },
  }),
  example(contract.publishAdvisory, {
    input: { body: { node_id: 'birch-lens', ...fields, ...target } },
    answer: { ...advisory, node_id: 'birch-lens', ...target },
  }),
  example(contract.updateAdvisory, {
    input: { params: { advisoryId: ids.edited }, body: revised },
    answer: { ...advisory, ...revised, id: ids.edited, revision: 2 },
  }),
  example(contract.withdrawAdvisory, {
    input: { params: { advisoryId: ids.withdrawn }, body: { reason: 'It was another node.' } },
    answer: {
      ...advisory,
      id: ids.withdrawn,
      withdrawnAt: moment,
      withdrawalReason: 'It was another node.',
    },
  }),
  example(contract.listAdvisoryRevisions, {
    input: { params },
    answer: { revisions: [{ revision: 1, at: moment, content: fields }] },
  }),
]
