import * as about from '@nodeyard/contract/about'
import * as admin from '@nodeyard/contract/admin'
import * as adminRegistry from '@nodeyard/contract/admin-registry'
import * as advisories from '@nodeyard/contract/advisories'
import * as appeals from '@nodeyard/contract/appeals'
import * as attestations from '@nodeyard/contract/attestations'
import * as catalogue from '@nodeyard/contract/catalogue'
import * as ciResults from '@nodeyard/contract/ci-results'
import * as collections from '@nodeyard/contract/collections'
import * as collisions from '@nodeyard/contract/collisions'
import * as comfyNodes from '@nodeyard/contract/comfy-nodes'
import { getCommitMatch } from '@nodeyard/contract/commit-matches'
import { getCompatibility } from '@nodeyard/contract/compatibility'
import * as coreNodes from '@nodeyard/contract/core-nodes'
import * as customers from '@nodeyard/contract/customers'
import * as dataset from '@nodeyard/contract/dataset'
import * as deviceLogin from '@nodeyard/contract/device-login'
import type { ErrorCode } from '@nodeyard/contract/errors'
import { getCompatibilityEvidence, reportImports } from '@nodeyard/contract/evidence'
import * as follows from '@nodeyard/contract/follows'
import { identifyNodes } from '@nodeyard/contract/identify'
import * as identity from '@nodeyard/contract/identity'
import * as killList from '@nodeyard/contract/kill-list'
import { listKnownBadFiles } from '@nodeyard/contract/known-bad'
import { listPackModels, resolveModels } from '@nodeyard/contract/models'
import * as moderation from '@nodeyard/contract/moderation'
import * as nodes from '@nodeyard/contract/nodes'
import * as notifications from '@nodeyard/contract/notifications'
import * as oversight from '@nodeyard/contract/oversight'
import { planInstallation } from '@nodeyard/contract/plans'
import * as problems from '@nodeyard/contract/problems'
import * as providers from '@nodeyard/contract/providers'
import * as publishReports from '@nodeyard/contract/publish-reports'
import * as publishers from '@nodeyard/contract/publishers'
import * as pythonIndex from '@nodeyard/contract/python-index'
import * as readings from '@nodeyard/contract/readings'
import * as releases from '@nodeyard/contract/releases'
import * as replacements from '@nodeyard/contract/replacements'
import * as reports from '@nodeyard/contract/reports'
import { listRequirementAdvisories } from '@nodeyard/contract/requirement-advisories'
import * as requirements from '@nodeyard/contract/requirements'
import * as rescans from '@nodeyard/contract/rescans'
import type { InputOf, Route } from '@nodeyard/contract/route'
import * as score from '@nodeyard/contract/score'
import * as search from '@nodeyard/contract/search'
import * as status from '@nodeyard/contract/status'
import * as tokens from '@nodeyard/contract/tokens'
import * as trustedPublishing from '@nodeyard/contract/trusted-publishing'
import * as users from '@nodeyard/contract/users'
import * as versions from '@nodeyard/contract/versions'
import * as webhooks from '@nodeyard/contract/webhooks'
import { readWorkflowFile } from '@nodeyard/contract/workflow-files'
import * as workflows from '@nodeyard/contract/workflows'
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
  row(users.getCurrentUser, signedIn, nothing),
  row(users.listOwnPublishers, signedIn, nothing),
  row(users.banUser, adminsWithToken, ({ users: { user } }) => ({ params: { userId: user.id } })),
  row(users.unbanUser, adminsWithToken, ({ users: { bannedOwner } }) => ({
    params: { userId: bannedOwner.id },
  })),

  row(adminRegistry.listUsers, adminsOnly, nothing),
  row(adminRegistry.getUser, adminsOnly, ({ users: { user } }) => ({ params: { userId: user.id } })),
  row(adminRegistry.grantAdmin, adminsWithToken, ({ users: { user } }) => ({ params: { userId: user.id } })),
  row(adminRegistry.revokeAdmin, adminsWithToken, ({ users: { user } }) => ({ params: { userId: user.id } })),
  row(adminRegistry.grantTrustedReporter, adminsWithToken, ({ users: { user } }) => ({
    params: { userId: user.id },
  })),
  row(adminRegistry.revokeTrustedReporter, adminsWithToken, ({ users: { user } }) => ({
    params: { userId: user.id },
  })),
  row(adminRegistry.listPublishersForAdmins, adminsOnly, nothing),
  row(adminRegistry.getPublisherEffects, adminsOnly, (scene) => ({
    ...publisher(scene),
    query: { act: 'ban' as const },
  })),
  row(adminRegistry.contactPublisher, adminsWithToken, (scene) => ({
    ...publisher(scene),
    body: { subject: 'Hello', message: 'A word.' },
  })),
  row(adminRegistry.listNodesForAdmins, adminsOnly, nothing),
  row(adminRegistry.getNodeEffects, adminsOnly, node),
  row(
    adminRegistry.readProjectPublisher,
    { ...adminsOnly, admin: 'project_file_not_found', adminWithToken: 'project_file_not_found' },
    ({ unclaimedNodeId }) => ({ params: { nodeId: unclaimedNodeId } }),
  ),
  row(adminRegistry.listCompatibility, adminsOnly, nothing),
  row(adminRegistry.copyCompatibility, adminsWithToken, node),

  row(identity.getIdentityConfig, allActors, nothing),
  row(identity.endOwnSessions, signedIn, nothing),

  row(publishers.validatePublisherId, allActors, (scene) => ({ query: { username: scene.newName() } })),
  row(publishers.listPublishers, allActors, nothing),
  row(publishers.getPublisher, allActors, publisher),
  row(publishers.createPublisher, notBanned, (scene) => ({ body: { id: scene.newName() } })),
  row(publishers.updatePublisher, owners, (scene) => ({
    ...publisher(scene),
    body: { description: scene.newName() },
  })),
  row(publishers.deletePublisher, { ...owners, owner: 'publisher_owns_nodes' }, publisher),
  row(publishers.getPublisherPermissions, allActors, publisher),
  row(publishers.getNodePermissions, allActors, nodeOfPublisher),

  row(publishers.banPublisher, adminsWithToken, publisher),
  row(publishers.unbanPublisher, adminsWithToken, publisher),
  row(publishers.updateMember, owners, ({ publisherId, users: { member } }) => ({
    params: { publisherId, userId: member.id },
    body: { role: 'owner' as const },
  })),
  row(publishers.removeMember, { ...owners, member: 'ok' }, ({ publisherId, users: { member } }) => ({
    params: { publisherId, userId: member.id },
  })),
  row(publishers.listInvitations, ownersReading, publisher),
  row(publishers.createInvitation, owners, (scene) => ({
    ...publisher(scene),
    body: { email: `${scene.newName()}@example.test` },
  })),
  row(publishers.deleteInvitation, owners, ({ publisherId, invitationId }) => ({
    params: { publisherId, invitationId },
  })),
  row(publishers.showInvitation, signedIn, invitationSecret, { isAudited: false }),
  row(publishers.acceptInvitation, { ...notBanned, otherOwner: 'already_member' }, invitationSecret),
  row(publishers.declineInvitation, notBanned, invitationSecret),
  row(publishers.listPublisherEvents, members, publisher),

  row(tokens.listTokens, ownersReading, publisher),
  row(tokens.createToken, owners, (scene) => ({ ...publisher(scene), body: { name: 'CI' } })),
  row(tokens.getOwnToken, ownTokens, nothing),
  row(deviceLogin.startDeviceLogin, allActors, () => ({ body: { client_name: 'nodeyard' } }), {
    isAudited: false,
  }),
  row(
    deviceLogin.redeemDeviceLogin,
    allActors,
    ({ deviceLogin: { deviceCode } }) => ({ body: { device_code: deviceCode } }),
    { isAudited: false, usesUp: true },
  ),
  row(deviceLogin.getDeviceLogin, signedIn, ofProgram),
  row(deviceLogin.approveDeviceLogin, owners, (scene) => ({
    ...ofProgram(scene),
    body: { publisher_id: scene.publisherId, nodes: [scene.nodeId] },
  })),
  row(
    deviceLogin.denyDeviceLogin,
    owners,
    (scene) => ({ ...ofProgram(scene), body: { publisher_id: scene.publisherId } }),
    { isAudited: false, usesUp: true },
  ),
  row(tokens.deleteToken, owners, ({ publisherId, tokenId }) => ({ params: { publisherId, tokenId } })),

  row(trustedPublishing.listCiIssuers, allActors, nothing),
  // The CI service's token decides, and these actors have none.
  row(trustedPublishing.mintToken, allGet('invalid_request'), (scene, actor) => ({
    body: { token: scene.secretOf(actor), publisher_id: scene.publisherId, node_id: scene.nodeId },
  })),
  row(trustedPublishing.listTrustedPublishers, ownersReading, publisher),
  row(trustedPublishing.createTrustedPublisher, owners, (scene) => ({
    ...publisher(scene),
    body: trusted(scene),
  })),
  row(trustedPublishing.updateTrustedPublisher, owners, (scene) => ({
    params: { publisherId: scene.publisherId, trustedPublisherId: scene.trustedPublisherId },
    body: trusted(scene),
  })),
  row(trustedPublishing.deleteTrustedPublisher, owners, ({ publisherId, trustedPublisherId }) => ({
    params: { publisherId, trustedPublisherId },
  })),

  row(webhooks.listWebhooks, ownersReading, publisher),
  row(webhooks.createWebhook, owners, (scene) => ({
    ...publisher(scene),
    body: { url: 'https://hooks.example.test/acme' },
  })),
  row(webhooks.updateWebhook, owners, (scene) => ({ ...webhook(scene), body: { description: 'CI' } })),
  row(webhooks.rotateWebhookSecret, owners, webhook),
  row(webhooks.pingWebhook, owners, webhook),
  row(webhooks.listWebhookDeliveries, ownersReading, webhook),
  row(webhooks.getWebhookDelivery, ownersReading, delivery),
  row(webhooks.redeliverWebhook, owners, delivery),
  row(webhooks.deleteWebhook, owners, webhook),

  row(collections.listCollections, allActors, nothing),
  row(collections.listOwnCollections, signedIn, nothing),
  row(collections.getCollection, allActors, collection),
  row(collections.createCollection, notBanned, (scene) => ({ body: { title: scene.newName() } })),
  row(collections.updateCollection, collectionAuthors, (scene) => ({
    ...collection(scene),
    body: { title: scene.newName(), description: '', is_public: true, nodes: [] },
  })),
  row(collections.addToCollection, collectionAuthors, collected),
  row(collections.removeFromCollection, collectionAuthors, collected),
  row(collections.deleteCollection, collectionAuthors, collection),
  row(collections.curateCollection, adminsOnly, (scene) => ({
    ...collection(scene),
    body: { is_curated: true },
  })),

  row(follows.listFollows, signedIn, nothing),
  row(
    follows.setFollow,
    signedIn,
    (scene) => ({ body: { kind: 'node' as const, id: scene.nodeId, follows: true } }),
    { isAudited: false },
  ),
  row(notifications.getNotificationSettings, signedIn, nothing),
  row(notifications.setNotificationSettings, signedIn, () => ({ body: { muted: ['releases' as const] } }), {
    isAudited: false,
  }),
  row(notifications.noteLanguage, signedIn, () => ({ body: { language: 'fr' as const } }), {
    isAudited: false,
  }),

  row(nodes.listNodes, allActors, nothing),
  row(nodes.searchNodes, allActors, nothing),
  row(nodes.getNode, allActors, node),
  row(nodes.installNode, allActors, node),
  row(nodes.getNodeDownloads, allActors, node),
  row(nodes.getVersionDownloads, allActors, node),
  row(nodes.listPublisherNodes, allActors, publisher),
  row(nodes.listPublisherNodesPaged, allActors, publisher),

  row(nodes.createNode, owners, (scene) => ({ ...publisher(scene), body: { id: scene.newName() } })),
  row(nodes.updateNode, nodeEditors, (scene) => ({
    ...nodeOfPublisher(scene),
    body: { description: scene.newName() },
  })),
  row(nodes.deleteNode, nodeEditors, nodeOfPublisher),
  row(nodes.banNode, adminsWithToken, nodeOfPublisher),
  row(nodes.claimNode, owners, ({ publisherId, unclaimedNodeId, codeHostToken }) => ({
    params: { publisherId, nodeId: unclaimedNodeId },
    body: { GH_TOKEN: codeHostToken },
  })),
  row(nodes.offerNode, nodeEditors, (scene) => ({
    ...nodeOfPublisher(scene),
    body: { to: scene.otherPublisherId },
  })),
  row(nodes.listTransfers, ownersReading, publisher),
  row(nodes.acceptTransfer, owners, transfer),
  row(nodes.endTransfer, owners, transfer),
  row(nodes.reviewNode, notBanned, (scene) => ({ ...node(scene), query: { star: 4 } })),
  row(nodes.translateNode, servicesAndAdmins, (scene) => ({
    ...node(scene),
    body: { data: { fr: { description: 'Floute.' } } },
  })),

  row(versions.listNodeVersions, allActors, node),
  row(versions.getNodeVersion, allActors, version),
  row(getCommitMatch, allActors, version),
  row(attestations.listAttestations, allActors, version),
  row(attestations.getAttestation, allActors, (scene) => ({
    params: { ...version(scene).params, attestationId: scene.attestationId },
  })),
  row(attestations.addAttestation, publishTokens, (scene, actor) => ({
    params: { publisherId: scene.publisherId, ...version(scene).params },
    body: { personal_access_token: scene.secretOf(actor), bundle: scene.bundle },
  })),
  row(listRequirementAdvisories, allActors, version),
  row(versions.listVersions, allActors, nothing),
  row(versions.bulkVersions, allActors, () => ({ body: { node_versions: [] } }), { isAudited: false }),
  row(versions.publishVersion, publishTokens, (scene, actor) => ({
    ...nodeOfPublisher(scene),
    body: {
      personal_access_token: scene.secretOf(actor),
      node: { id: scene.nodeId },
      node_version: { version: '2.0.0' },
    },
  })),

  row(versions.updateVersion, nodeEditorsAndBearerTokens, (scene) => ({
    ...ownVersion(scene),
    body: { deprecated: true },
  })),
  row(versions.deleteVersion, nodeEditorsAndBearerTokens, ownVersion),
  row(versions.yankVersion, nodeEditorsAndTokens, (scene, actor) => ({
    ...ownVersion(scene),
    body: { reason: 'Broken.', personal_access_token: scene.secretOf(actor) },
  })),
  row(versions.unyankVersion, nodeEditorsAndTokens, (scene, actor) => ({
    params: { ...nodeOfPublisher(scene).params, versionId: scene.yankedVersion.id },
    body: { personal_access_token: scene.secretOf(actor) },
  })),
  row(publishReports.getPublishReport, membersAndTokens, version),
  row(publishReports.listPublishReports, members, node),
  row(appeals.writeAppeal, owners, ({ publisherId, nodeId, flaggedVersion: { id } }) => ({
    params: { publisherId, nodeId, versionId: id },
    body: { text: 'It is harmless.' },
  })),
  row(appeals.listAppeals, adminsOnly, nothing),
  row(appeals.getAppeal, adminsOnly, flaggedVersion),
  row(appeals.answerAppeal, adminsOnly, (scene) => ({
    ...flaggedVersion(scene),
    body: { text: 'It is not.' },
  })),
  row(versions.scanPendingVersions, services, nothing, { isAudited: true }),

  row(comfyNodes.listVersionComfyNodes, allActors, version),
  row(comfyNodes.getComfyNode, allActors, ({ nodeId, version: { number, comfyNodeName } }) => ({
    params: { nodeId, version: number, comfyNodeName },
  })),
  row(score.getNodeScore, allActors, node),
  row(workflows.listWorkflows, allActors, nothing),
  row(workflows.listVersionWorkflows, allActors, version),
  row(workflows.getVersionWorkflow, allActors, ({ nodeId, version: { number } }) => ({
    params: { nodeId, version: number, place: '0' },
  })),
  row(comfyNodes.listComfyNodes, allActors, nothing),
  row(comfyNodes.getNodeOfComfyNode, allActors, ({ version: { comfyNodeName } }) => ({
    params: { comfyNodeName },
  })),
  row(coreNodes.listCoreNodes, allActors, nothing),
  row(readWorkflowFile, allActors, () => ({ body: { url: 'https://files.example.test/blur.json' } }), {
    isAudited: false,
  }),
  row(identifyNodes, allActors, () => ({ body: { nodes: [] } }), { isAudited: false }),
  row(providers.findProviders, allActors, () => ({ body: { comfy_nodes: [] } }), { isAudited: false }),

  row(replacements.listReplacements, allActors, ({ version: { comfyNodeName } }) => ({
    params: { comfyNodeName },
  })),
  row(replacements.listNodeReplacements, nodeEditors, nodeOfPublisher),
  row(replacements.decideReplacement, nodeEditors, ({ publisherId, nodeId, replacementId }) => ({
    params: { publisherId, nodeId, replacementId },
    body: { status: 'confirmed' as const },
  })),
  row(replacements.listAllReplacements, adminsOnly, nothing),
  row(replacements.createReplacement, adminsOnly, (scene) => ({
    body: { old_node_id: scene.newName(), new_node_id: 'Successor' },
  })),
  row(replacements.deleteReplacement, adminsOnly, ({ replacementId }) => ({ params: { replacementId } })),
  row(collisions.listCollisions, adminsOnly, nothing),
  row(comfyNodes.storeComfyNodes, services, ({ nodeId, yankedVersion: { number } }) => ({
    params: { nodeId, version: number },
    body: { nodes: { Blur: { category: 'image' } } },
  })),
  row(comfyNodes.updateComfyNode, servicesAndAdmins, ({ nodeId, version: { number, comfyNodeName } }) => ({
    params: { nodeId, version: number, comfyNodeName },
    body: { policy: 'ComfyNodePolicyLocalOnly' as const },
  })),
  row(comfyNodes.backfillComfyNodes, services, nothing),

  row(readings.listReadings, allActors, ({ readNode }) => ({ params: { nodeId: readNode.id } })),
  row(readings.getReading, allActors, reading),
  row(readings.listReadingComfyNodes, allActors, reading),
  row(readings.getReadingComfyNode, allActors, ({ readNode: { id, commit, comfyNodeName } }) => ({
    params: { nodeId: id, commit, comfyNodeName },
  })),
  row(readings.requestReading, allActors, ({ readNode }) => ({ params: { nodeId: readNode.id } }), {
    isAudited: false,
  }),
  row(readings.setReadingOptOut, nodeEditors, (scene) => ({
    ...nodeOfPublisher(scene),
    body: { opted_out: false },
  })),
  row(readings.listFailedReadings, adminsOnly, nothing),
  row(readings.listHeldReadings, adminsOnly, nothing),
  row(readings.getReadingFigures, adminsOnly, nothing),
  row(readings.mergeNode, adminsOnly, ({ readNode, unclaimedNodeId }) => ({
    params: { nodeId: unclaimedNodeId },
    body: { into: readNode.id, reason: 'A duplicate.' },
  })),
  row(readings.setSuccessor, adminsOnly, ({ readNode }) => ({
    params: { nodeId: readNode.id },
    body: {},
  })),
  row(readings.approveReading, adminsOnly, ({ readNode }) => ({
    params: { nodeId: readNode.id, commit: readNode.commit },
    body: { reason: 'Harmless.' },
  })),

  row(search.suggest, allActors, nothing),
  row(search.listTags, allActors, nothing),
  row(about.getAbout, allActors, nothing),
  row(search.getTotals, allActors, nothing),
  row(search.listSimilarComfyNodes, allActors, nothing),
  row(status.getStatus, allActors, nothing),

  row(
    customers.createCustomer,
    { ...notBanned, apiKeyRight: 'ok', apiKeyWrong: 'invalid_api_key' },
    nothing,
    // A user with an API key is a customer already.
    { isAudited: (actor) => actor !== 'apiKeyRight' },
  ),
  row(customers.getOwnCustomer, customersOnly, nothing),
  row(customers.getOwnBalance, customersOnly, nothing),
  row(customers.listOwnEvents, customersOnly, nothing),
  row(customers.listApiKeys, customersOnly, nothing),
  row(customers.createApiKey, customersSignedIn, () => ({ body: { name: 'laptop' } })),
  row(customers.deleteApiKey, customersSignedIn, ({ apiKeyId }) => ({ params: { apiKeyId } })),
  row(customers.listCustomers, adminsOnly, nothing),
  row(customers.getCustomer, adminsOnly, customer),
  row(customers.getBalance, adminsOnly, customer),
  row(customers.listEvents, adminsOnly, customer),
  // An admin also needs the secret of a sibling service, which no actor has.
  row(
    customers.recordUsage,
    { ...adminsOnly, admin: 'invalid_credential', adminWithToken: 'invalid_credential' },
    (scene) => ({ ...customer(scene), body: { transaction_id: scene.tokenId, params: {} } }),
  ),
  row(customers.verifyApiKey, secretHolders, () => ({ body: { api_key: 'comfyui-0000' } })),
  row(customers.getBalanceForService, secretHolders, customer),
  row(customers.getSubscriptionForService, secretHolders, customer),
  row(customers.deletePaymentData, secretHolders, customer),
  row(customers.archiveMeteringData, secretHolders, customer),
  row(customers.buyCredit, noProvider, () => ({ body: { amount_micros: 1_000_000, currency: 'usd' } })),
  row(customers.openBillingPortal, noProvider, () => ({ body: {} })),
  row(customers.openUsageDashboard, noProvider, () => ({ body: {} })),
  row(customers.createStorageResource, noProvider, () => ({ body: { file_name: 'a.png' } })),
  row(customers.getSubscriptionStatus, noProvider, nothing),
  row(customers.checkOutSubscription, noProvider, () => ({ body: {} })),
  row(customers.checkOutTier, noProvider, () => ({ params: { tier: 'pro' as const }, body: {} })),
  row(customers.listCoupons, noProviderForAdmins, nothing),
  row(customers.createCoupon, noProviderForAdmins, () => ({ body: { percent_off: 10 } })),
  row(customers.getCoupon, noProviderForAdmins, coupon),
  row(customers.updateCoupon, noProviderForAdmins, () => ({ ...coupon(), body: {} })),
  row(customers.deleteCoupon, noProviderForAdmins, coupon),
  row(customers.listPromoCodes, noProviderForAdmins, nothing),
  row(customers.createPromoCode, noProviderForAdmins, () => ({ body: { coupon_id: 'spring' } })),
  row(customers.getPromoCode, noProviderForAdmins, promoCode),
  row(customers.updatePromoCode, noProviderForAdmins, () => ({ ...promoCode(), body: {} })),
  row(customers.deletePromoCode, noProviderForAdmins, promoCode),
  row(customers.receiveZeroBalance, allGet('not_configured'), () => ({
    body: { id: '1', type: 'zero', properties: { customer_id: 'c', remaining_balance: 0 } },
  })),
  row(customers.receiveInvoiceStatus, allGet('not_configured'), () => ({
    body: { id: '1', object: 'event' as const, type: 'invoice.paid' as const, data: { object: {} } },
  })),
  row(customers.receiveSubscription, allGet('not_configured'), () => ({
    body: { id: '1', type: 'customer.subscription.updated' },
  })),

  ...Object.values(upstreams).flatMap((upstream) =>
    upstream.routes.map((route) => row(route, noService, () => proxied as object)),
  ),

  row(problems.describeError, allActors, () => ({ params: { code: 'node_not_found' } })),
  row(releases.listReleases, allActors, () => ({ query: { project: 'comfyui' as const } })),
  row(releases.receiveRelease, allGet('not_configured'), () => ({ body: releaseEvent }), {
    headers: {
      'x-github-event': 'release',
      'x-github-delivery': '00000000-0000-4000-8000-000000000000',
      'x-github-hook-id': '1',
    },
  }),
  row(releases.getFeatures, allActors, nothing),

  row(ciResults.listCiResults, allActors, nothing),
  row(ciResults.listCommitSummaries, allActors, nothing),
  row(ciResults.listBranches, allActors, nothing),
  row(ciResults.uploadArtifact, buildMachines, () => ({ body: ciResult })),
  row(ciResults.getCiResult, allGet('ci_result_not_found'), ({ tokenId }) => ({
    params: { workflowResultId: tokenId },
  })),

  row(admin.generateAdminToken, adminsSignedIn, nothing),
  row(admin.createUnclaimedNode, adminsWithToken, (scene) => ({ body: { id: scene.newName() } })),
  row(admin.updateNodeAsAdmin, adminsWithToken, (scene) => ({ ...node(scene), body: { search_ranking: 2 } })),
  row(admin.moderateVersion, adminsWithToken, (scene) => ({
    ...version(scene),
    body: { status: 'NodeVersionStatusBanned' as const, status_reason: 'Mines coins.' },
  })),
  row(admin.getVersionHistory, adminsOnly, version),
  row(advisories.listAdvisories, allActors, nothing),
  row(advisories.getAdvisory, allActors, advisory),
  row(advisories.getOsvRecord, allActors, advisory),
  row(killList.getKillList, allActors, nothing),
  row(catalogue.getCatalogue, allActors, nothing),
  row(dataset.getDataset, allActors, nothing),
  row(dataset.getDatasetSchema, allActors, nothing),
  row(pythonIndex.getPythonIndex, allActors, nothing),
  row(
    requirements.checkRequirements,
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
        ...{ tool_version: '0.3', python: '3.12', os: 'linux' as const, accelerator: 'cpu' as const },
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
  row(killList.listKillListKeys, allActors, nothing),
  row(advisories.previewAdvisory, adminsOnly, ({ nodeId }) => ({ body: { node_id: nodeId, ...targets } }), {
    isAudited: false,
  }),
  row(advisories.publishAdvisory, adminsWithToken, ({ nodeId }) => ({
    body: { node_id: nodeId, ...advisoryFields },
  })),
  row(advisories.updateAdvisory, adminsWithToken, (scene) => ({ ...advisory(scene), body: advisoryFields })),
  row(advisories.withdrawAdvisory, adminsWithToken, (scene) => ({
    ...advisory(scene),
    body: { reason: 'It was another node.' },
  })),
  row(advisories.listAdvisoryRevisions, adminsOnly, advisory),
  row(moderation.listReviews, adminsOnly, nothing),
  row(moderation.getReview, adminsOnly, flaggedVersion),
  row(moderation.listDecisions, adminsOnly, nothing),
  row(
    moderation.revokeDecision,
    { ...adminsWithToken, adminWithToken: 'decision_not_found' },
    ({ tokenId }) => ({ params: { decisionId: tokenId }, body: { reason: 'The service was sold.' } }),
  ),
  row(moderation.undoDecision, { ...adminsWithToken, adminWithToken: 'nothing_to_undo' }, flaggedVersion),
  row(oversight.listQueues, adminsOnly, nothing),
  row(oversight.listJobs, adminsOnly, nothing),
  row(oversight.retryJob, { ...adminsWithToken, adminWithToken: 'job_not_found' }, ({ tokenId }) => ({
    params: { jobId: tokenId },
  })),
  row(oversight.discardJob, { ...adminsWithToken, adminWithToken: 'job_not_found' }, ({ tokenId }) => ({
    params: { jobId: tokenId },
  })),
  row(oversight.listAuditEvents, adminsOnly, nothing),
  row(oversight.getNumbers, adminsOnly, nothing),
  row(oversight.getDuties, adminsOnly, nothing),
  row(moderation.getBatch, adminsOnly, ({ tokenId }) => ({ params: { batchId: tokenId } })),
  row(reports.reportAbuse, allActors, (scene) => ({
    ...node(scene),
    body: { kind: 'malware' as const, text: 'It reads my keys.' },
  })),
  row(reports.listReports, adminsOnly, nothing),
  row(reports.takeReports, adminsWithToken, ({ reportId }) => ({ body: { reportIds: [reportId] } })),
  row(reports.answerReport, adminsWithToken, ({ reportId }) => ({
    params: { reportId },
    body: { text: 'Which file?' },
  })),
  row(reports.closeReports, adminsWithToken, ({ reportId }) => ({
    body: { reportIds: [reportId], outcome: 'harmless' as const, reason: 'It does not.' },
  })),
  row(rescans.startRescan, adminsWithToken, () => ({ body: {} })),
  row(rescans.listRescans, adminsOnly, nothing),
  row(rescans.getRescan, adminsOnly, rescan),
  row(rescans.applyRescan, adminsWithToken, rescan),
  row(admin.reindexNodes, services, nothing),
  row(admin.updateStars, servicesAndAdmins, nothing),
]
