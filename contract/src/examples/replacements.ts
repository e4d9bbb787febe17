import { example } from '../ground/example.ts'
import * as contract from '../packs/replacements.ts'
import { idsOfExamples as ids, moment } from './things.ts'

const inferred = {
  id: ids.replacement,
  old_node_id: 'AcmeBlurOld',
  new_node_id: 'AcmeBlur',
  provider_id: 'acme-blur',
  origin: 'inferred' as const,
  createdAt: moment,
}
const params = { publisherId: 'acme', nodeId: 'acme-blur' }

export const examples = [
  example(contract.listReplacements, {
    input: { params: { comfyNodeName: 'Load3DAnimation' } },
    answer: {
      replacements: [
        { old_node_id: 'Load3DAnimation', new_node_id: 'Load3D', origin: 'known', is_confirmed: true },
      ],
    },
  }),
  example(contract.listNodeReplacements, {
    input: { params },
    answer: { replacements: [{ ...inferred, status: 'proposed' }] },
  }),
  example(contract.decideReplacement, {
    input: { params: { ...params, replacementId: ids.replacement }, body: { status: 'confirmed' } },
    answer: { ...inferred, status: 'confirmed' },
  }),
  example(contract.listAllReplacements, {
    input: { query: { name: 'AcmeBlurOld', status: 'proposed', page: 1, limit: 10 } },
    answer: {
      replacements: [{ ...inferred, status: 'proposed' }],
      total: 1,
      page: 1,
      limit: 10,
      totalPages: 1,
    },
  }),
  example(contract.createReplacement, {
    input: {
      body: {
        old_node_id: 'LostBlur',
        new_node_id: 'AcmeBlur',
        provider_id: 'acme-blur',
        input_mapping: [{ new_id: 'image', old_id: 'picture' }],
      },
    },
    answer: {
      id: ids.version,
      old_node_id: 'LostBlur',
      new_node_id: 'AcmeBlur',
      provider_id: 'acme-blur',
      origin: 'moderator',
      status: 'confirmed',
      createdAt: moment,
    },
  }),
  example(contract.deleteReplacement, { input: { params: { replacementId: ids.replacementToDelete } } }),
]
