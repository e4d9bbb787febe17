import { createHmac } from 'node:crypto'
import type { ReleaseAttention, ReleaseEvent } from '@nodeyard/contract/services'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import { matchesSecret } from '../../people/identity/shared-secret.ts'
import type { Deps } from './deps.ts'
import { insertRelease, rememberDelivery } from './sql.ts'
import { parseReleaseVersion } from './version.ts'

export interface Delivery {
  id: string
  kind: string
  signature: string | undefined
  rawBody: Buffer
  event: ReleaseEvent
}

/**
 * Stores a release note for a signed event. The headers are not signed, so a replayed body with another delivery id is
 * recognized by the existing note.
 */
export async function receiveRelease(deps: Deps, delivery: Delivery): Promise<void> {
  const { config, now } = deps
  assertSigned(delivery, config.releaseSecret)
  if (delivery.kind !== 'release') throw new RegistryError('delivery_not_understood')
  const { release, repository, action } = delivery.event
  const project = config.releaseProjects.get(repository.full_name.toLowerCase())
  const isPublished =
    (action === 'published' || action === 'released') && !release.draft && !release.prerelease
  await transact(deps, async (tx) => {
    const isNew = await rememberDelivery(tx, delivery.id, now())
    if (!isNew || !project || !isPublished) return
    const note = await insertRelease(tx, {
      project,
      version: versionOf(release.tag_name),
      attention: attentionOf(release.tag_name),
      content: JSON.stringify({ en: release.body ?? '' }),
      published_at: release.published_at ? new Date(release.published_at) : now(),
    })
    if (!note) return
    await recordEvent(tx, {
      actor: { kind: 'service', id: 'code-host' },
      action: 'release.publish',
      subject: { kind: 'release', id: `${project} ${note.version}` },
      after: { release_id: release.id, repository: repository.full_name },
      at: now(),
    })
    markChanged(tx, `releases:${project}`)
  })
}

function assertSigned({ rawBody, signature }: Delivery, secret: string | undefined): void {
  if (secret === undefined) throw new RegistryError('not_configured')
  const expected = `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`
  if (!matchesSecret(signature, expected)) throw new RegistryError('invalid_signature')
}

const versionOf = (tag: string) => parseReleaseVersion(tag)?.version ?? tag

/** Rates major and minor versions higher than patches. */
function attentionOf(tag: string): ReleaseAttention {
  const version = parseReleaseVersion(tag)
  if (!version || version.patch > 0) return 'low'
  return version.minor > 0 ? 'medium' : 'high'
}
