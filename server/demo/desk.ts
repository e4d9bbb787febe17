import type { Deps } from '../src/deps.ts'
import { RegistryError } from '../src/ground/errors.ts'
import { anonymous, type UserActor } from '../src/ground/permissions.ts'
import { findUserByEmail } from '../src/operator/sql.ts'
import { writeAppeal } from '../src/packs/appeals/write.ts'
import { createTrustedPublisher } from '../src/packs/trusted-publishing/settings.ts'
import { toActor } from '../src/people/identity/users.ts'
import { acceptInvitation, invite } from '../src/people/publishers/invitations.ts'
import { createToken } from '../src/people/tokens/create.ts'
import { publishAdvisory } from '../src/safety/advisories/publish.ts'
import { reportAbuse } from '../src/safety/reports/report.ts'
import { setFollow } from '../src/services/follows/follow.ts'
import { createWebhook } from '../src/services/webhooks/manage.ts'
import { adminEmail, publisherEmail, userEmail } from './accounts.ts'
import type catalogue from './catalogue.json'
import { findHeldVersion, hasReports } from './sql.ts'

export type DemoDesk = (typeof catalogue)['desk']

/** Fills the pages of publishers and admins with their daily work, once. */
export async function fillDesks(deps: Deps, desk: DemoDesk): Promise<void> {
  const [publisher, user, admin] = await Promise.all(
    [publisherEmail, userEmail, adminEmail].map((email) => findUserByEmail(deps.db, email)),
  )
  // A hosted identity project has only the publisher.
  if (!publisher || !user || !admin || (await hasReports(deps.db))) return
  await unlessRefused(() => equipPublisher(deps, toActor(publisher), toActor(user), desk))
  await unlessRefused(() => appeal(deps, toActor(publisher), desk.appeal))
  await unlessRefused(() => warn(deps, toActor(admin), desk.advisory))
  for (const [index, { nodeId, ...body }] of desk.reports.entries()) {
    const report = body as Parameters<typeof reportAbuse>[1]['body']
    // Each comes from its own network, from the range for documentation.
    await reportAbuse(deps, { actor: anonymous, ip: `203.0.113.${index + 1}`, nodeId, body: report })
  }
  // Last, because its address leads nowhere.
  await createWebhook(deps, toActor(publisher), desk.publisherId, desk.webhook)
}

/** A repeat after an interruption is refused, which only leaves out the rest. */
async function unlessRefused(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error
  }
}

async function equipPublisher(deps: Deps, owner: UserActor, colleague: UserActor, desk: DemoDesk) {
  const { publisherId, token, trusted, invited, follows } = desk
  const { secret } = await invite(deps, owner, publisherId, { email: userEmail })
  await acceptInvitation(deps, colleague, secret)
  await invite(deps, owner, publisherId, { email: invited })
  const actions: ('publish-update' | 'yank')[] = ['publish-update', 'yank']
  await createToken(deps, owner, publisherId, { ...token, actions })
  const issuer = deps.ciIssuers.known[0]?.url
  if (issuer) await createTrustedPublisher(deps, owner, publisherId, { ...trusted, issuer })
  for (const id of follows) await setFollow(deps, owner.id, { kind: 'node', id, follows: true })
}

async function appeal(deps: Deps, owner: UserActor, { nodeId, text }: DemoDesk['appeal']): Promise<void> {
  const held = await findHeldVersion(deps.db, nodeId)
  if (held) await writeAppeal(deps, owner, { ...held, nodeId }, text)
}

async function warn(deps: Deps, admin: UserActor, advisory: DemoDesk['advisory']): Promise<void> {
  const none = { versions: [], archive_digests: [], file_digests: [], aliases: [], references: [] }
  await publishAdvisory(deps, admin, { ...none, ...advisory, severity: 'low', refuses_installs: false })
}
