import { readWorkflowFile } from '../discovery/workflow-files.ts'
import { example } from '../ground/example.ts'
import { listCollisions } from '../packs/collisions.ts'
import * as contract from '../packs/comfy-nodes.ts'
import { listCoreNodes } from '../packs/core-nodes.ts'
import { identifyNodes } from '../packs/identify.ts'
import { findProviders, type Provider } from '../packs/providers.ts'
import { acmeBlur, acmeBlurNode } from './things.ts'

const version = { nodeId: 'acme-blur', version: '1.2.0' }
const comfyNode = { ...version, comfyNodeName: 'AcmeBlur' }

const acmeProvider: Provider = {
  node_id: 'acme-blur',
  name: 'Acme Blur',
  publisher_id: 'acme',
  repository: 'https://github.com/acme/acme-blur',
  install: { state: 'installable' },
  version: {
    version: '1.2.0',
    deprecated: false,
    status: 'NodeVersionStatusActive',
    downloadUrl: 'https://api.example.test/nodes/acme-blur/versions/1.2.0/node.zip',
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    size: 1234,
  },
  downloads: 0,
  github_stars: 12,
}

export const examples = [
  example(contract.listVersionComfyNodes, {
    input: { params: version },
    answer: { comfy_nodes: [acmeBlurNode], totalNumberOfPages: 1 },
  }),
  example(contract.getComfyNode, { input: { params: comfyNode }, answer: acmeBlurNode }),
  example(contract.listComfyNodes, {
    input: { query: { comfy_node_name: 'AcmeBlur' } },
    answer: {
      comfy_nodes: [{ ...acmeBlurNode, node_id: 'acme-blur', node_version: '1.2.0' }],
      total: 1,
      page: 1,
      page_size: 100,
    },
  }),
  example(contract.getNodeOfComfyNode, {
    input: { params: { comfyNodeName: 'AcmeBlur' } },
    answer: { ...acmeBlur, comfy_node_verified: true },
  }),
  example(listCoreNodes, {
    input: { query: { comfy_node_name: 'SaveSVG' } },
    answer: { comfy_nodes: [{ comfy_node_name: 'SaveSVG', since: '0.3.32', until: '0.3.33' }], total: 1 },
  }),
  example(contract.storeComfyNodes, {
    input: {
      params: { nodeId: 'acme-warp', version: '0.6.0' },
      body: { success: true, nodes: { AcmeWarp: { category: 'image', return_types: '["IMAGE"]' } } },
    },
  }),
  example(contract.updateComfyNode, {
    input: { params: comfyNode, body: { policy: 'ComfyNodePolicyLocalOnly' } },
    answer: { ...acmeBlurNode, policy: 'ComfyNodePolicyLocalOnly' },
  }),
  example(contract.backfillComfyNodes, { input: { query: { max_node: 10 } } }),
  example(findProviders, {
    input: { body: { comfy_nodes: [{ comfy_node_name: 'AcmeBlur' }, { comfy_node_name: 'NobodysNode' }] } },
    answer: {
      comfy_nodes: [
        {
          comfy_node_name: 'AcmeBlur',
          status: 'found',
          provider: acmeProvider,
          reason: 'only_provider',
          notices: [],
          alternatives: [],
        },
        { comfy_node_name: 'NobodysNode', status: 'unknown', notices: [], alternatives: [] },
      ],
    },
  }),
  example(identifyNodes, {
    input: { body: { nodes: [{ folder: 'Acme-Blur', version: '1.2.0' }, { repository: 'someone/else' }] } },
    answer: {
      nodes: [
        {
          status: 'found',
          node_id: 'acme-blur',
          matched_by: 'id',
          provider: acmeProvider,
          has_version: true,
        },
        { status: 'unknown' },
      ],
    },
  }),
  example(readWorkflowFile, {
    input: { body: { url: 'https://files.example.test/blur.json' } },
    answer: { name: 'blur.json', workflow: '{"1":{"class_type":"AcmeBlur","inputs":{}}}' },
  }),
  example(listCollisions, {
    input: { query: { name: 'blur', page: 1, limit: 10 } },
    answer: { collisions: [], total: 0, page: 1, limit: 10, totalPages: 0 },
  }),
]
