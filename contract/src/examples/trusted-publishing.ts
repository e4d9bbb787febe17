import { example } from '../ground/example.ts'
import * as contract from '../packs/trusted-publishing.ts'
import { idsOfExamples as ids, maya, moment, secretsOfExamples as secrets } from './things.ts'

const publisher = { publisherId: 'acme' }
const issuer = 'https://token.actions.githubusercontent.com'
const trusted = { node_id: 'acme-blur', issuer, repository: 'acme/acme-blur', workflow: 'publish.yml' }
const shown = { createdAt: moment, createdBy: maya.name }

export const examples = [
  example(contract.listCiIssuers, {
    answer: {
      audience: 'https://api.example.test',
      issuers: [
        { issuer, kind: 'github' },
        { issuer: 'https://gitlab.com', kind: 'gitlab' },
      ],
    },
  }),
  example(contract.listTrustedPublishers, {
    input: { params: publisher },
    answer: [{ id: ids.trustedPublisher, ...trusted, ...shown }],
  }),
  example(contract.mintToken, {
    input: { body: { token: secrets.ciToken, publisher_id: 'acme', node_id: 'acme-blur' } },
    answer: { token: 'nyo_2b5c1f0e-6a1d-4c38-9b7e-53d0c8a4f1e2', expires_at: moment },
  }),
  example(contract.createTrustedPublisher, {
    input: {
      params: publisher,
      body: { ...trusted, node_id: 'acme-warp', environment: 'release', ref: 'refs/tags/v*' },
    },
    answer: {
      id: ids.trustedPublisher,
      ...trusted,
      node_id: 'acme-warp',
      environment: 'release',
      ref: 'refs/tags/v*',
      ...shown,
    },
  }),
  example(contract.updateTrustedPublisher, {
    input: {
      params: { ...publisher, trustedPublisherId: ids.trustedPublisherToChange },
      body: { ...trusted, workflow: 'release.yml' },
    },
    answer: {
      id: ids.trustedPublisherToChange,
      ...trusted,
      workflow: 'release.yml',
      createdAt: moment,
    },
  }),
  example(contract.deleteTrustedPublisher, {
    input: { params: { ...publisher, trustedPublisherId: ids.trustedPublisherToDelete } },
  }),
]
