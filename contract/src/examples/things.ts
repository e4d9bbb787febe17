import type { ComfyNode } from '../packs/comfy-nodes.ts'
import type { Node } from '../packs/nodes.ts'
import type { NodeVersion } from '../packs/versions.ts'
import type { Publisher, PublisherEvent } from '../people/publishers.ts'

/** The timestamp in all examples. */
export const moment = '2026-05-01T09:00:00.000Z'
export const uuid = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

const uuidOf = (number: number) => `7c9e6679-7425-40de-944b-${String(number).padStart(12, '0')}`

/** Ids in the examples that the registry generates. */
export const idsOfExamples = {
  version: uuidOf(1),
  versionToYank: uuidOf(2),
  yankedVersion: uuidOf(3),
  versionToDelete: uuidOf(4),
  flaggedVersion: uuidOf(5),
  unreadVersion: uuidOf(6),
  token: uuidOf(7),
  tokenToRevoke: uuidOf(8),
  invitation: uuidOf(9),
  invitationToAccept: uuidOf(10),
  invitationToDecline: uuidOf(11),
  transferToAccept: uuidOf(12),
  transferToEnd: uuidOf(13),
  apiKey: uuidOf(14),
  ciResult: uuidOf(15),
  rescan: uuidOf(16),
  report: uuidOf(18),
  reportToTake: uuidOf(19),
  reportToClose: uuidOf(20),
  appealMessage: uuidOf(40),
  attestation: uuidOf(41),
  trustedPublisher: uuidOf(21),
  trustedPublisherToChange: uuidOf(22),
  trustedPublisherToDelete: uuidOf(23),
  replacement: uuidOf(80),
  replacementToDelete: uuidOf(81),
  webhook: uuidOf(70),
  webhookToDelete: uuidOf(71),
  delivery: uuidOf(72),
  failedJob: uuidOf(73),
  jobToDiscard: uuidOf(74),
} as const

export const advisoriesOfExamples = {
  shown: 'NYSA-2026-0001',
  edited: 'NYSA-2026-0002',
  withdrawn: 'NYSA-2026-0003',
} as const

export const collectionsOfExamples = {
  curated: '3f9a2c7e41b0',
  own: '8d2b6f90c1a4',
  toDelete: '5e7c0a93d8f2',
} as const

/** The sign-ins of programs, each with the codes of both sides. */
export const deviceLoginsOfExamples = {
  shown: { userCode: 'WDJB-MJHT', deviceCode: 'code-of-the-shown-one' },
  toApprove: { userCode: 'KXQR-LMNP', deviceCode: 'code-of-the-one-to-approve' },
  toDeny: { userCode: 'BCDF-GHJK', deviceCode: 'code-of-the-one-to-deny' },
  approved: { userCode: 'ZXWV-TSRQ', deviceCode: 'code-of-the-approved-one' },
} as const

/** Secrets that appear in the bodies of examples. */
export const secretsOfExamples = {
  publishToken: 'nyp_7c9e6679-7425-40de-944b-e07fc1f90ae7',
  apiKey: 'comfyui-3f1c9a5e7b2d4f60',
  invitation: 'AqK3vTz0Jw2bXc9fLm5nRs8uYe1hGd4i',
  shownInvitation: 'Lw4cYh8nQk2zRv6tBp1sXd9mJe3uFa7g',
  otherInvitation: 'Zr7pWq1sHd6kBn3mCx0vTj9yUa5gEo8f',
  codeHostToken: 'gho_maya',
  ciToken: 'eyJhbGciOiJSUzI1NiIsImtpZCI6Ii4uLiJ9.eyJpc3MiOiIuLi4ifQ.c2lnbmF0dXJl',
} as const

export const maya = { id: 'user-maya', email: 'maya@acme.example', name: 'Maya Ito' }

export const acme: Publisher = {
  id: 'acme',
  name: 'Acme Studio',
  description: 'Small tools for large pictures.',
  website: 'https://acme.example',
  support: '',
  source_code_repo: '',
  logo: '',
  createdAt: moment,
  members: [],
  status: 'PublisherStatusActive',
}

