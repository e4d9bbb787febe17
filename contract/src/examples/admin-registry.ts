import { example } from '../ground/example.ts'
import * as contract from '../safety/admin-registry.ts'
import { acme, acmeBlur, blur, maya, moment } from './things.ts'

const page = { total: 1, page: 1, limit: 10, totalPages: 1 }
const blurForAdmins = {
  ...acmeBlur,
  tags_admin: [],
  latest_version: { ...blur, tags_admin: [] },
}
const effects = {
  nodes: 1,
  versions: 1,
  installs: 0,
  installsLastMonth: 0,
  tokens: 1,
  members: 1,
  admins: 0,
  otherPublishers: 0,
  staying: { nodes: 0, members: 0 },
}
const user = {
  ...maya,
  isEmailVerified: true,
  isAdmin: false,
  isAdminByConfiguration: false,
  isBanned: false,
  isTrustedReporter: false,
  createdAt: moment,
}
const stated = {
  supported_comfyui_version: '>=0.3.0',
  supported_comfyui_frontend_version: '',
  supported_os: ['Linux', 'Windows'],
  supported_accelerators: ['CUDA'],
}

export const examples = [
  example(contract.listNodesForAdmins, {
    input: { query: { search: 'blur', status: 'NodeStatusActive' } },
    answer: { ...page, nodes: [blurForAdmins], counts: { active: 1, banned: 0, deleted: 0 } },
  }),
  example(contract.listPublishersForAdmins, {
    input: { query: { search: 'acme' } },
    answer: {
      ...page,
      publishers: [{ ...acme, members: [{ id: '1', role: 'owner', user: maya }], nodes: 1, tokens: 1 }],
      counts: { active: 1, banned: 0 },
    },
  }),
  example(contract.getNodeEffects, { input: { params: { nodeId: 'acme-blur' } }, answer: effects }),
  example(contract.getPublisherEffects, {
    input: { params: { publisherId: 'acme' }, query: { act: 'ban' } },
    answer: effects,
  }),
  example(contract.contactPublisher, {
    input: {
      params: { publisherId: 'birch' },
      body: { subject: 'Your node birch-grain', message: 'Please name a license.' },
    },
    answer: { sent: 1 },
  }),
  example(contract.readProjectPublisher, {
    input: { params: { nodeId: 'acme-blur' } },
    answer: { publisherId: 'acme', repository: 'acme/acme-blur' },
  }),
  example(contract.listCompatibility, {
    input: { query: { nodeId: 'acme-blur' } },
    answer: {
      ...page,
      versions: [
        {
          node_id: 'acme-blur',
          version: '1.2.0',
          status: 'NodeVersionStatusActive',
          createdAt: moment,
          stated,
          latest_version: '1.2.0',
          isLatest: true,
          isOutdated: false,
        },
      ],
    },
  }),
  example(contract.copyCompatibility, {
    input: { params: { nodeId: 'acme-blur' } },
    // The description is the one that another example has set.
    answer: { ...blurForAdmins, description: 'Blurs pictures, softly.' },
  }),
  example(contract.listUsers, {
    input: { query: { search: 'maya' } },
    answer: {
      ...page,
      users: [{ ...user, publishers: 1 }],
      counts: { all: 1, admins: 0, banned: 0, unverified: 0 },
    },
  }),
  example(contract.getUser, {
    input: { params: { userId: 'user-sam' } },
    answer: {
      ...user,
      id: 'user-sam',
      email: 'user-sam@example.test',
      name: 'Sam',
      publishers: [],
      tokens: [],
      sessions: [],
      acts: [],
    },
  }),
  example(contract.grantAdmin, { input: { params: { userId: 'user-kim' } } }),
  example(contract.revokeAdmin, { input: { params: { userId: 'user-lee' } } }),
  example(contract.grantTrustedReporter, { input: { params: { userId: 'user-kim' } } }),
  example(contract.revokeTrustedReporter, { input: { params: { userId: 'user-lee' } } }),
]
