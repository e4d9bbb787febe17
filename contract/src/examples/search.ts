import { example } from '../ground/example.ts'
import * as contract from '../packs/search.ts'

export const examples = [
  example(contract.suggest, {
    input: { query: { text: 'blur' } },
    answer: {
      queries: [{ query: 'acme blur', nb_words: 2, popularity: 2.4 }],
      nodes: [{ id: 'acme-blur', name: 'Acme Blur', publisher_id: 'acme', github_stars: 12 }],
      comfy_nodes: [{ comfy_node_name: 'AcmeBlur', node_id: 'acme-blur' }],
      publishers: [],
    },
  }),
  example(contract.searchComfyNodes, {
    input: { query: { search: 'acmeblur' } },
    answer: {
      total: 1,
      comfy_nodes: [
        {
          comfy_node_name: 'AcmeBlur',
          node_id: 'acme-blur',
          node_name: 'Acme Blur',
          description: 'Blurs a picture.',
          sketch: {
            title: 'AcmeBlur',
            inputs: [{ name: 'image', type: 'IMAGE' }],
            outputs: [{ name: 'image', type: 'IMAGE' }],
            widgets: [{ name: 'radius', value: '4' }],
          },
        },
      ],
      page: 1,
      limit: 10,
      totalPages: 1,
    },
  }),
  example(contract.listSimilarComfyNodes, {
    input: { query: { input_type: ['IMAGE'], output_type: ['LATENT'] } },
    answer: { comfy_nodes: [] },
  }),
  example(contract.listExtensions, {
    input: { params: { nodeId: 'acme-blur' } },
    answer: { extensions: [{ node_id: 'cedar-grain', name: 'Cedar Grain', types: ['IMAGE'] }] },
  }),
  example(contract.getTotals, { answer: { nodes: 8, published: 1, read: 1, comfy_nodes: 2, workflows: 1 } }),
  example(contract.listTags, {
    answer: { tags: [{ value: 'blur', count: 1 }], categories: [{ value: 'image-editing', count: 2 }] },
  }),
]
