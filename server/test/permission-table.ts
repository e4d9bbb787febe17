import * as discovery from '@nodeyard/contract/discovery'
import { planInstallation, readWorkflowFile } from '@nodeyard/contract/discovery'
import type { ErrorCode, InputOf, Route } from '@nodeyard/contract/ground'
import * as ground from '@nodeyard/contract/ground'
import * as packs from '@nodeyard/contract/packs'
import {
  getCommitMatch,
  getCompatibility,
  getCompatibilityEvidence,
  identifyNodes,
  listPackModels,
  listRequirementAdvisories,
  reportImports,
  resolveModels,
} from '@nodeyard/contract/packs'
import * as people from '@nodeyard/contract/people'
import * as safety from '@nodeyard/contract/safety'
import { listKnownBadFiles } from '@nodeyard/contract/safety'
import * as serviceRoutes from '@nodeyard/contract/services'
import { upstreams } from '../src/services/proxy/upstreams.ts'
import type { ActorName, Scene } from './permission-scene.ts'

/** The result of a call: success, or an error code. */
export type Outcome = 'ok' | ErrorCode
type Expectation = Record<ActorName, Outcome>

export interface Row {
  route: Route
  expected: Expectation
  input(scene: Scene, actor: ActorName): InputOf<Route>
  /** False for a POST without lasting changes, which leaves no event in the audit log. */
  isAudited(actor: ActorName): boolean
  /** Whether a success that is not in the audit log makes the next one impossible. */
  usesUp: boolean
  /** Headers in addition to the credential. */
  headers: Record<string, string>
}

const allActors: Expectation = {
  anonymous: 'ok',
  user: 'ok',
  member: 'ok',
  owner: 'ok',
  otherOwner: 'ok',
  bannedOwner: 'ok',
  admin: 'ok',
  adminWithToken: 'ok',
  service: 'ok',
  tokenRight: 'ok',
  tokenOfOther: 'ok',
  tokenRevoked: 'ok',
  tokenExpired: 'ok',
  tokenOutOfScope: 'ok',
  apiKeyRight: 'ok',
  apiKeyWrong: 'ok',
}

/** Signed-in callers; publish tokens and API keys do not sign in. */
const signedIn: Expectation = {
  ...allActors,
  anonymous: 'missing_credential',
  service: 'invalid_credential',
  tokenRight: 'invalid_credential',
  tokenOfOther: 'invalid_credential',
  tokenRevoked: 'invalid_credential',
  tokenExpired: 'invalid_credential',
  tokenOutOfScope: 'invalid_credential',
  apiKeyRight: 'missing_credential',
  apiKeyWrong: 'missing_credential',
}
const notBanned: Expectation = { ...signedIn, bannedOwner: 'user_banned' }
const strangersRefused = (code: ErrorCode) =>
  ({ user: code, member: code, otherOwner: code, admin: code, adminWithToken: code }) as const

/** Owners of the publisher. A ban does not affect their read access. */
const ownersReading: Expectation = { ...signedIn, ...strangersRefused('not_publisher_owner') }
const owners: Expectation = { ...ownersReading, bannedOwner: 'user_banned' }
const adminsSignedIn: Expectation = {
  ...notBanned,
  ...strangersRefused('admin_sign_in_required'),
  owner: 'admin_sign_in_required',
  bannedOwner: 'admin_sign_in_required',
  admin: 'ok',
  adminWithToken: 'ok',
}

/** A picture of 16 by 16 pixels. */
const graySquare =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR42mOoQAMMI1sAAMTBeAE4dGZfAAAAAElFTkSuQmCC'

/** The token in the body decides, whatever else is sent. */
const publishTokens: Expectation = {
  ...Object.fromEntries(Object.keys(allActors).map((actor) => [actor, 'invalid_publish_token'])),
  tokenRight: 'ok',
  tokenOfOther: 'publish_token_of_other_publisher',
  tokenOutOfScope: 'publish_token_out_of_scope',
} as Expectation

/** Every user, in any role. */
const allUsers = (outcome: Outcome) =>
  ({
    ...strangersRefused('not_admin'),
    user: outcome,
    member: outcome,
    owner: outcome,
    otherOwner: outcome,
    bannedOwner: outcome,
    admin: outcome,
    adminWithToken: outcome,
  }) as const

/** Only customers; the API key belongs to another user who is one. */
const customersOnly: Expectation = {
  ...signedIn,
  ...allUsers('customer_not_found'),
  apiKeyRight: 'ok',
  apiKeyWrong: 'invalid_api_key',
}
const customersNotBanned: Expectation = { ...customersOnly, bannedOwner: 'user_banned' }
const customersSignedIn: Expectation = { ...customersNotBanned, apiKeyRight: 'api_key_cannot_manage_keys' }
const adminsOnly: Expectation = {
  ...signedIn,
  ...allUsers('not_admin'),
  service: 'not_admin',
  admin: 'ok',
  adminWithToken: 'ok',
}
const noProvider: Expectation = {
  ...customersNotBanned,
  ...allUsers('not_configured'),
  bannedOwner: 'user_banned',
  apiKeyRight: 'not_configured',
}
const noProviderForAdmins: Expectation = {
  ...adminsOnly,
  admin: 'not_configured',
  adminWithToken: 'not_configured',
}
const noService: Expectation = {
  ...customersOnly,
  ...allUsers('service_not_configured'),
  apiKeyRight: 'service_not_configured',
}
const allGet = (outcome: Outcome) =>
  Object.fromEntries(Object.keys(allActors).map((actor) => [actor, outcome])) as Expectation

