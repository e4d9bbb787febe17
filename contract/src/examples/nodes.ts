import { example } from '../ground/example.ts'
import * as contract from '../packs/nodes.ts'
import { acmeBlur, birch, blur, idsOfExamples, moment, newNode, page, secretsOfExamples } from './things.ts'

const node = { nodeId: 'acme-blur' }
const publisher = { publisherId: 'acme' }
const transfer = {
  id: idsOfExamples.transferToAccept,
  nodeId: 'birch-grain',
  from: 'birch',
  to: 'acme',
  createdAt: moment,
  expiresAt: moment,
}
export const examples = [
  example(contract.listNodes, {
    input: { query: { node_id: ['acme-blur'] } },
    answer: { ...page, limit: 1, nodes: [acmeBlur] },
  }),
  example(contract.searchNodes, {
    input: { query: { search: 'blur' } },
    answer: { ...page, nodes: [{ ...acmeBlur, matched_comfy_nodes: ['AcmeBlur'] }] },
  }),
  example(contract.getNode, {
    input: { params: node },
    answer: { ...acmeBlur, version_count: 1, commercial_use: 'allowed' },
  }),
  example(contract.getNodeDownloads, {
    input: { params: node, query: { days: 3 } },
    answer: { from: '2026-04-29', counts: [0, 0, 0] },
  }),
  example(contract.getVersionDownloads, {
    input: { params: node, query: { days: 3 } },
    answer: { from: '2026-04-29', versions: [], others: [0, 0, 0] },
  }),
  example(contract.installNode, { input: { params: node, query: { version: '1.2.0' } }, answer: blur }),
  example(contract.listPublisherNodes, { input: { params: publisher }, answer: [acmeBlur] }),
  example(contract.listPublisherNodesPaged, {
    input: { params: publisher, query: { page: 1, limit: 10 } },
    answer: { ...page, nodes: [acmeBlur] },
  }),
  example(contract.createNode, {
    input: { params: publisher, body: { id: 'acme-sharpen', name: 'Acme Sharpen' } },
    answer: newNode,
  }),
  example(contract.updateNode, {
    input: { params: { ...publisher, ...node }, body: { description: 'Blurs pictures, softly.' } },
    answer: { ...acmeBlur, description: 'Blurs pictures, softly.' },
  }),
  example(contract.deleteNode, { input: { params: { ...publisher, nodeId: 'acme-old' } } }),
  example(contract.banNode, { input: { params: { publisherId: 'spammer', nodeId: 'bad-pack' } } }),
  example(contract.claimNode, {
    input: {
      params: { ...publisher, nodeId: 'lost-pack' },
      body: { GH_TOKEN: secretsOfExamples.codeHostToken },
    },
  }),
  example(contract.offerNode, {
    input: { params: { ...publisher, ...node }, body: { to: 'birch' } },
    answer: { ...transfer, nodeId: 'acme-blur', from: 'acme', to: 'birch' },
  }),
  example(contract.listTransfers, { input: { params: publisher }, answer: [transfer] }),
  example(contract.acceptTransfer, {
    input: { params: { ...publisher, transferId: idsOfExamples.transferToAccept } },
    answer: { ...newNode, id: 'birch-grain', name: 'Birch Grain', install: { state: 'no_version' } },
  }),
  example(contract.endTransfer, {
    input: { params: { ...publisher, transferId: idsOfExamples.transferToEnd } },
  }),
  example(contract.reviewNode, {
    input: { params: { nodeId: 'birch-lens' }, query: { star: 5 } },
    answer: {
      ...newNode,
      id: 'birch-lens',
      name: 'Birch Lens',
      install: { state: 'withdrawn' },
      publisher: birch,
      rating: 5,
    },
  }),
  example(contract.translateNode, {
    input: { params: node, body: { data: { fr: { description: 'Floute les images.' } } } },
  }),
]
