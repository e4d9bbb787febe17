import { example } from '../ground/example.ts'
import * as contract from '../packs/versions.ts'
import { blur, idsOfExamples, moment, secretsOfExamples, warp, warpOf } from './things.ts'

const node = { nodeId: 'acme-blur' }
const warpPath = { publisherId: 'acme', nodeId: 'acme-warp' }
const ids = idsOfExamples

export const examples = [
  example(contract.listNodeVersions, {
    input: { params: node, query: { statuses: ['NodeVersionStatusActive', 'NodeVersionStatusPending'] } },
    answer: [blur],
  }),
  example(contract.getNodeVersion, {
    input: { params: { ...node, version: '1.2.0' } },
    answer: { ...blur, capabilities: [] },
  }),
  example(contract.listVersions, {
    input: { query: { nodeId: 'acme-blur' } },
    answer: { total: 1, versions: [blur], page: 1, pageSize: 10, totalPages: 1 },
  }),
  example(contract.bulkVersions, {
    input: {
      body: {
        node_versions: [
          { node_id: 'acme-blur', version: '1.2.0' },
          { node_id: 'acme-blur', version: '9.9.9' },
        ],
      },
    },
    answer: {
      node_versions: [
        { identifier: { node_id: 'acme-blur', version: '1.2.0' }, status: 'success', node_version: blur },
        { identifier: { node_id: 'acme-blur', version: '9.9.9' }, status: 'not_found' },
      ],
    },
  }),
  example(contract.publishVersion, {
    input: {
      params: { publisherId: 'acme', ...node },
      body: {
        personal_access_token: secretsOfExamples.publishToken,
        node: { id: 'acme-blur' },
        node_version: { version: '1.3.0', changelog: 'Blurs corners.', dependencies: ['numpy>=2'] },
      },
    },
    answer: {
      signedUrl:
        'https://api.example.test/uploads/0b1f8a52-3c4d-4e5f-8a6b-7c8d9e0f1a2b?expires=…&signature=…',
      node_version: {
        id: '0b1f8a52-3c4d-4e5f-8a6b-7c8d9e0f1a2b',
        node_id: 'acme-blur',
        version: '1.3.0',
        createdAt: moment,
        changelog: 'Blurs corners.',
        dependencies: ['numpy>=2'],
        deprecated: false,
        status: 'NodeVersionStatusPending',
        comfy_node_extract_status: 'pending',
        supported_os: [],
        supported_accelerators: [],
        tags: [],
      },
    },
  }),
  example(contract.updateVersion, {
    input: { params: { ...warpPath, versionId: ids.version }, body: { deprecated: true } },
    answer: { ...warp, deprecated: true },
  }),
  example(contract.deleteVersion, { input: { params: { ...warpPath, versionId: ids.versionToDelete } } }),
  example(contract.yankVersion, {
    input: {
      params: { ...warpPath, versionId: ids.versionToYank },
      body: { reason: 'Crashes on small pictures.' },
    },
    answer: {
      ...warpOf(ids.versionToYank, '1.1.0'),
      yankedAt: moment,
      yankReason: 'Crashes on small pictures.',
    },
  }),
  example(contract.unyankVersion, {
    input: { params: { ...warpPath, versionId: ids.yankedVersion }, body: {} },
    answer: warpOf(ids.yankedVersion, '0.9.0'),
  }),
  example(contract.scanPendingVersions, { input: { query: { minAge: '30m', maxNodes: 50 } } }),
]