/** None of the actors knows a secret of the registry's own. */
const secretHolders = allGet('missing_credential')
const buildMachines: Expectation = { ...signedIn, ...allUsers('invalid_credential') }

/** Owners of the publisher, and admins by their sign-in. */
const nodeEditors: Expectation = { ...owners, admin: 'ok', adminWithToken: 'ok' }
const members: Expectation = { ...nodeEditors, member: 'ok', bannedOwner: 'ok' }
/** Members by a sign-in, and publish tokens as bearer tokens. */
const membersAndTokens: Expectation = {
  ...members,
  tokenRight: 'ok',
  tokenOfOther: 'publish_token_of_other_publisher',
  tokenRevoked: 'invalid_publish_token',
  tokenExpired: 'invalid_publish_token',
  tokenOutOfScope: 'publish_token_out_of_scope',
}
/** Publish tokens as bearer tokens, whatever they are for. */
const ownTokens: Expectation = {
  ...signedIn,
  ...allUsers('invalid_publish_token'),
  tokenRight: 'ok',
  tokenOfOther: 'ok',
  tokenRevoked: 'invalid_publish_token',
  tokenExpired: 'invalid_publish_token',
  tokenOutOfScope: 'ok',
}
const adminsWithToken: Expectation = { ...adminsOnly, admin: 'admin_token_required' }
const services: Expectation = { ...signedIn, ...allUsers('not_service'), service: 'ok' }
const servicesAndAdmins: Expectation = { ...services, admin: 'ok', adminWithToken: 'ok' }
/** Node editors by a sign-in, and tokens in the body. */
const nodeEditorsAndTokens: Expectation = {
  ...publishTokens,
  user: 'not_publisher_owner',
  member: 'not_publisher_owner',
  owner: 'ok',
  otherOwner: 'not_publisher_owner',
  bannedOwner: 'user_banned',
  admin: 'ok',
  adminWithToken: 'ok',
  service: 'invalid_credential',
}

/** Node editors by a sign-in, and tokens as bearer tokens. */
const nodeEditorsAndBearerTokens: Expectation = {
  ...nodeEditors,
  tokenRight: 'ok',
  tokenOfOther: 'publish_token_of_other_publisher',
  tokenRevoked: 'invalid_publish_token',
  tokenExpired: 'invalid_publish_token',
  tokenOutOfScope: 'publish_token_out_of_scope',
}

/** The author of a collection, and admins by their sign-in. */
const collectionAuthors: Expectation = {
  ...notBanned,
  ...strangersRefused('not_collection_owner'),
  owner: 'ok',
  admin: 'ok',
  adminWithToken: 'ok',
}

type RowOptions = {
  isAudited?: boolean | Row['isAudited']
  usesUp?: boolean
  headers?: Record<string, string>
}

function row<R extends Route>(
  route: R,
  expected: Expectation,
  input: (scene: Scene, actor: ActorName) => InputOf<R>,
  { isAudited = route.method !== 'GET', usesUp = false, headers = {} }: RowOptions = {},
): Row {
  const isAuditedFor = typeof isAudited === 'boolean' ? () => isAudited : isAudited
  return { route, expected, input: input as Row['input'], isAudited: isAuditedFor, usesUp, headers }
}

