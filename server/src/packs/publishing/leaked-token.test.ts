import assert from 'node:assert/strict'
import { it } from 'node:test'
import { getPublishReport } from '@nodeyard/contract/packs'
import { listTokens } from '@nodeyard/contract/people'
import { allSentTo } from '../../../test/outbox.ts'
import { testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'
import { mailDueNotices, tellEvents } from '../../services/notifications/jobs.ts'

const registry = useWorld()

it('holds a version with a certain secret, and revokes a token of this registry in it', async () => {
  const { world } = registry
  const user = await world.given.user({ name: 'Maya' })
  const acme = await testPublisher(world, { owner: user })
  const [first, second, third] = ['a1B2c3D4e', 'F5g6H7j8K', 'x9Y0z1W2v']
  const files = {
    'publish.sh': `export REGISTRY_TOKEN=${acme.token}\n`,
    id_deploy: `-----BEGIN ${'OPENSSH'} PRIVATE KEY-----\n${`${first}${second}${third}`.repeat(4)}\n-----END OPENSSH PRIVATE KEY-----\n`,
    'README.md':
      'Use hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, or sk-your-key-goes-here-and-is-quite-long-indeed-yes.\n',
  }
  await acme.publish({ id: 'leaky', files })
  const owner = world.as(user)
  const { version, findings } = await owner.call(getPublishReport, {
    params: { nodeId: 'leaky', version: '1.0.0' },
    query: {},
  })
  assert.equal(version.status, 'NodeVersionStatusFlagged')
  assert.deepEqual(
    findings
      .filter(({ rule }) => rule === 'committed-secret')
      .map(({ file, line, blocks }) => [file, line, blocks]),
    [
      ['id_deploy', 1, true],
      ['publish.sh', 1, true],
    ],
  )
  assert.ok(!JSON.stringify(findings).includes(acme.token))
  const [token] = await owner.call(listTokens, {
    params: { publisherId: acme.id },
    query: { include_revoked: true },
  })
  assert.ok(token?.revokedAt)
  await tellEvents.run(world.deps, {}, new AbortController().signal)
  await world.runJobs()
  world.advance(20 * 60_000)
  await mailDueNotices.run(world.deps, {}, new AbortController().signal)
  const mail = (await allSentTo(world, user.email)).map(({ text }) => text).join('\n')
  assert.match(mail, /was revoked because it was found in an uploaded archive/)
})
