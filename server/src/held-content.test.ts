import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { moderateVersion } from '@nodeyard/contract/admin'
import { addressOf } from '@nodeyard/contract/client'
import type { Route } from '@nodeyard/contract/route'
import { routeGroups } from '@nodeyard/contract/routes'
import { allSentTo } from '../test/outbox.ts'
import { testPublisher } from '../test/publishing.ts'
import { receivedChanges } from '../test/received-changes.ts'
import { useWorld } from '../test/world.ts'
import { findSiteFile } from './discovery/site-files/find.ts'
import { signAdminToken } from './people/identity/admin-token.ts'
import { toActor } from './people/identity/users.ts'
import { mailDueNotices, tellEvents } from './services/notifications/jobs.ts'

const holder = useWorld()
/** A word that only the held version contains. */
const word = 'zebrafinch'
// Joined here, so that secret scanners do not report this file.
const secret = `${'hf'}_q7RwT2yUp9SdF4gHjK6lZx3CvB8nM1aEo5`

const nodesFile = `import os, requests
class Blur:
    """${word} ${secret}"""
    DESCRIPTION = "${word}"
    RETURN_TYPES = ("IMAGE",)
    CATEGORY = "${word}"
    FUNCTION = "run"
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"key": ("STRING", {"default": "${word} ${secret}"})}}
    def run(self, key):
        os.getenv("${word}")
        requests.get("https://${word}.example.org/a")
NODE_CLASS_MAPPINGS = {"${word} Blur": Blur, "Blur": Blur}
WEB_DIRECTORY = "./web"
`
const workflow = JSON.stringify({
  nodes: [
    {
      id: 1,
      type: 'Blur',
      pos: [0, 0],
      size: [200, 100],
      title: word,
      widgets_values: [`${word} ${secret}`],
    },
  ],
  links: [],
})
const files = {
  'README.md': `# Blur\n\n${word} ${secret}\n\n![${word}](web/a.png)\n`,
  '__init__.py': nodesFile,
  'requirements.txt': `${word}==1.0\n`,
  'web/a.png': `${word} ${secret}`,
  'web/docs/Blur.md': `# Blur\n\n${word} ${secret}\n`,
  'locales/en/nodeDefs.json': `{"Blur": {"description": "${word}"}}`,
  'example_workflows/a.json': workflow,
}

async function makeScene(first: Record<string, string>) {
  const { world } = holder
  const owner = await world.given.user()
  const publisher = await testPublisher(world, { owner })
  const id = `${publisher.id}-pack`
  const follower = await world.given.user()
  await publisher.publish({ id, version: '1.0.0', files: first })
  await publisher.publish({ id, version: '1.1.0', files })
  const { db } = world.deps
  await db
    .updateTable('node_versions')
    .set({ changelog: `${word} changes`, dependencies: [`${word}==1.0`] })
    .where('node_id', '=', id)
    .where('version', '=', '1.1.0')
    .execute()
  const version = await db
    .selectFrom('node_versions')
    .selectAll()
    .where('node_id', '=', id)
    .where('version', '=', '1.1.0')
    .executeTakeFirstOrThrow()
  assert.equal(version.status, 'flagged')
  return { id, owner, follower, publisherId: publisher.id, versionId: version.id }
}

type Scene = Awaited<ReturnType<typeof makeScene>>

/** Addresses of a route for the held version, and for what belongs to it. */
function addressesOf(route: Route, { id, publisherId, versionId }: Scene): string[] {
  const names = route.path.match(/(?<=:)\w+/g) ?? []
  const known: Record<string, string> = {
    nodeId: id,
    version: '1.1.0',
    publisherId,
    versionId,
    comfyNodeName: 'Blur',
    place: '0',
  }
  const params = Object.fromEntries(names.map((name) => [name, known[name] ?? 'none']))
  const queries = [
    {},
    {
      nodeId: id,
      node_id: [id],
      version: '1.1.0',
      include_status_reason: true,
      statuses: ['NodeVersionStatusFlagged'],
    },
    { search: word, q: word, query: word, text: word, uses: word, name: word, comfy_node_name: word },
  ]
  return queries.map((query) => addressOf(route, params, query))
}

const siteFiles = (id: string) => [
  ...['atom', 'json'].flatMap((end) => [`/feed.${end}`, `/nodes/${id}/feed.${end}`]),
  `/pictures/nodes/${id}/versions/1.1.0/0`,
  `/pictures/nodes/${id}/versions/1.1.0/comfy-nodes/Blur/en/0`,
  `/pictures/nodes/${id}/versions/1.1.0/workflows/0.svg`,
  `/pictures/nodes/${id}/versions/1.1.0/workflows/0-small.svg`,
  `/pictures/nodes/${id}/versions/1.1.0/workflows/0/photo`,
  `/nodes/${id}/versions/1.1.0/workflows/0/file`,
  `/pictures/nodes/${id}`,
  `/pictures/nodes/${id}/card`,
  `/nodes/${id}/share.png`,
  `/badges/${id}/version.svg`,
]

