import * as admin from '@nodeyard/contract/admin'
import * as comfyNodes from '@nodeyard/contract/comfy-nodes'
import type { ErrorCode } from '@nodeyard/contract/errors'
import * as identity from '@nodeyard/contract/identity'
import * as nodes from '@nodeyard/contract/nodes'
import * as publishers from '@nodeyard/contract/publishers'
import type { InputOf, Route } from '@nodeyard/contract/route'
import * as search from '@nodeyard/contract/search'
import * as tokens from '@nodeyard/contract/tokens'
import * as users from '@nodeyard/contract/users'
import * as versions from '@nodeyard/contract/versions'
import type { ActorName, Scene } from './permission-scene.ts'

/** What becomes of a call: it is done, or refused by a code. */
export type Outcome = 'ok' | ErrorCode
type Expectation = Record<ActorName, Outcome>

export interface Row {
  route: Route
  expected: Expectation
  input(scene: Scene, actor: ActorName): InputOf<Route>
  /** False for a POST that changes nothing others would ask about, and so leaves no line in the audit log. */
  isAudited: boolean
}

const everybody: Expectation = {
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

/** Who is signed in; publish tokens and API keys are no sign-in. */
const signedIn: Expectation = {
  ...everybody,
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

/** Owners of the publisher; a ban takes nothing from what they may read. */
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

/** Whatever else is sent, the token in the body decides. */
const publishTokens: Expectation = {
  ...Object.fromEntries(Object.keys(everybody).map((actor) => [actor, 'invalid_publish_token'])),
  tokenRight: 'ok',
  tokenOfOther: 'publish_token_of_other_publisher',
  tokenOutOfScope: 'publish_token_out_of_scope',
} as Expectation

function row<R extends Route>(
  route: R,
  expected: Expectation,
  input: (scene: Scene, actor: ActorName) => InputOf<R>,
  { isAudited = route.method !== 'GET' }: Partial<Pick<Row, 'isAudited'>> = {},
): Row {
  return { route, expected, input: input as Row['input'], isAudited }
}

const publisher = ({ publisherId }: Scene) => ({ params: { publisherId } })
const node = ({ nodeId }: Scene) => ({ params: { nodeId } })
const nodeOfPublisher = ({ publisherId, nodeId }: Scene) => ({ params: { publisherId, nodeId } })
const version = ({ nodeId, version: { number } }: Scene) => ({ params: { nodeId, version: number } })
const nothing = () => ({})

/** Every route, and what each actor gets from it. A route without a row fails the test. */
export const permissionTable: Row[] = [
  row(users.getCurrentUser, signedIn, nothing),
  row(users.listOwnPublishers, signedIn, nothing),

  row(identity.getIdentityConfig, everybody, nothing),
  row(identity.endOwnSessions, signedIn, nothing, { isAudited: false }),

  row(publishers.validatePublisherId, everybody, (scene) => ({ query: { username: scene.newName() } })),
  row(publishers.listPublishers, everybody, nothing),
  row(publishers.getPublisher, everybody, publisher),
  row(publishers.createPublisher, notBanned, (scene) => ({ body: { id: scene.newName() } })),
  row(publishers.updatePublisher, owners, (scene) => ({
    ...publisher(scene),
    body: { description: scene.newName() },
  })),
  row(publishers.deletePublisher, { ...owners, owner: 'publisher_owns_nodes' }, publisher),
  row(publishers.getPublisherPermissions, everybody, publisher),
  row(publishers.getNodePermissions, everybody, nodeOfPublisher),

  row(tokens.listTokens, ownersReading, publisher),
  row(tokens.createToken, owners, (scene) => ({ ...publisher(scene), body: { name: 'CI' } })),
  row(tokens.deleteToken, owners, ({ publisherId, tokenId }) => ({ params: { publisherId, tokenId } })),

  row(nodes.listNodes, everybody, nothing),
  row(nodes.searchNodes, everybody, nothing),
  row(nodes.getNode, everybody, node),
  row(nodes.installNode, everybody, node),
  row(nodes.getNodeDownloads, everybody, node),
  row(nodes.listPublisherNodes, everybody, publisher),
  row(nodes.listPublisherNodesPaged, everybody, publisher),

  row(versions.listNodeVersions, everybody, node),
  row(versions.getNodeVersion, everybody, version),
  row(versions.listVersions, everybody, nothing),
  row(versions.bulkVersions, everybody, () => ({ body: { node_versions: [] } }), { isAudited: false }),
  row(versions.publishVersion, publishTokens, (scene, actor) => ({
    ...nodeOfPublisher(scene),
    body: {
      personal_access_token: scene.secretOf(actor),
      node: { id: scene.nodeId },
      node_version: { version: '2.0.0' },
    },
  })),

  row(comfyNodes.listVersionComfyNodes, everybody, version),
  row(comfyNodes.getComfyNode, everybody, ({ nodeId, version: { number, comfyNodeName } }) => ({
    params: { nodeId, version: number, comfyNodeName },
  })),
  row(comfyNodes.listComfyNodes, everybody, nothing),
  row(comfyNodes.getNodeOfComfyNode, everybody, ({ version: { comfyNodeName } }) => ({
    params: { comfyNodeName },
  })),

  row(search.suggest, everybody, nothing),
  row(search.listTags, everybody, nothing),

  row(admin.generateAdminToken, adminsSignedIn, nothing),
]

/** Routes whose rows are still to be written. */
export const rowless: ReadonlySet<string> = new Set([
  'archiveMeteringData',
  'buyCredit',
  'checkOutSubscription',
  'checkOutTier',
  'createApiKey',
  'createCoupon',
  'createCustomer',
  'createPromoCode',
  'createStorageResource',
  'deleteApiKey',
  'deleteCoupon',
  'deletePaymentData',
  'deletePromoCode',
  'getBalance',
  'getBalanceForService',
  'getCoupon',
  'getCustomer',
  'getOwnBalance',
  'getOwnCustomer',
  'getPromoCode',
  'getSubscriptionForService',
  'getSubscriptionStatus',
  'listApiKeys',
  'listCoupons',
  'listCustomers',
  'listEvents',
  'listOwnEvents',
  'listPromoCodes',
  'openBillingPortal',
  'openUsageDashboard',
  'receiveInvoiceStatus',
  'receiveSubscription',
  'receiveZeroBalance',
  'recordUsage',
  'updateCoupon',
  'updatePromoCode',
  'verifyApiKey',
  'getFeatures',
  'listReleases',
  'receiveRelease',
  'getCiResult',
  'listBranches',
  'listCiResults',
  'listCommitSummaries',
  'uploadArtifact',
])