export const unclaimed: Publisher = {
  ...acme,
  id: 'admin-11338bd3-f081-43cf-b3f9-295c829826f7',
  name: 'Unclaimed',
  description: 'Nodes that are not claimed yet.',
  website: '',
}
export const birch: Publisher = { ...acme, id: 'birch', name: 'Birch', description: '', website: '' }

const compatibility = {
  supported_os: ['Linux', 'Windows'],
  supported_accelerators: ['CUDA'],
  supported_comfyui_version: '>=0.3.0',
}

export const blur: NodeVersion = {
  id: '0b1f8a52-3c4d-4e5f-8a6b-7c8d9e0f1a2b',
  node_id: 'acme-blur',
  version: '1.2.0',
  createdAt: moment,
  changelog: 'Blurs twice as fast.',
  dependencies: ['numpy>=2'],
  deprecated: false,
  downloadUrl: 'https://api.example.test/nodes/acme-blur/versions/1.2.0/node.zip',
  status: 'NodeVersionStatusActive',
  comfy_node_extract_status: 'success',
  ...compatibility,
  tags: [],
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  size: 1234,
  file_count: 3,
}

export const acmeBlur: Node = {
  id: 'acme-blur',
  name: 'Acme Blur',
  description: 'Blurs pictures.',
  license: '{"text": "MIT"}',
  repository: 'https://github.com/acme/acme-blur',
  install: { state: 'installable' },
  tags: ['blur'],
  ...compatibility,
  latest_version: blur,
  rating: 0,
  downloads: 0,
  publisher: acme,
  status: 'NodeStatusActive',
  preempted_comfy_node_names: [],
  github_stars: 12,
  created_at: moment,
  updated_at: moment,
  comfy_node_count: 1,
  comfy_nodes_verified: true,
}

export const newNode: Node = {
  id: 'acme-sharpen',
  name: 'Acme Sharpen',
  description: '',
  install: { state: 'unpublished' },
  tags: [],
  supported_os: [],
  supported_accelerators: [],
  rating: 0,
  downloads: 0,
  publisher: acme,
  status: 'NodeStatusActive',
  preempted_comfy_node_names: [],
  github_stars: 0,
  created_at: moment,
  updated_at: moment,
  comfy_node_count: 0,
}

/** Another version, with fewer facts. */
export const warp: NodeVersion = {
  id: idsOfExamples.version,
  node_id: 'acme-warp',
  version: '1.0.0',
  createdAt: moment,
  changelog: '',
  dependencies: [],
  deprecated: false,
  downloadUrl: 'https://api.example.test/nodes/acme-warp/versions/1.0.0/node.zip',
  status: 'NodeVersionStatusActive',
  comfy_node_extract_status: 'success',
  supported_os: [],
  supported_accelerators: [],
  tags: [],
  sha256: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  size: 1234,
  file_count: 3,
}

/** The same version under another number. */
export const warpOf = (id: string, version: string): NodeVersion => ({
  ...warp,
  id,
  version,
  downloadUrl: `https://api.example.test/nodes/acme-warp/versions/${version}/node.zip`,
})

export const approval: PublisherEvent = {
  id: 1,
  at: moment,
  actor: { kind: 'admin' },
  action: 'version.approve',
  subject: { kind: 'version', id: blur.id, name: `${blur.node_id}@${blur.version}` },
  before: { status: 'flagged', status_reason: '', first_active_at: null },
  after: {
    node: 'acme-blur',
    status: 'active',
    version: '1.2.0',
    status_reason: 'Looked at it: harmless.',
    first_active_at: moment,
  },
}

export const acmeBlurNode: ComfyNode = {
  comfy_node_name: 'AcmeBlur',
  category: 'image/filter',
  description: 'Blurs a picture.',
  function: 'blur',
  input_types: '{"required":{"image":["IMAGE"],"radius":["INT",{"default":4}]}}',
  return_types: '["IMAGE"]',
  return_names: '["image"]',
  output_is_list: [false],
  deprecated: false,
  experimental: false,
  policy: 'ComfyNodePolicyActive',
  output_node: false,
}

export const page = { total: 1, page: 1, limit: 10, totalPages: 1 }