const publisher = ({ publisherId }: Scene) => ({ params: { publisherId } })
const node = ({ nodeId }: Scene) => ({ params: { nodeId } })
const nodeOfPublisher = ({ publisherId, nodeId }: Scene) => ({ params: { publisherId, nodeId } })
const version = ({ nodeId, version: { number } }: Scene) => ({ params: { nodeId, version: number } })
const reading = ({ readNode: { id, commit } }: Scene) => ({ params: { nodeId: id, commit } })
const flaggedVersion = ({ nodeId, flaggedVersion: { number } }: Scene) => ({
  params: { nodeId, version: number },
})
const ownVersion = ({ publisherId, nodeId, version: { id } }: Scene) => ({
  params: { publisherId, nodeId, versionId: id },
})
const transfer = ({ publisherId, transferId }: Scene) => ({ params: { publisherId, transferId } })
const invitationSecret = (scene: Scene) => ({ body: { secret: scene.invitationSecret } })
const webhook = ({ publisherId, webhookId }: Scene) => ({ params: { publisherId, webhookId } })
const delivery = ({ publisherId, webhookId, deliveryId }: Scene) => ({
  params: { publisherId, webhookId, deliveryId },
})
const rescan = ({ rescanId }: Scene) => ({ params: { rescanId } })
const advisory = ({ advisoryId }: Scene) => ({ params: { advisoryId } })
const targets = {
  versions: [],
  ranges: [{ introduced: '0.0.0' }],
  archive_digests: [],
  file_digests: [],
}
const advisoryFields = {
  severity: 'high' as const,
  title: 'Mines coins',
  details: '',
  remedy: '',
  aliases: [],
  references: [],
  refuses_installs: true,
  ...targets,
}
const nothing = () => ({})
const collection = ({ collectionId }: Scene) => ({ params: { collectionId } })
const collected = ({ collectionId, nodeId }: Scene) => ({ params: { collectionId, nodeId } })
const ofProgram = ({ deviceLogin: { userCode } }: Scene) => ({ params: { userCode } })
const trusted = (scene: Scene) => ({
  node_id: scene.newName(),
  issuer: 'https://gitlab.com',
  repository: 'acme/tools/blur',
  workflow: '.gitlab-ci.yml',
})
const customer = ({ customerId }: Scene) => ({ params: { customerId } })
const coupon = () => ({ params: { couponId: 'spring' } })
const promoCode = () => ({ params: { promoCodeId: 'spring' } })
/** Values for each parameter of any read that is passed through. */
const proxied = {
  params: {
    taskId: 't1',
    responseId: 'r1',
    generationId: 'g1',
    promptId: 'p1',
    videoId: '1',
    resultId: 'r1',
  },
  query: { task_id: 't1', start_time: 0, end_time: 1 },
}
const releaseEvent = {
  action: 'published' as const,
  release: { id: 1, tag_name: 'v1.0.0' },
  repository: { full_name: 'tool/core' },
  sender: {},
}
const ciResult = {
  repo: 'tool/core',
  job_id: '1',
  run_id: '1',
  os: 'linux',
  commit_hash: 'abc',
  commit_message: '',
  commit_time: '2026-01-02T03:04:05Z',
  branch_name: 'main',
  workflow_name: 'tests',
  pr_number: '1',
  python_version: '3.12',
  job_trigger_user: 'somebody',
  author: 'somebody',
  start_time: 0,
  end_time: 1,
  status: 'WorkflowRunStatusCompleted' as const,
}

