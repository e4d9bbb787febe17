import { createHash, randomUUID } from 'node:crypto'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { userCodeLetters } from '@nodeyard/contract/people'
import { signAdminToken } from '../src/people/identity/admin-token.ts'
import { signServiceToken } from '../src/people/identity/service-token.ts'
import { toActor } from '../src/people/identity/users.ts'
import { haveCatalogue, haveDataset } from './catalogue.ts'
import { type FakeBundle, FakeSigstore } from './fakes/sigstore.ts'
import { haveSlice } from './python-index.ts'
import type { World } from './world.ts'

/** Every kind of caller. The first owner owns the publisher that a call concerns. */
export const actors = [
  'anonymous',
  'user',
  'member',
  'owner',
  'otherOwner',
  /** Also an owner. */
  'bannedOwner',
  'admin',
  'adminWithToken',
  'service',
  'tokenRight',
  'tokenOfOther',
  'tokenRevoked',
  'tokenExpired',
  'tokenOutOfScope',
  'apiKeyRight',
  'apiKeyWrong',
] as const
export type ActorName = (typeof actors)[number]

type User = Awaited<ReturnType<World['given']['user']>>

/** Rows of every kind and one of each actor, related as their names indicate. */
export interface Scene {
  users: Record<'user' | 'member' | 'owner' | 'otherOwner' | 'bannedOwner' | 'admin', User>
  publisherId: string
  otherPublisherId: string
  /** Belongs to the publisher, with one active version that has one comfy-node. */
  nodeId: string
  version: { id: string; number: string; comfyNodeName: string }
  /** A Sigstore bundle that attests its archive. */
  bundle: FakeBundle
  attestationId: string
  /** A version of the same node without comfy-nodes. */
  yankedVersion: { id: string; number: string }
  /** A version of the same node whose publisher wrote to the moderators. */
  flaggedVersion: { id: string; number: string }
  unclaimedNodeId: string
  /** An unclaimed node whose repository was read, with one comfy-node. */
  readNode: { id: string; commit: string; comfyNodeName: string; repository: string }
  /** The token of an administrator of the unclaimed node's repository. */
  codeHostToken: string
  /** An open offer of the other publisher's node to the publisher. */
  transferId: string
  /** An open invitation by the publisher. */
  invitationId: string
  /** The secret of an open invitation to the other publisher. */
  invitationSecret: string
  tokenId: string
  /** The sign-in of a program, with the codes of both sides. */
  deviceLogin: { userCode: string; deviceCode: string }
  /** An advisory for the node that matches none of its versions. */
  advisoryId: string
  /** A webhook of the publisher with one delivery that arrived. */
  webhookId: string
  deliveryId: string
  /** A public collection of the owner with the node. */
  collectionId: string
  /** An unassigned report about the node. */
  reportId: string
  trustedPublisherId: string
  /** A finished rescan. */
  rescanId: string
  /** An inferred replacement by the node. */
  replacementId: string
  /** The customer whose API key the actor with a valid one sends, and that key's id. */
  customerId: string
  apiKeyId: string
  /** The secret that actors with a publish token send; another text for the others. */
  secretOf(actor: ActorName): string
  headersOf(actor: ActorName): Promise<Record<string, string>>
  newName(): string
}

/** Signs for all scenes. */
export const sigstoreOfScenes = new FakeSigstore(new Date('2026-01-01T00:00:00Z'))

