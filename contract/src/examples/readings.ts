import { example } from '../ground/example.ts'
import type { Reading } from '../packs/reading-shapes.ts'
import * as contract from '../packs/readings.ts'
import { getRepositoryReading, requestRepositoryReading } from '../packs/repositories.ts'
import { acmeBlurNode, moment } from './things.ts'

const grainNode = { ...acmeBlurNode, comfy_node_name: 'CedarGrain', return_types: '["GRAIN"]' }

export const commitOfExamples = '4b8d2f6a0c3e5179b2d4f6081a3c5e7f90b1d3a5'
export const heldCommitOfExamples = '9f1e3d5c7b9a8f6e4d2c0b1a3f5e7d9c8b6a4f2e'
const commit = commitOfExamples
const heldCommit = heldCommitOfExamples
const params = { nodeId: 'cedar-grain', commit }

const reading: Reading = {
  commit,
  read_at: moment,
  repository: 'https://github.com/cedar/cedar-grain',
  verdict: 'clear',
  blocking_findings: 0,
  extract_status: 'success',
  comfy_node_count: 1,
  license_name: 'MIT',
  is_shareable: true,
  requires_python: '>=3.10',
  python_versions: [],
  needs_os: [],
  needs_accelerators: ['CUDA'],
  requirements: ['numpy>=2'],
  example_count: 2,
  file_count: 12,
  unpacked_bytes: 48_210,
  omitted_files: 1,
  omitted_bytes: 9_400_000,
  submodules: [],
}

const page = { total: 1, page: 1, limit: 10, totalPages: 1 }

export const examples = [
  example(contract.listReadings, {
    input: { params: { nodeId: 'cedar-grain' } },
    answer: { readings: [reading] },
  }),
  example(contract.getReading, { input: { params }, answer: { ...reading, capabilities: [] } }),
  example(contract.listReadingComfyNodes, {
    input: { params },
    answer: { comfy_nodes: [grainNode], totalNumberOfPages: 1 },
  }),
  example(contract.getReadingComfyNode, {
    input: { params: { ...params, comfyNodeName: 'CedarGrain' } },
    answer: grainNode,
  }),
  example(contract.requestReading, {
    input: { params: { nodeId: 'cedar-grain' } },
    answer: { is_due: false },
  }),
  example(contract.setReadingOptOut, {
    input: { params: { publisherId: 'acme', nodeId: 'acme-blur' }, body: { opted_out: true } },
  }),
  example(contract.listFailedReadings, {
    input: { query: { failure: 'gone' } },
    answer: {
      readings: [
        {
          node_id: 'cedar-dust',
          name: 'Cedar Dust',
          repository: 'https://github.com/cedar/cedar-dust',
          failure: 'gone',
          detail: 'The code host does not know github.com/cedar/cedar-dust.',
          failures: 2,
          tried_at: moment,
          due_at: moment,
        },
      ],
      ...page,
    },
  }),
  example(contract.listHeldReadings, {
    answer: {
      readings: [
        {
          node_id: 'cedar-fog',
          name: 'Cedar Fog',
          repository: 'https://github.com/cedar/cedar-fog',
          commit: heldCommit,
          read_at: moment,
          findings: [
            {
              rule: 'hidden-code',
              severity: 'critical',
              blocks: true,
              message: '`exec` runs something that is decoded first.',
              file: '__init__.py',
              line: 3,
            },
          ],
        },
      ],
      ...page,
    },
  }),
  example(contract.getReadingFigures, {
    answer: {
      is_on: false,
      readable: 4,
      read: 2,
      waiting: 3,
      held: 1,
      failed: { gone: 1 },
      archive_bytes: 0,
    },
  }),
  example(getRepositoryReading, {
    input: { query: { address: 'github.com/cedar/cedar-moss' } },
    answer: {
      repository: 'https://github.com/cedar/cedar-moss',
      key: 'github.com/cedar/cedar-moss',
      state: 'off',
    },
  }),
  example(requestRepositoryReading, {
    input: { body: { address: `https://github.com/cedar/cedar-grain@${commit}` } },
    answer: {
      repository: 'https://github.com/cedar/cedar-grain',
      key: 'github.com/cedar/cedar-grain',
      state: 'listed',
      node_id: 'cedar-grain',
      commit,
    },
  }),
  example(contract.mergeNode, {
    input: {
      params: { nodeId: 'cedar-fog-copy' },
      body: { into: 'cedar-fog', reason: 'Two lists name one repository.' },
    },
  }),
  example(contract.setSuccessor, {
    input: { params: { nodeId: 'cedar-fog' }, body: {} },
  }),
  example(contract.approveReading, {
    input: {
      params: { nodeId: 'cedar-fog', commit: heldCommit },
      body: { reason: 'It decodes its own icon.' },
    },
  }),
]
