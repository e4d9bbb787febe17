import { example } from '../ground/example.ts'
import * as contract from '../people/publishers.ts'
import { acme, approval, birch, idsOfExamples, maya, moment, secretsOfExamples, unclaimed } from './things.ts'

const publisher = { publisherId: 'acme' }
const invitation = {
  id: idsOfExamples.invitation,
  publisherId: 'acme',
  publisherName: 'Acme Studio',
  email: 'kim@example.com',
  role: 'member',
  createdAt: moment,
  expiresAt: moment,
} as const
const secret = { secret: secretsOfExamples.invitation }

export const examples = [
  example(contract.validatePublisherId, {
    input: { query: { username: 'my-studio' } },
    answer: { isAvailable: true },
  }),
  example(contract.listPublishers, { answer: [unclaimed, acme, birch] }),
  example(contract.getPublisher, {
    input: { params: publisher },
    answer: { ...acme, members: [{ role: 'owner', user: { name: maya.name } }] },
  }),
  example(contract.createPublisher, {
    input: { body: { id: 'my-studio', name: 'My Studio' } },
    answer: { ...acme, id: 'my-studio', name: 'My Studio', description: '', website: '' },
  }),
  example(contract.updatePublisher, {
    input: { params: { publisherId: 'acme-labs' }, body: { website: 'https://acme.example/labs' } },
    answer: {
      ...acme,
      id: 'acme-labs',
      name: 'Acme Labs',
      description: '',
      website: 'https://acme.example/labs',
    },
  }),
  example(contract.deletePublisher, { input: { params: { publisherId: 'former-acme' } } }),
  example(contract.getPublisherPermissions, { input: { params: publisher }, answer: { canEdit: false } }),
  example(contract.getNodePermissions, {
    input: { params: { ...publisher, nodeId: 'acme-blur' } },
    answer: { canEdit: false },
  }),
  example(contract.banPublisher, { input: { params: { publisherId: 'spammer' } } }),
  example(contract.unbanPublisher, { input: { params: { publisherId: 'sorry' } } }),
  example(contract.updateMember, {
    input: { params: { ...publisher, userId: 'user-noah' }, body: { role: 'owner' } },
    answer: {
      id: '1',
      role: 'owner',
      user: { id: 'user-noah', email: 'noah@acme.example', name: 'Noah Diaz' },
    },
  }),
  example(contract.removeMember, { input: { params: { ...publisher, userId: 'user-lee' } } }),
  example(contract.listInvitations, { input: { params: publisher }, answer: [invitation] }),
  example(contract.createInvitation, {
    input: { params: publisher, body: { email: 'sam@example.com' } },
    answer: { ...invitation, email: 'sam@example.com', ...secret },
  }),
  example(contract.deleteInvitation, {
    input: { params: { ...publisher, invitationId: idsOfExamples.invitation } },
  }),
  example(contract.showInvitation, {
    input: { body: { secret: secretsOfExamples.shownInvitation } },
    answer: invitation,
  }),
  example(contract.acceptInvitation, { input: { body: secret }, answer: birch }),
  example(contract.declineInvitation, { input: { body: { secret: secretsOfExamples.otherInvitation } } }),
  example(contract.listPublisherEvents, {
    input: { params: publisher, query: { limit: 1 } },
    answer: { events: [approval] },
  }),
]
