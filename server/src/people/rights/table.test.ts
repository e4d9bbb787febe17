import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Access } from '@nodeyard/contract/ground'
import { routes } from '@nodeyard/contract/routes'
import { sql } from 'kysely'
import { losses } from './credentials.ts'
import { all, makers, type Tried, ways, world } from './rights.test-support.ts'

describe('the table of credentials', () => {
  it('has a row for every kind of loss', () => {
    const covered = new Set(Object.values(ways).map(({ loss }) => loss))
    assert.deepEqual(
      [...losses].filter((loss) => !covered.has(loss)),
      [],
    )
  })

  it('makes every kind of credential', () => {
    assert.deepEqual(Object.keys(makers).sort(), [...all].sort())
  })

  it('has a row for every call that removes rights', () => {
    const covered = new Set(Object.values(ways).map(({ by }) => by))
    const taking = Object.values(routes)
      .filter(({ method, path }) => method !== 'GET' && takesRights.test(`${method} ${path}`))
      .map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual(
      taking.filter((call) => !covered.has(call) && !(call in takingElsewhere)),
      [],
    )
  })

  it('lists every column that names a creator', async () => {
    const { rows } = await sql<{ column: string }>`
      select c.conrelid::regclass || '.' || a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid in ('users'::regclass, 'customers'::regclass)`.execute(
      world.deps.db,
    )
    assert.deepEqual(rows.map(({ column }) => column).sort(), Object.keys(madeBy).sort())
  })

  it('lists the credentials of every kind of access', () => {
    const used = new Set(Object.values(routes).map(({ access }) => access))
    assert.deepEqual(
      [...used].filter((access) => !(access in ofAccess)),
      [],
    )
  })
})

const takesRights =
  /^(DELETE|PUT|POST) .*(\/ban|\/revoke-\w+|\/sessions\/end|\/members\/:userId|\/transfers\/:transferId\/accept|^DELETE \/publishers\/:publisherId)$/

/** Calls that are tested elsewhere, with the reason. */
const takingElsewhere: Record<string, string> = {
  'DELETE /publishers/:publisherId': 'Only a publisher without nodes can be deleted; tested below.',
}

/** The credential behind each column that names a creator. */
const madeBy: Record<string, Tried | 'no credential'> = {
  'personal_access_tokens.created_by': 'publish-token',
  'trusted_publishers.created_by': 'trusted-publisher',
  'publisher_invitations.created_by': 'invitation',
  'publisher_webhooks.created_by': 'webhook',
  'node_transfers.requested_by': 'transfer',
  'api_keys.customer_id': 'api-key',
  'identity_accounts.uid': 'session',
  ...Object.fromEntries(
    [
      'abuse_report_messages.admin_id',
      'abuse_reports.closed_by',
      'abuse_reports.reporter_id',
      'abuse_reports.taken_by',
      'advisory_revisions.admin_id',
      'appeal_messages.author_id',
      'collections.owner_id',
      'customer_events.customer_id',
      'customers.id',
      'follows.user_id',
      'ledger_entries.customer_id',
      'node_reviews.user_id',
      'node_versions.published_by_user',
      'notices.user_id',
      'notification_settings.user_id',
      'personal_access_tokens.revoked_by',
      'publisher_permissions.user_id',
      'reading_approvals.approved_by',
      'scan_decisions.decided_by',
    ].map((column) => [column, 'no credential'] as const),
  ),
}

/** The credentials that each kind of access accepts. */
const ofAccess: Record<Access, readonly (Tried | 'configured secret' | 'none')[]> = {
  public: ['none'],
  'signed-in': ['session', 'kept-response'],
  customer: ['session', 'api-key'],
  admin: ['session', 'admin-token'],
  'admin-token': ['admin-token'],
  service: ['configured secret'],
  'service-or-admin': ['configured secret', 'session', 'admin-token'],
  'admin-secret': ['configured secret'],
  'ci-secret': ['configured secret'],
  webhook: ['configured secret'],
  'publish-token': ['publish-token', 'trusted-token'],
  'public-or-bearer-token': ['none', 'session', 'publish-token'],
  'signed-in-or-bearer-token': ['session', 'publish-token', 'trusted-token'],
  'signed-in-or-publish-token': ['session', 'publish-token'],
  'upload-address': ['upload-address'],
}
