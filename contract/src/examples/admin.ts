import { example } from '../ground/example.ts'
import * as contract from '../safety/admin.ts'
import { approval, birch, idsOfExamples, moment, newNode, unclaimed, warpOf } from './things.ts'

const version = { nodeId: 'acme-blur', version: '1.2.0' }

export const examples = [
  example(contract.generateAdminToken, { answer: { token: 'eyJhbGciOiJIUzI1NiJ9.…', expires_at: moment } }),
  example(contract.createUnclaimedNode, {
    input: {
      body: {
        id: 'found-pack',
        name: 'Found Pack',
        description: 'Found on the code host.',
        repository: 'https://github.com/somebody/found-pack',
      },
    },
    answer: {
      ...newNode,
      install: { state: 'unclaimed', clone: 'https://github.com/somebody/found-pack' },
      id: 'found-pack',
      name: 'Found Pack',
      description: 'Found on the code host.',
      repository: 'https://github.com/somebody/found-pack',
      publisher: unclaimed,
      tags_admin: [],
    },
  }),
  example(contract.updateNodeAsAdmin, {
    input: { params: { nodeId: 'birch-crop' }, body: { search_ranking: 2 } },
    answer: {
      ...newNode,
      install: { state: 'no_version' },
      id: 'birch-crop',
      name: 'Birch Crop',
      publisher: birch,
      tags_admin: [],
      search_ranking: 2,
    },
  }),
  example(contract.moderateVersion, {
    input: {
      params: { nodeId: 'acme-warp', version: '0.7.0' },
      body: { status: 'NodeVersionStatusActive', status_reason: 'Looked at it: harmless.' },
    },
    answer: {
      ...warpOf(idsOfExamples.flaggedVersion, '0.7.0'),
      status_reason: 'Looked at it: harmless.',
      tags_admin: [],
    },
  }),
  example(contract.getVersionHistory, {
    input: { params: version },
    answer: { events: [{ ...approval, actor: { kind: 'user', id: 'user-ada', name: 'Ada' } }] },
  }),
  example(contract.reindexNodes, { input: { query: { max_batch: 100 } } }),
  example(contract.updateStars, { input: { query: { max_batch: 100 } } }),
]
