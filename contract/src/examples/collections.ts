import * as contract from '../discovery/collections.ts'
import { example } from '../ground/example.ts'
import { acmeBlur, collectionsOfExamples as ids, maya, moment, page } from './things.ts'

const look = {
  has_picture: false,
  workflow_count: 1,
  sketches: [
    {
      title: 'AcmeBlur',
      inputs: [{ name: 'image', type: 'IMAGE' }],
      outputs: [{ name: 'image', type: 'IMAGE' }],
      widgets: [{ name: 'radius', value: '4' }],
    },
  ],
}
const texts = { title: 'Soft portraits', description: 'For skin that still looks like skin.' }
const note = 'Blur last, and only a little.'
const shelf: contract.Collection = {
  id: ids.curated,
  ...texts,
  is_public: true,
  is_curated: true,
  node_count: 1,
  covers: [{ id: 'acme-blur', name: 'Acme Blur', look }],
  created_at: moment,
  updated_at: moment,
}
const own: contract.Collection = { ...shelf, id: ids.own, is_curated: false, owner_name: maya.name }
const nodes = [{ node: { ...acmeBlur, look }, note }]
const params = { collectionId: ids.own }

export const examples = [
  example(contract.listCollections, {
    input: { query: { node_id: 'acme-blur' } },
    answer: { ...page, collections: [shelf] },
  }),
  example(contract.listOwnCollections, {
    answer: { collections: [{ ...own, node_ids: ['acme-blur'] }] },
  }),
  example(contract.getCollection, {
    input: { params: { collectionId: ids.curated } },
    answer: { ...shelf, nodes },
  }),
  example(contract.createCollection, {
    input: { body: { ...texts, is_public: true } },
    answer: { ...own, node_count: 0, covers: [], nodes: [] },
  }),
  example(contract.updateCollection, {
    input: { params, body: { ...texts, title: 'Soft', is_public: true, nodes: [] } },
    answer: { ...own, title: 'Soft', node_count: 0, covers: [], nodes: [] },
  }),
  example(contract.addToCollection, {
    input: { params: { ...params, nodeId: 'acme-blur' }, body: { note } },
  }),
  example(contract.removeFromCollection, { input: { params: { ...params, nodeId: 'acme-blur' } } }),
  example(contract.deleteCollection, { input: { params: { collectionId: ids.toDelete } } }),
  example(contract.curateCollection, {
    input: { params: { collectionId: ids.curated }, body: { is_curated: true } },
  }),
]
