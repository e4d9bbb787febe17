import { cleanPasted, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import {
  refPattern,
  repositoryPattern,
  type TrustedPublisherInput,
  toTrustedSettings,
  workflowPattern,
} from '@nodeyard/contract/packs'
import { recordEvent } from '../../ground/audit/sql.ts'
import type { Tx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import { lockOwnedPublisher } from '../../people/publishers/owner.ts'
import type { MadeBy, RevocationReason } from '../../people/tokens/sql.ts'
import { assertNodeId } from '../nodes/node-id.ts'
import { findNodeById } from '../nodes/sql.ts'
import { voidAddressesOf } from '../nodes/versions/sql.ts'
import type { Deps } from './deps.ts'
import {
  changeTrustedPublisher,
  countTrustedPublishersOf,
  deleteTrustedPublisherRow,
  deleteUnusedTrustedTokens,
  findSameTrustedPublisher,
  insertTrustedPublisher,
  lockTrustedPublisher,
  lockTrustedPublishersOf,
  type TrustedPublisherRow,
} from './sql.ts'

type SettingsDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'ciIssuers'>
type Act = 'create' | 'update' | 'delete'

/** Trusts the builds of a repository to publish a node. */
export async function createTrustedPublisher(
  deps: SettingsDeps,
  user: UserActor,
  publisherId: string,
  input: TrustedPublisherInput,
): Promise<TrustedPublisherRow> {
  const fields = assertSound(deps, input)
  return change(deps, user, publisherId, 'create', async (tx) => {
    await assertNodeFree(tx, publisherId, fields.node_id)
    const most = limits.trustedPublishersPerPublisher
    if ((await countTrustedPublishersOf(tx, publisherId)) >= most)
      throw new RegistryError('too_many_trusted_publishers', { limit: most })
    const inserted = await insertTrustedPublisher(tx, {
      id: deps.newId(),
      publisher_id: publisherId,
      ...fields,
      created_by: user.id,
      created_at: deps.now(),
    })
    if (!inserted) throw new RegistryError('trusted_publisher_exists')
    return { after: inserted }
  })
}

export interface TrustedPublisherPath {
  publisherId: string
  trustedPublisherId: string
}

/** Replaces the settings. The next use binds the repository again, and credentials issued before are void. */
export async function updateTrustedPublisher(
  deps: SettingsDeps,
  user: UserActor,
  { publisherId, trustedPublisherId: id }: TrustedPublisherPath,
  input: TrustedPublisherInput,
): Promise<TrustedPublisherRow> {
  const fields = assertSound(deps, input)
  return change(deps, user, publisherId, 'update', async (tx) => {
    const before = await lockOwn(tx, publisherId, id)
    await assertNodeFree(tx, publisherId, fields.node_id)
    if (await findSameTrustedPublisher(tx, { ...before, ...fields }))
      throw new RegistryError('trusted_publisher_exists')
    await revoke(tx, deps, id)
    const unbound = { repository_id: null, repository_owner_id: null }
    // The user who saves takes responsibility, so that owners can keep a former owner's settings.
    const change = { ...fields, ...unbound, created_by: user.id }
    return { before, after: await changeTrustedPublisher(tx, id, change) }
  })
}

/** Deletes the settings. Issued tokens and upload URLs are void at once. */
export async function deleteTrustedPublisher(
  deps: SettingsDeps,
  user: UserActor,
  { publisherId, trustedPublisherId: id }: TrustedPublisherPath,
): Promise<void> {
  await change(deps, user, publisherId, 'delete', async (tx) => {
    const before = await lockOwn(tx, publisherId, id)
    await remove(tx, deps, id)
    return { before, after: before }
  })
}

/** Deletes all settings of a publisher, or those of one user. Requires a lock on the publisher. */
export async function deleteTrustedPublishersOf(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  actor: { kind: 'user'; id: string },
  of: MadeBy,
): Promise<void> {
  for (const before of await lockTrustedPublishersOf(tx, of)) {
    await remove(tx, deps, before.id)
    await record(tx, deps, actor, 'delete', { before, after: before })
  }
}

/** Revokes credentials issued for the settings of one user. Requires a lock on the publisher. */
export async function stopTrustedPublishersOf(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  actor: { kind: 'user'; id: string },
  { because, ...of }: MadeBy & { because: RevocationReason },
): Promise<void> {
  for (const { id, publisher_id: publisherId, node_id: node } of await lockTrustedPublishersOf(tx, of)) {
    await revoke(tx, deps, id)
    await recordEvent(tx, {
      actor,
      action: 'trusted-publisher.stop',
      subject: { kind: 'trusted-publisher', id },
      publisherId,
      after: { node, because },
      at: deps.now(),
    })
  }
}

async function remove(tx: Tx, deps: Pick<Deps, 'now'>, id: string): Promise<void> {
  await revoke(tx, deps, id)
  await deleteTrustedPublisherRow(tx, id)
}

interface Changed {
  before?: TrustedPublisherRow
  after: TrustedPublisherRow
}

async function change(
  deps: SettingsDeps,
  user: UserActor,
  publisherId: string,
  act: Act,
  make: (tx: Tx) => Promise<Changed>,
): Promise<TrustedPublisherRow> {
  assertMayWrite(user)
  return inTransaction(deps.db, async (tx) => {
    await lockOwnedPublisher(tx, publisherId, user)
    const changed = await make(tx)
    await record(tx, deps, user, act, changed)
    return changed.after
  })
}

function record(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  actor: { kind: 'user'; id: string },
  act: Act,
  { before, after }: Changed,
): Promise<void> {
  return recordEvent(tx, {
    actor,
    action: `trusted-publisher.${act}`,
    subject: { kind: 'trusted-publisher', id: after.id },
    publisherId: after.publisher_id,
    ...(before ? { before: settingsOf(before) } : {}),
    ...(act === 'delete' ? {} : { after: settingsOf(after) }),
    at: now(),
  })
}

function settingsOf({ node_id, issuer, repository, workflow, environment, ref }: TrustedPublisherRow) {
  return { node: node_id, issuer, repository, workflow, environment, ref }
}

async function lockOwn(tx: Tx, publisherId: string, id: string): Promise<TrustedPublisherRow> {
  const trusted = await lockTrustedPublisher(tx, publisherId, id)
  if (!trusted) throw new RegistryError('trusted_publisher_not_found')
  return trusted
}

async function revoke(tx: Tx, { now }: Pick<Deps, 'now'>, id: string): Promise<void> {
  await voidAddressesOf(tx, id, now())
  await deleteUnusedTrustedTokens(tx, { trustedPublisherId: id })
}

async function assertNodeFree(tx: Tx, publisherId: string, nodeId: string): Promise<void> {
  const node = await findNodeById(tx, nodeId)
  // Only builds of its repository can publish an unclaimed node.
  if (node && node.publisher_id !== publisherId && node.publisher_id !== unclaimedPublisherId)
    throw new RegistryError('node_of_other_publisher', {
      message: 'This node belongs to another publisher.',
      field: 'body.node_id',
    })
}

/** The format of each trimmed field, and the error when it does not match. */
const forms: readonly {
  field: 'repository' | 'workflow' | 'ref' | 'environment'
  pattern: RegExp
  must: string
}[] = [
  {
    field: 'repository',
    pattern: new RegExp(repositoryPattern),
    must: 'be the owner and the name of a repository at the code host of the issuer, such as acme/blur',
  },
  {
    field: 'workflow',
    pattern: new RegExp(workflowPattern),
    must: 'be a file of the repository that ends in .yml or .yaml, such as publish.yml',
  },
  { field: 'environment', pattern: /^(?!.*:\/\/)/, must: 'be the name of an environment, not its address' },
  {
    field: 'ref',
    pattern: new RegExp(`^$|${refPattern}`),
    must: 'begin with refs/heads/ or refs/tags/, such as refs/heads/main or refs/tags/v*',
  },
]

/** GitHub has no nested groups, and runs workflows from a single folder. */
const formsOfGithub: typeof forms = [
  { field: 'repository', pattern: /^[^/]+\/[^/]+$/, must: 'be an owner and a name, such as acme/blur' },
  {
    field: 'workflow',
    pattern: /^[^/]+$/,
    must: 'be the name of a file in .github/workflows of that repository, such as publish.yml',
  },
]

function assertSound({ ciIssuers }: Pick<Deps, 'ciIssuers'>, input: TrustedPublisherInput) {
  const named = cleanPasted(input.issuer).replace(/\/$/, '')
  const known = ciIssuers.known.find(({ url }) => url === named)
  if (!known) throw new RegistryError('ci_issuer_unknown', { field: 'body.issuer' })
  const { environment = '', ref = '', ...others } = toTrustedSettings(input, known.kind)
  const settings = { ...others, environment, ref }
  assertNodeId(settings.node_id, 'body.node_id')
  for (const { field, pattern, must } of [...forms, ...(known.kind === 'github' ? formsOfGithub : [])]) {
    const limit = limits.nameLength
    if (settings[field].length > limit) throw wrong(field, `have at most ${limit} characters`)
    if (!pattern.test(settings[field])) throw wrong(field, must)
  }
  return settings
}

const wrong = (field: string, must: string) =>
  new RegistryError('invalid_request', { field: `body.${field}`, message: `body.${field} must ${must}` })
