import { example } from '../ground/example.ts'
import * as contract from '../people/tokens.ts'
import { idsOfExamples, maya, moment } from './things.ts'

const publisher = { publisherId: 'acme' }

export const examples = [
  example(contract.listTokens, {
    input: { params: publisher },
    answer: [
      {
        id: idsOfExamples.token,
        name: 'CI',
        description: '',
        createdAt: moment,
        token: 'nyp_7c9e***',
        actions: ['publish-new', 'publish-update', 'yank'],
        createdBy: maya.name,
      },
    ],
  }),
  example(contract.createToken, {
    input: {
      params: publisher,
      body: { name: 'Releases', nodes: ['acme-blur'], actions: ['publish-update'], expires_in_days: 90 },
    },
    answer: { token: 'nyp_2b5c1f0e-6a1d-4c38-9b7e-53d0c8a4f1e2' },
  }),
  example(contract.deleteToken, {
    input: { params: { ...publisher, tokenId: idsOfExamples.tokenToRevoke } },
  }),
  example(contract.getOwnToken, {
    answer: {
      publisherId: 'acme',
      name: 'CI',
      createdBy: maya.name,
      createdAt: moment,
      actions: ['publish-new', 'publish-update', 'yank'],
    },
  }),
]
