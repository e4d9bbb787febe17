import { example } from '../ground/example.ts'
import * as contract from '../packs/workflows.ts'
import { moment } from './things.ts'

const version = { nodeId: 'acme-blur', version: '1.2.0' }
const workflow = {
  place: 0,
  path: 'example_workflows/soft-portrait.json',
  title: 'Soft portrait',
  kind: 'example' as const,
  comfy_node_count: 1,
  comfy_nodes: ['AcmeBlur'],
  has_picture: false,
}
const socket = { name: 'image', type: 'IMAGE' }

export const examples = [
  example(contract.listWorkflows, {
    input: { query: { uses: 'AcmeBlur' } },
    answer: {
      workflows: [
        {
          ...workflow,
          node_id: 'acme-blur',
          node_name: 'Acme Blur',
          publisher_id: 'acme',
          version: '1.2.0',
          created_at: moment,
        },
      ],
      total: 1,
      page: 1,
      limit: 10,
      totalPages: 1,
    },
  }),
  example(contract.listVersionWorkflows, {
    input: { params: version },
    answer: { workflows: [workflow] },
  }),
  example(contract.getVersionWorkflow, {
    input: { params: { ...version, place: '0' } },
    answer: {
      ...workflow,
      layout: {
        nodes: [
          {
            type: 'AcmeBlur',
            title: 'Acme Blur',
            x: 0,
            y: 0,
            width: 210,
            height: 60,
            inputs: [socket, { name: 'radius', type: 'INT', widget: 0 }],
            outputs: [socket],
            widgets: [{ name: 'radius', value: '4' }],
          },
        ],
        links: [],
        groups: [],
        omittedNodes: 0,
      },
      uses: [{ comfy_node_name: 'AcmeBlur', count: 1, node_id: 'acme-blur', version: '1.2.0' }],
    },
  }),
]