const tells = (text: string) => text.includes(word) || text.includes(secret)

describe('a held version', () => {
  for (const [name, first] of Object.entries({ update: {}, 'first version': files }))
    it(`says nothing that is in it to strangers: ${name}`, async () => {
      const { world } = holder
      const scene = await makeScene(first)
      const routes = Object.values(routeGroups)
        .flatMap((group): Route[] => Object.values(group))
        .filter(({ method }) => method === 'GET')
      const stranger = await world.tokenOf(scene.follower)
      const told: string[] = []
      for (const route of routes)
        for (const address of addressesOf(route, scene))
          for (const authorization of ['', `Bearer ${stranger}`]) {
            const headers: Record<string, string> = authorization === '' ? {} : { authorization }
            const response = await world.fetch(`http://registry.test${address}`, { headers })
            const text = await response.text()
            // A search repeats what was asked.
            const isAsked = address.includes(word) && !text.includes(scene.id) && !text.includes(secret)
            if (tells(text) && !isAsked) told.push(route.path)
          }
      assert.deepEqual([...new Set(told)], [])
    })

  it('says nothing in files of the site, feeds and mails', async () => {
    const { world } = holder
    const { id, follower, owner } = await makeScene({})
    for (const path of siteFiles(id)) {
      const file = await findSiteFile(world.deps, path)
      assert.ok(!file || !tells(Buffer.from(file.body).toString()), path)
    }
    await tellEvents.run(world.deps, {}, new AbortController().signal)
    await world.runJobs()
    world.advance(20 * 60_000)
    await mailDueNotices.run(world.deps, {}, new AbortController().signal)
    for (const { email } of [follower, owner])
      for (const { text, subject } of await allSentTo(world, email)) assert.ok(!tells(text + subject), text)
  })

  it('says to its editors and to admins what is in it', async () => {
    const { world } = holder
    const { id, owner } = await makeScene({})
    const admin = await world.given.user({ is_admin: true })
    for (const user of [owner, admin])
      for (const path of ['', '/comfy-nodes', '/comfy-nodes/Blur', '/workflows', '/workflows/0']) {
        const headers = { authorization: `Bearer ${await world.tokenOf(user)}` }
        const response = await world.fetch(`http://registry.test/nodes/${id}/versions/1.1.0${path}`, {
          headers,
        })
        assert.equal(response.status, 200, path)
        if (path !== '/workflows') assert.ok(tells(await response.text()), path)
      }
  })

  it('is closed by a later hold, and opened by its release, also where responses are cached', async () => {
    const { world } = holder
    const owner = await world.given.user()
    const admin = await world.given.user({ is_admin: true })
    const publisher = await testPublisher(world, { owner })
    const id = `${publisher.id}-pack`
    const open = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, text.replaceAll(secret, '')]),
    )
    await publisher.publish({ id, version: '1.0.0', files: open })
    await receivedChanges(world.deps)
    const base = await world.listen()
    const ask = async () =>
      Promise.all(
        ['', '/versions/1.0.0', '/versions/1.0.0/comfy-nodes', '/versions/1.0.0/workflows/0'].map(
          async (path) => tells(await (await fetch(`${base}/nodes/${id}${path}`)).text()),
        ),
      )
    const paths = [
      `/pictures/nodes/${id}/versions/1.0.0/workflows/0.svg`,
      `/nodes/${id}/versions/1.0.0/workflows/0/file`,
    ]
    const found = async () =>
      Promise.all(paths.map(async (path) => (await findSiteFile(world.deps, path))?.status === 200))
    const moderate = async (status: 'NodeVersionStatusFlagged' | 'NodeVersionStatusActive') => {
      const { token } = await signAdminToken(world.deps, toActor(admin))
      const response = await fetch(`${base}/admin/nodes/${id}/versions/1.0.0`, {
        method: moderateVersion.method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ status, status_reason: 'Looked at.' }),
      })
      assert.equal(response.status, 200)
      await receivedChanges(world.deps)
    }
    assert.deepEqual(
      [await ask(), await found()],
      [
        [true, true, true, true],
        [true, true],
      ],
    )
    await moderate('NodeVersionStatusFlagged')
    assert.deepEqual(
      [await ask(), await found()],
      [
        [false, false, false, false],
        [false, false],
      ],
    )
    await moderate('NodeVersionStatusActive')
    assert.deepEqual(
      [await ask(), await found()],
      [
        [true, true, true, true],
        [true, true],
      ],
    )
  })

  it('is refused to strangers with the page that explains it', async () => {
    const { world } = holder
    const { id } = await makeScene({})
    for (const path of ['/comfy-nodes', '/comfy-nodes/Blur', '/workflows', '/workflows/0']) {
      const response = await world.fetch(`http://registry.test/nodes/${id}/versions/1.1.0${path}`)
      const { error, details } = (await response.json()) as { error: string; details: string[] }
      assert.deepEqual(
        [response.status, error, details],
        [403, 'version_held', [`${world.deps.config.siteUrl}/nodes/${id}/versions/1.1.0`]],
      )
    }
  })
})