/** Every route with the result for each actor. A route without a row fails the test. */
export const permissionTable: Row[] = [
  row(people.getCurrentUser, signedIn, nothing),
  row(people.listOwnPublishers, signedIn, nothing),
  row(people.banUser, adminsWithToken, ({ users: { user } }) => ({ params: { userId: user.id } })),
  row(people.unbanUser, adminsWithToken, ({ users: { bannedOwner } }) => ({
    params: { userId: bannedOwner.id },
  })),

  row(safety.listUsers, adminsOnly, nothing),
  row(safety.getUser, adminsOnly, ({ users: { user } }) => ({ params: { userId: user.id } })),
  row(safety.grantAdmin, adminsWithToken, ({ users: { user } }) => ({ params: { userId: user.id } })),
  row(safety.revokeAdmin, adminsWithToken, ({ users: { user } }) => ({ params: { userId: user.id } })),
  row(safety.grantTrustedReporter, adminsWithToken, ({ users: { user } }) => ({
    params: { userId: user.id },
  })),
  row(safety.revokeTrustedReporter, adminsWithToken, ({ users: { user } }) => ({
    params: { userId: user.id },
  })),
  row(safety.listPublishersForAdmins, adminsOnly, nothing),
  row(safety.getPublisherEffects, adminsOnly, (scene) => ({
    ...publisher(scene),
    query: { act: 'ban' as const },
  })),
  row(safety.contactPublisher, adminsWithToken, (scene) => ({
    ...publisher(scene),
    body: { subject: 'Hello', message: 'A word.' },
  })),
  row(safety.listNodesForAdmins, adminsOnly, nothing),
  row(safety.getNodeEffects, adminsOnly, node),
  row(
    safety.readProjectPublisher,
    { ...adminsOnly, admin: 'project_file_not_found', adminWithToken: 'project_file_not_found' },
    ({ unclaimedNodeId }) => ({ params: { nodeId: unclaimedNodeId } }),
  ),
  row(safety.listCompatibility, adminsOnly, nothing),
  row(safety.copyCompatibility, adminsWithToken, node),

  row(people.getIdentityConfig, allActors, nothing),
  row(people.endOwnSessions, signedIn, nothing),

  row(people.validatePublisherId, allActors, (scene) => ({ query: { username: scene.newName() } })),
  row(people.listPublishers, allActors, nothing),
  row(people.getPublisher, allActors, publisher),
  row(people.createPublisher, notBanned, (scene) => ({ body: { id: scene.newName() } })),
  row(people.updatePublisher, owners, (scene) => ({
    ...publisher(scene),
    body: { description: scene.newName() },
  })),
  row(people.uploadPublisherPhoto, owners, (scene) => ({ ...publisher(scene), body: { data: graySquare } })),
  row(people.removePublisherPhoto, owners, publisher, { isAudited: false }),
  row(people.deletePublisher, { ...owners, owner: 'publisher_owns_nodes' }, publisher),
  row(people.getPublisherPermissions, allActors, publisher),
  row(people.getNodePermissions, allActors, nodeOfPublisher),

  row(people.banPublisher, adminsWithToken, publisher),
  row(people.unbanPublisher, adminsWithToken, publisher),
  row(people.updateMember, owners, ({ publisherId, users: { member } }) => ({
    params: { publisherId, userId: member.id },
    body: { role: 'owner' as const },
  })),
  row(people.removeMember, { ...owners, member: 'ok' }, ({ publisherId, users: { member } }) => ({
    params: { publisherId, userId: member.id },
  })),
  row(people.listInvitations, ownersReading, publisher),
  row(people.createInvitation, owners, (scene) => ({
    ...publisher(scene),
    body: { email: `${scene.newName()}@example.test` },
  })),
  row(people.deleteInvitation, owners, ({ publisherId, invitationId }) => ({
    params: { publisherId, invitationId },
  })),
  row(people.showInvitation, signedIn, invitationSecret, { isAudited: false }),
  row(people.acceptInvitation, { ...notBanned, otherOwner: 'already_member' }, invitationSecret),
  row(people.declineInvitation, notBanned, invitationSecret),
  row(people.listPublisherEvents, members, publisher),

  row(people.listTokens, ownersReading, publisher),
  row(people.createToken, owners, (scene) => ({ ...publisher(scene), body: { name: 'CI' } })),
  row(people.getOwnToken, ownTokens, nothing),
  row(people.startDeviceLogin, allActors, () => ({ body: { client_name: 'nodeyard' } }), {
    isAudited: false,
  }),
  row(
    people.redeemDeviceLogin,
    allActors,
    ({ deviceLogin: { deviceCode } }) => ({ body: { device_code: deviceCode } }),
    { isAudited: false, usesUp: true },
  ),
  row(people.getDeviceLogin, signedIn, ofProgram),
  row(people.approveDeviceLogin, owners, (scene) => ({
    ...ofProgram(scene),
    body: { publisher_id: scene.publisherId, nodes: [scene.nodeId] },
  })),
  row(
    people.denyDeviceLogin,
    owners,
    (scene) => ({ ...ofProgram(scene), body: { publisher_id: scene.publisherId } }),
    { isAudited: false, usesUp: true },
  ),
  row(people.deleteToken, owners, ({ publisherId, tokenId }) => ({ params: { publisherId, tokenId } })),

  row(packs.listCiIssuers, allActors, nothing),
  // The CI service's token decides, and these actors have none.
  row(packs.mintToken, allGet('invalid_request'), (scene, actor) => ({
    body: { token: scene.secretOf(actor), publisher_id: scene.publisherId, node_id: scene.nodeId },
  })),
  row(packs.listTrustedPublishers, ownersReading, publisher),
  row(packs.createTrustedPublisher, owners, (scene) => ({
    ...publisher(scene),
    body: trusted(scene),
  })),
  row(packs.updateTrustedPublisher, owners, (scene) => ({
    params: { publisherId: scene.publisherId, trustedPublisherId: scene.trustedPublisherId },
    body: trusted(scene),
  })),
  row(packs.deleteTrustedPublisher, owners, ({ publisherId, trustedPublisherId }) => ({
    params: { publisherId, trustedPublisherId },
  })),

  row(serviceRoutes.listWebhooks, ownersReading, publisher),
  row(serviceRoutes.createWebhook, owners, (scene) => ({
    ...publisher(scene),
    body: { url: 'https://hooks.example.test/acme' },
  })),
  row(serviceRoutes.updateWebhook, owners, (scene) => ({ ...webhook(scene), body: { description: 'CI' } })),
  row(serviceRoutes.rotateWebhookSecret, owners, webhook),
  row(serviceRoutes.pingWebhook, owners, webhook),
  row(serviceRoutes.listWebhookDeliveries, ownersReading, webhook),
  row(serviceRoutes.getWebhookDelivery, ownersReading, delivery),
  row(serviceRoutes.redeliverWebhook, owners, delivery),
  row(serviceRoutes.deleteWebhook, owners, webhook),

  row(discovery.listCollections, allActors, nothing),
  row(discovery.listOwnCollections, signedIn, nothing),
  row(discovery.getCollection, allActors, collection),
  row(discovery.createCollection, notBanned, (scene) => ({ body: { title: scene.newName() } })),
  row(discovery.updateCollection, collectionAuthors, (scene) => ({
    ...collection(scene),
    body: { title: scene.newName(), description: '', is_public: true, nodes: [] },
  })),
  row(discovery.addToCollection, collectionAuthors, collected),
  row(discovery.removeFromCollection, collectionAuthors, collected),
  row(discovery.deleteCollection, collectionAuthors, collection),
  row(discovery.curateCollection, adminsOnly, (scene) => ({
    ...collection(scene),
    body: { is_curated: true },
  })),

  row(serviceRoutes.listFollows, signedIn, nothing),
  row(
    serviceRoutes.setFollow,
    signedIn,
    (scene) => ({ body: { kind: 'node' as const, id: scene.nodeId, follows: true } }),
    { isAudited: false },
  ),
  row(serviceRoutes.getNotificationSettings, signedIn, nothing),
  row(serviceRoutes.setNotificationSettings, signedIn, () => ({ body: { muted: ['releases' as const] } }), {
    isAudited: false,
  }),
  row(serviceRoutes.noteLanguage, signedIn, () => ({ body: { language: 'fr' as const } }), {
    isAudited: false,
  }),

  row(packs.listNodes, allActors, nothing),
  row(packs.searchNodes, allActors, nothing),
  row(packs.getNode, allActors, node),
  row(packs.installNode, allActors, node),
  row(packs.getNodeDownloads, allActors, node),
  row(packs.getVersionDownloads, allActors, node),
  row(packs.listPublisherNodes, allActors, publisher),
  row(packs.listPublisherNodesPaged, allActors, publisher),

  row(packs.createNode, owners, (scene) => ({ ...publisher(scene), body: { id: scene.newName() } })),
  row(packs.updateNode, nodeEditors, (scene) => ({
    ...nodeOfPublisher(scene),
    body: { description: scene.newName() },
  })),
  row(packs.uploadNodePicture, nodeEditors, (scene) => ({
    params: { ...nodeOfPublisher(scene).params, kind: 'icon' as const },
    body: { data: graySquare },
  })),
  row(
    packs.removeNodePicture,
    nodeEditors,
    (scene) => ({ params: { ...nodeOfPublisher(scene).params, kind: 'banner' as const } }),
    { isAudited: false },
  ),
  row(packs.deleteNode, nodeEditors, nodeOfPublisher),
  row(packs.banNode, adminsWithToken, nodeOfPublisher),
  row(packs.claimNode, owners, ({ publisherId, unclaimedNodeId, codeHostToken }) => ({
    params: { publisherId, nodeId: unclaimedNodeId },
    body: { GH_TOKEN: codeHostToken },
  })),
  row(packs.offerNode, nodeEditors, (scene) => ({
    ...nodeOfPublisher(scene),
    body: { to: scene.otherPublisherId },
  })),
  row(packs.listTransfers, ownersReading, publisher),
  row(packs.acceptTransfer, owners, transfer),
  row(packs.endTransfer, owners, transfer),
  row(packs.reviewNode, notBanned, (scene) => ({ ...node(scene), query: { star: 4 } })),
  row(packs.translateNode, servicesAndAdmins, (scene) => ({
    ...node(scene),
    body: { data: { fr: { description: 'Floute.' } } },
  })),

  row(packs.listNodeVersions, allActors, node),
  row(packs.getNodeVersion, allActors, version),
  row(getCommitMatch, allActors, version),
  row(packs.listAttestations, allActors, version),
  row(packs.getAttestation, allActors, (scene) => ({
    params: { ...version(scene).params, attestationId: scene.attestationId },
  })),
  row(packs.addAttestation, publishTokens, (scene, actor) => ({
    params: { publisherId: scene.publisherId, ...version(scene).params },
    body: { personal_access_token: scene.secretOf(actor), bundle: scene.bundle },
  })),
  row(listRequirementAdvisories, allActors, version),
  row(packs.listVersions, allActors, nothing),
  row(packs.bulkVersions, allActors, () => ({ body: { node_versions: [] } }), { isAudited: false }),
  row(packs.publishVersion, publishTokens, (scene, actor) => ({
    ...nodeOfPublisher(scene),
    body: {
      personal_access_token: scene.secretOf(actor),
      node: { id: scene.nodeId },
      node_version: { version: '2.0.0' },
    },
  })),

  row(packs.updateVersion, nodeEditorsAndBearerTokens, (scene) => ({
    ...ownVersion(scene),
    body: { deprecated: true },
  })),
  row(packs.deleteVersion, nodeEditorsAndBearerTokens, ownVersion),
  row(packs.yankVersion, nodeEditorsAndTokens, (scene, actor) => ({
    ...ownVersion(scene),
    body: { reason: 'Broken.', personal_access_token: scene.secretOf(actor) },
  })),
  row(packs.unyankVersion, nodeEditorsAndTokens, (scene, actor) => ({
    params: { ...nodeOfPublisher(scene).params, versionId: scene.yankedVersion.id },
    body: { personal_access_token: scene.secretOf(actor) },
  })),
  row(packs.getPublishReport, membersAndTokens, version),
  row(packs.listPublishReports, members, node),
  row(packs.writeAppeal, owners, ({ publisherId, nodeId, flaggedVersion: { id } }) => ({
    params: { publisherId, nodeId, versionId: id },
    body: { text: 'It is harmless.' },
  })),
  row(packs.listAppeals, adminsOnly, nothing),
  row(packs.getAppeal, adminsOnly, flaggedVersion),
  row(packs.answerAppeal, adminsOnly, (scene) => ({
    ...flaggedVersion(scene),
    body: { text: 'It is not.' },
  })),
  row(packs.scanPendingVersions, services, nothing, { isAudited: true }),

  row(packs.listVersionComfyNodes, allActors, version),
  row(packs.getComfyNode, allActors, ({ nodeId, version: { number, comfyNodeName } }) => ({
    params: { nodeId, version: number, comfyNodeName },
  })),
  row(packs.getNodeScore, allActors, node),
  row(packs.listWorkflows, allActors, nothing),
  row(packs.listVersionWorkflows, allActors, version),
  row(packs.getVersionWorkflow, allActors, ({ nodeId, version: { number } }) => ({
    params: { nodeId, version: number, place: '0' },
  })),
  row(packs.listComfyNodes, allActors, nothing),
  row(packs.getNodeOfComfyNode, allActors, ({ version: { comfyNodeName } }) => ({
    params: { comfyNodeName },
  })),
  row(packs.listCoreNodes, allActors, nothing),
  row(readWorkflowFile, allActors, () => ({ body: { url: 'https://files.example.test/blur.json' } }), {
    isAudited: false,
  }),
  row(identifyNodes, allActors, () => ({ body: { nodes: [] } }), { isAudited: false }),
  row(packs.findProviders, allActors, () => ({ body: { comfy_nodes: [] } }), { isAudited: false }),

  row(packs.listReplacements, allActors, ({ version: { comfyNodeName } }) => ({
    params: { comfyNodeName },
  })),
  row(packs.listNodeReplacements, nodeEditors, nodeOfPublisher),
  row(packs.decideReplacement, nodeEditors, ({ publisherId, nodeId, replacementId }) => ({
    params: { publisherId, nodeId, replacementId },
    body: { status: 'confirmed' as const },
  })),
  row(packs.listAllReplacements, adminsOnly, nothing),
  row(packs.createReplacement, adminsOnly, (scene) => ({
    body: { old_node_id: scene.newName(), new_node_id: 'Successor' },
  })),
  row(packs.deleteReplacement, adminsOnly, ({ replacementId }) => ({ params: { replacementId } })),
  row(packs.listCollisions, adminsOnly, nothing),
  row(packs.storeComfyNodes, services, ({ nodeId, yankedVersion: { number } }) => ({
    params: { nodeId, version: number },
    body: { nodes: { Blur: { category: 'image' } } },
  })),
  row(packs.updateComfyNode, servicesAndAdmins, ({ nodeId, version: { number, comfyNodeName } }) => ({
    params: { nodeId, version: number, comfyNodeName },
    body: { policy: 'ComfyNodePolicyLocalOnly' as const },
  })),
  row(packs.backfillComfyNodes, services, nothing),

  row(packs.listReadings, allActors, ({ readNode }) => ({ params: { nodeId: readNode.id } })),
  row(packs.getReading, allActors, reading),
  row(packs.listReadingComfyNodes, allActors, reading),
  row(packs.getReadingComfyNode, allActors, ({ readNode: { id, commit, comfyNodeName } }) => ({
    params: { nodeId: id, commit, comfyNodeName },
  })),
  row(packs.requestReading, allActors, ({ readNode }) => ({ params: { nodeId: readNode.id } }), {
    isAudited: false,
  }),
  row(packs.getRepositoryReading, allActors, () => ({
    query: { address: 'github.com/cedar/read' },
  })),
  row(
    packs.requestRepositoryReading,
    allActors,
    ({ readNode: { repository } }) => ({ body: { address: repository } }),
    { isAudited: false },
  ),
  row(packs.setReadingOptOut, nodeEditors, (scene) => ({
    ...nodeOfPublisher(scene),
    body: { opted_out: false },
  })),
  row(packs.listFailedReadings, adminsOnly, nothing),
  row(packs.listHeldReadings, adminsOnly, nothing),
  row(packs.getReadingFigures, adminsOnly, nothing),
  row(packs.mergeNode, adminsOnly, ({ readNode, unclaimedNodeId }) => ({
    params: { nodeId: unclaimedNodeId },
    body: { into: readNode.id, reason: 'A duplicate.' },
  })),
  row(packs.setSuccessor, adminsOnly, ({ readNode }) => ({
    params: { nodeId: readNode.id },
    body: {},
  })),
  row(packs.approveReading, adminsOnly, ({ readNode }) => ({
    params: { nodeId: readNode.id, commit: readNode.commit },
    body: { reason: 'Harmless.' },
  })),

  row(packs.suggest, allActors, nothing),
  row(packs.listTags, allActors, nothing),
  row(ground.getAbout, allActors, nothing),
  row(packs.getTotals, allActors, nothing),
  row(packs.listSimilarComfyNodes, allActors, nothing),
  row(packs.listExtensions, allActors, ({ nodeId }) => ({ params: { nodeId } })),
  row(packs.searchComfyNodes, allActors, nothing),
  row(serviceRoutes.getStatus, allActors, nothing),

  row(
    people.createCustomer,
    { ...notBanned, apiKeyRight: 'ok', apiKeyWrong: 'invalid_api_key' },
    nothing,
    // A user with an API key is a customer already.
    { isAudited: (actor) => actor !== 'apiKeyRight' },
  ),
  row(people.getOwnCustomer, customersOnly, nothing),
  row(people.getOwnBalance, customersOnly, nothing),
  row(people.listOwnEvents, customersOnly, nothing),
  row(people.listApiKeys, customersOnly, nothing),
  row(people.createApiKey, customersSignedIn, () => ({ body: { name: 'laptop' } })),
  row(people.deleteApiKey, customersSignedIn, ({ apiKeyId }) => ({ params: { apiKeyId } })),
  row(people.listCustomers, adminsOnly, nothing),
  row(people.getCustomer, adminsOnly, customer),
  row(people.getBalance, adminsOnly, customer),
  row(people.listEvents, adminsOnly, customer),
  // An admin also needs the secret of a sibling service, which no actor has.
  row(
    people.recordUsage,
    { ...adminsOnly, admin: 'invalid_credential', adminWithToken: 'invalid_credential' },
    (scene) => ({ ...customer(scene), body: { transaction_id: scene.tokenId, params: {} } }),
  ),
  row(people.verifyApiKey, secretHolders, () => ({ body: { api_key: 'comfyui-0000' } })),
  row(people.getBalanceForService, secretHolders, customer),
  row(people.getSubscriptionForService, secretHolders, customer),
  row(people.deletePaymentData, secretHolders, customer),
  row(people.archiveMeteringData, secretHolders, customer),
  row(people.buyCredit, noProvider, () => ({ body: { amount_micros: 1_000_000, currency: 'usd' } })),
  row(people.openBillingPortal, noProvider, () => ({ body: {} })),
  row(people.openUsageDashboard, noProvider, () => ({ body: {} })),
  row(people.createStorageResource, noProvider, () => ({ body: { file_name: 'a.png' } })),
  row(people.getSubscriptionStatus, noProvider, nothing),
  row(people.checkOutSubscription, noProvider, () => ({ body: {} })),
  row(people.checkOutTier, noProvider, () => ({ params: { tier: 'pro' as const }, body: {} })),
  row(people.listCoupons, noProviderForAdmins, nothing),
  row(people.createCoupon, noProviderForAdmins, () => ({ body: { percent_off: 10 } })),
  row(people.getCoupon, noProviderForAdmins, coupon),
  row(people.updateCoupon, noProviderForAdmins, () => ({ ...coupon(), body: {} })),
  row(people.deleteCoupon, noProviderForAdmins, coupon),
  row(people.listPromoCodes, noProviderForAdmins, nothing),
  row(people.createPromoCode, noProviderForAdmins, () => ({ body: { coupon_id: 'spring' } })),
  row(people.getPromoCode, noProviderForAdmins, promoCode),
  row(people.updatePromoCode, noProviderForAdmins, () => ({ ...promoCode(), body: {} })),
  row(people.deletePromoCode, noProviderForAdmins, promoCode),
  row(people.receiveZeroBalance, allGet('not_configured'), () => ({
    body: { id: '1', type: 'zero', properties: { customer_id: 'c', remaining_balance: 0 } },
  })),
  row(people.receiveInvoiceStatus, allGet('not_configured'), () => ({
    body: { id: '1', object: 'event' as const, type: 'invoice.paid' as const, data: { object: {} } },
  })),
  row(people.receiveSubscription, allGet('not_configured'), () => ({
    body: { id: '1', type: 'customer.subscription.updated' },
  })),

  ...Object.values(upstreams).flatMap((upstream) =>
    upstream.routes.map((route) => row(route, noService, () => proxied as object)),
  ),

  row(ground.describeError, allActors, () => ({ params: { code: 'node_not_found' } })),
  row(serviceRoutes.listReleases, allActors, () => ({ query: { project: 'comfyui' as const } })),
  row(serviceRoutes.receiveRelease, allGet('not_configured'), () => ({ body: releaseEvent }), {
    headers: {
      'x-github-event': 'release',
      'x-github-delivery': '00000000-0000-4000-8000-000000000000',
      'x-github-hook-id': '1',
    },
  }),
  row(serviceRoutes.getFeatures, allActors, nothing),

  row(serviceRoutes.listCiResults, allActors, nothing),
  row(serviceRoutes.listCommitSummaries, allActors, nothing),
  row(serviceRoutes.listBranches, allActors, nothing),
  row(serviceRoutes.uploadArtifact, buildMachines, () => ({ body: ciResult })),
  row(serviceRoutes.getCiResult, allGet('ci_result_not_found'), ({ tokenId }) => ({
    params: { workflowResultId: tokenId },
  })),

  row(safety.generateAdminToken, adminsSignedIn, nothing),
  row(safety.createUnclaimedNode, adminsWithToken, (scene) => ({ body: { id: scene.newName() } })),
  row(safety.updateNodeAsAdmin, adminsWithToken, (scene) => ({
    ...node(scene),
    body: { search_ranking: 2 },
  })),
  row(safety.moderateVersion, adminsWithToken, (scene) => ({
    ...version(scene),
    body: { status: 'NodeVersionStatusBanned' as const, status_reason: 'Mines coins.' },
  })),
  row(safety.getVersionHistory, adminsOnly, version),
  row(safety.listAdvisories, allActors, nothing),
  row(safety.getAdvisory, allActors, advisory),
  row(safety.getOsvRecord, allActors, advisory),
  row(safety.getKillList, allActors, nothing),
  row(discovery.getCatalogue, allActors, nothing),
  row(discovery.getDataset, allActors, nothing),
  row(discovery.getDatasetSchema, allActors, nothing),
  row(discovery.getPythonIndex, allActors, nothing),
  row(
    packs.checkRequirements,
    allActors,
    () => ({ body: { machine: { python: '3.12', os: 'linux' as const } } }),
    { isAudited: false },
  ),
  row(getCompatibility, allActors, ({ nodeId }) => ({ params: { nodeId } })),
  row(getCompatibilityEvidence, allActors, ({ nodeId }) => ({ params: { nodeId } })),
  row(
    reportImports,
    allActors,
    ({ nodeId }) => ({
      body: {
        tool_version: '0.3',
        python: '3.12',
        os: 'linux' as const,
        accelerator: 'cpu' as const,
        reports: [{ node_id: nodeId, version: '1.0.0', outcome: 'imported' as const }],
      },
    }),
    { isAudited: false },
  ),
  row(resolveModels, allActors, () => ({ body: { models: [{ name: 'a.safetensors' }] } }), {
    isAudited: false,
  }),
  row(listPackModels, allActors, () => ({ body: { node_ids: ['soft-blur'] } }), { isAudited: false }),
  row(
    planInstallation,
    allActors,
    () => ({ body: { packs: [], machine: { python: '3.12', os: 'linux' as const } } }),
    { isAudited: false },
  ),
  row(listKnownBadFiles, allActors, nothing),
  row(safety.listKillListKeys, allActors, nothing),
  row(safety.previewAdvisory, adminsOnly, ({ nodeId }) => ({ body: { node_id: nodeId, ...targets } }), {
    isAudited: false,
  }),
  row(safety.publishAdvisory, adminsWithToken, ({ nodeId }) => ({
    body: { node_id: nodeId, ...advisoryFields },
  })),
  row(safety.updateAdvisory, adminsWithToken, (scene) => ({ ...advisory(scene), body: advisoryFields })),
  row(safety.withdrawAdvisory, adminsWithToken, (scene) => ({
    ...advisory(scene),
    body: { reason: 'It was another node.' },
  })),
  row(safety.listAdvisoryRevisions, adminsOnly, advisory),
  row(safety.listReviews, adminsOnly, nothing),
  row(safety.getReview, adminsOnly, flaggedVersion),
  row(safety.listDecisions, adminsOnly, nothing),
  row(safety.revokeDecision, { ...adminsWithToken, adminWithToken: 'decision_not_found' }, ({ tokenId }) => ({
    params: { decisionId: tokenId },
    body: { reason: 'The service was sold.' },
  })),
  row(safety.undoDecision, { ...adminsWithToken, adminWithToken: 'nothing_to_undo' }, flaggedVersion),
  row(safety.listQueues, adminsOnly, nothing),
  row(safety.listJobs, adminsOnly, nothing),
  row(safety.retryJob, { ...adminsWithToken, adminWithToken: 'job_not_found' }, ({ tokenId }) => ({
    params: { jobId: tokenId },
  })),
  row(safety.discardJob, { ...adminsWithToken, adminWithToken: 'job_not_found' }, ({ tokenId }) => ({
    params: { jobId: tokenId },
  })),
  row(safety.listAuditEvents, adminsOnly, nothing),
  row(safety.getNumbers, adminsOnly, nothing),
  row(safety.getDuties, adminsOnly, nothing),
  row(safety.getBatch, adminsOnly, ({ tokenId }) => ({ params: { batchId: tokenId } })),
  row(safety.reportAbuse, allActors, (scene) => ({
    ...node(scene),
    body: { kind: 'malware' as const, text: 'It reads my keys.' },
  })),
  row(safety.listReports, adminsOnly, nothing),
  row(safety.takeReports, adminsWithToken, ({ reportId }) => ({ body: { reportIds: [reportId] } })),
  row(safety.answerReport, adminsWithToken, ({ reportId }) => ({
    params: { reportId },
    body: { text: 'Which file?' },
  })),
  row(safety.closeReports, adminsWithToken, ({ reportId }) => ({
    body: { reportIds: [reportId], outcome: 'harmless' as const, reason: 'It does not.' },
  })),
  row(safety.startRescan, adminsWithToken, () => ({ body: {} })),
  row(safety.listRescans, adminsOnly, nothing),
  row(safety.getRescan, adminsOnly, rescan),
  row(safety.applyRescan, adminsWithToken, rescan),
  row(safety.reindexNodes, services, nothing),
  row(safety.updateStars, servicesAndAdmins, nothing),
]