/** Creates all rows and actors of the scene. */
export async function makeScene(world: World): Promise<Scene> {
  const { given } = world
  await haveCatalogue(world)
  await haveDataset(world)
  await haveSlice(world)
  const users = {
    user: await given.user(),
    member: await given.user(),
    owner: await given.user(),
    otherOwner: await given.user(),
    bannedOwner: await given.user({ status: 'banned' }),
    admin: await given.user({ is_admin: true }),
  }
  const publisher = await given.publisher({ owner: users.owner })
  await given.member({ publisher_id: publisher.id, user_id: users.member.id, role: 'member' })
  await given.member({ publisher_id: publisher.id, user_id: users.bannedOwner.id, role: 'owner' })
  const other = await given.publisher({ owner: users.otherOwner })
  const node = await given.node({ publisher_id: publisher.id })
  const version = await given.version({ node_id: node.id, version: '1.0.0' })
  const comfyNode = await given.comfyNode({ version_id: version.id })
  await given.analysis({ version_id: version.id })
  const attestation = await given.attestation({ version_id: version.id })
  const yanked = await given.version({
    node_id: node.id,
    version: '0.9.0',
    yanked_at: world.now(),
    yank_reason: 'Broken.',
  })
  const flagged = await given.version({ node_id: node.id, version: '0.5.0', status: 'flagged' })
  await given.appeal({ version_id: flagged.id, author_id: users.owner.id })
  const repository = world.codeHost.addRepository({ owner: 'acme', name: randomUUID() })
  const unclaimed = await given.node({
    publisher_id: unclaimedPublisherId,
    repository_url: `https://github.com/acme/${repository.name}`,
  })
  const unlisted = `github.com/cedar/${randomUUID()}`
  const readNode = await given.node({
    publisher_id: unclaimedPublisherId,
    repository_url: `https://${unlisted}`,
    repository_key: unlisted,
  })
  const reading = await given.reading({ node_id: readNode.id }, [{ name: 'Read Blur' }])
  const offered = await given.node({ publisher_id: other.id })
  const transfer = await given.transfer({ node_id: offered.id, from: other.id, to: publisher.id })
  const invitation = await given.invitation({ publisher_id: publisher.id })
  const otherInvitation = await given.invitation({ publisher_id: other.id })
  const secrets = {
    tokenRight: await given.token({ publisher_id: publisher.id }),
    tokenOfOther: await given.token({ publisher_id: other.id }),
    tokenExpired: await given.token({ publisher_id: publisher.id, expires_at: new Date(0) }),
    tokenOutOfScope: await given.token({ publisher_id: publisher.id, node_ids: ['another-node'] }),
  }
  const graph = { nodes: [{ id: 1, type: 'Blur', pos: [0, 0] }], links: [] }
  await given.workflow(version.id, { path: 'examples/blur.json', json: graph })
  const webhook = await given.webhook({ publisher_id: publisher.id })
  const delivery = await given.delivery({ webhook_id: webhook.id })
  const apiKey = await given.apiKey()
  const collection = await given.collection({ owner_id: users.owner.id, is_public: true }, [
    { node_id: node.id },
  ])
  const report = await given.report({ node_id: node.id })
  const advisory = await given.advisory({ id: `NYSA-2000-${numberOf(node.id)}`, node_id: node.id })
  const trusted = await given.trustedPublisher({ publisher_id: publisher.id, node_id: node.id })
  const rescan = await given.rescan()
  const replacement = await given.replacement({ node_id: node.id })
  const deviceLogin = await given.deviceLogin({ userCode: userCodeOf(node.id), deviceCode: randomUUID() })

  const secretOf = (actor: ActorName) =>
    actor in secrets ? secrets[actor as keyof typeof secrets].secret : `nyp_${randomUUID()}`
  return {
    users,
    publisherId: publisher.id,
    otherPublisherId: other.id,
    nodeId: node.id,
    version: { id: version.id, number: version.version, comfyNodeName: comfyNode.name },
    bundle: sigstoreOfScenes.attest({ digest: version.archive_digest ?? '', at: world.now() }),
    attestationId: attestation.id,
    yankedVersion: { id: yanked.id, number: yanked.version },
    flaggedVersion: { id: flagged.id, number: flagged.version },
    unclaimedNodeId: unclaimed.id,
    readNode: {
      id: readNode.id,
      commit: reading.commit_id,
      comfyNodeName: 'Read Blur',
      repository: unlisted,
    },
    codeHostToken: world.codeHost.tokenFor('acme'),
    transferId: transfer.id,
    invitationId: invitation.id,
    invitationSecret: otherInvitation.secret,
    tokenId: secrets.tokenRight.id,
    deviceLogin,
    advisoryId: advisory.id,
    webhookId: webhook.id,
    deliveryId: delivery.id,
    collectionId: collection.id,
    reportId: report.id,
    trustedPublisherId: trusted.id,
    rescanId: rescan.id,
    replacementId: replacement.id,
    customerId: apiKey.customerId,
    apiKeyId: apiKey.id,
    secretOf,
    newName: () => `new-${randomUUID()}`,
    async headersOf(actor) {
      const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
      if (actor === 'anonymous') return {}
      if (actor === 'apiKeyRight') return { 'x-api-key': apiKey.secret }
      if (actor === 'apiKeyWrong') return { 'x-api-key': 'comfyui-0000' }
      if (actor === 'service') return bearer(await signServiceToken(world.deps, { name: 'test', days: 1 }))
      if (actor === 'adminWithToken') {
        return bearer((await signAdminToken(world.deps, toActor(users.admin))).token)
      }
      if (actor in users) return bearer(await world.tokenOf(users[actor as keyof typeof users]))
      // Publish tokens belong in the body of the calls that accept them, and are invalid in the header.
      return bearer(secretOf(actor))
    },
  }
}

/** Extracts the number that the builder assigned, with four digits or more. */
const numberOf = (id: string) => id.replace(/\D/g, '').padStart(4, '0')

/** A code of eight letters that differs for each scene. */
function userCodeOf(nodeId: string): string {
  const digits = createHash('sha256').update(nodeId).digest()
  return Array.from(
    { length: 8 },
    (_, at) => userCodeLetters[(digits[at] ?? 0) % userCodeLetters.length],
  ).join('')
}
