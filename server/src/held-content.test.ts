import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { examples } from '@nodeyard/contract/examples'
import { addressOf, type Route, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { routeGroups } from '@nodeyard/contract/routes'
import { moderateVersion } from '@nodeyard/contract/safety'
import { allSentTo } from '../test/outbox.ts'
import { picture } from '../test/pictures.ts'
import { testPublisher } from '../test/publishing.ts'
import { receivedChanges } from '../test/received-changes.ts'
import { useWorld } from '../test/world.ts'
import { findSiteFile } from './discovery/site-files/find.ts'
import { transact } from './ground/db/changes.ts'
import { replaceWorkflows } from './packs/workflows/sql.ts'
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
  await db
    .insertInto('version_commit_matches')
    .values({
      ...{
        version_id: version.id,
        repository_url: 'https://github.com/a/b',
        repository_key: 'github.com/a/b',
      },
      ...{
        repository_folder: '',
        commit_id: 'a'.repeat(40),
        named_by: 'build',
        state: 'compared',
        tried_at: world.now(),
      },
      ...{ changed: 1, files: JSON.stringify([{ path: `${word}.py`, state: 'changed' }]) },
    })
    .execute()
  return { id, owner, follower, publisherId: publisher.id, versionId: version.id }
}

interface Place {
  id: string
  publisherId: string
  versionId: string
  version?: string
}

/** Addresses of a route for the held version, and for what belongs to it. */
function addressesOf(route: Route, { id, publisherId, versionId, version = '1.1.0' }: Place): string[] {
  const names = route.path.match(/(?<=:)\w+/g) ?? []
  const known: Record<string, string> = {
    nodeId: id,
    version,
    commit: version,
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
      version,
      include_status_reason: true,
      statuses: ['NodeVersionStatusFlagged'],
    },
    { search: word, q: word, query: word, text: word, uses: word, name: word, comfy_node_name: word },
  ]
  return queries.map((query) => addressOf(route, params, query))
}

const siteFiles = (id: string, version = '1.1.0') => [
  ...['atom', 'json'].flatMap((end) => [`/feed.${end}`, `/nodes/${id}/feed.${end}`]),
  `/pictures/nodes/${id}/versions/${version}/0`,
  `/pictures/nodes/${id}/versions/${version}/comfy-nodes/Blur/en/0`,
  `/pictures/nodes/${id}/versions/${version}/workflows/0.svg`,
  `/pictures/nodes/${id}/versions/${version}/workflows/0-small.svg`,
  `/pictures/nodes/${id}/versions/${version}/workflows/0/photo`,
  `/nodes/${id}/versions/${version}/workflows/0/file`,
  `/pictures/nodes/${id}`,
  `/pictures/nodes/${id}/banner`,
  `/pictures/nodes/${id}/card`,
  `/nodes/${id}/share.png`,
  `/badges/${id}/version.svg`,
]

const tells = (text: string) => text.includes(word) || text.includes(secret)

async function makeReadingScene() {
  const { world } = holder
  const follower = await world.given.user()
  const { id, commit } = await readHostile()
  return { id, follower, commit }
}

/** Reads an unclaimed repository whose code is held. */
async function readHostile() {
  const { world } = holder
  const id = `wild-${++repositories}`
  const finding = {
    ...{ rule: 'hidden-code', severity: 'critical', file_path: `${word}.py`, line_number: 3 },
    ...{ message: `${word} runs hidden code.`, code_snippet: `exec("${word}")` },
  }
  const traits = { requirements: [`${word}==1.0`], python: word, license: word, os: [word], examples: 1 }
  await world.given.node({
    id,
    publisher_id: unclaimedPublisherId,
    repository_url: `https://github.com/${id}/a`,
  })
  const reading = await world.given.reading(
    { node_id: id, verdict: 'held', traits, findings: [finding], submodules: [word] },
    [{ name: `${word} Blur`, category: word, description: word }, { name: 'Blur' }],
  )
  await world.deps.db
    .updateTable('version_analyses')
    .set({ readme_html: `<p>${word}</p>` })
    .where('version_id', '=', reading.id)
    .execute()
  await transact(world.deps, (tx) =>
    replaceWorkflows(tx, reading.id, [
      {
        ...{
          path: `${word}.json`,
          title: word,
          kind: 'example',
          picture_path: '',
          digest: `${repositories}`.padStart(64, '0'),
        },
        ...{ layout: { nodes: [], links: [], groups: [], omittedNodes: 0 }, uses: [] },
        ...{ names: [`${word} Blur`], node_count: 1 },
      },
    ]),
  )
  await receivedChanges(world.deps)
  return { id, commit: reading.commit_id }
}
let repositories = 0

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

  it('says nothing that is in it to strangers who send something about it', async () => {
    const { world } = holder
    const scene = await makeScene({})
    const stranger = await world.tokenOf(scene.follower)
    const named = (value: unknown, name = ''): unknown => {
      if (Array.isArray(value)) return value.map((one) => named(one, name))
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, named(one, key)]))
      if (/^(node_?id|node_ids|nodes|pack|folder)$/i.test(name)) return scene.id
      if (/^version$/i.test(name)) return '1.1.0'
      return /comfy_?node_?name/i.test(name) ? 'Blur' : value
    }
    const told: string[] = []
    const statuses = new Set<number>()
    for (const group of Object.values(routeGroups))
      for (const route of Object.values(group) as Route[]) {
        if (route.method === 'GET' || !/^(public|signed-in)/.test(route.access)) continue
        const { input } = (examples.get(route) ?? {}) as { input?: { body?: unknown } }
        const [address = ''] = addressesOf(route, scene)
        const response = await world.fetch(`http://registry.test${address}`, {
          method: route.method,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${stranger}` },
          body: JSON.stringify(named(input?.body ?? {})),
        })
        statuses.add(response.status)
        if (tells(await response.text())) told.push(route.path)
      }
    assert.deepEqual(told, [])
    assert.ok(statuses.has(200) && statuses.has(403), [...statuses].join(' '))
  })

  it('looks like a missing one if its pack was never public', async () => {
    const { world } = holder
    const { publisherId, follower } = await makeScene({})
    const draft = await world.given.node({ publisher_id: publisherId, status: 'draft', was_public: false })
    await world.given.version({ node_id: draft.id, version: '1.1.0', status: 'flagged' })
    const stranger = await world.tokenOf(follower)
    const ask = async (id: string, path: string) => {
      const headers = { authorization: `Bearer ${stranger}` }
      const response = await world.fetch(`http://registry.test/nodes/${id}${path}`, { headers })
      const text = (await response.text()).replaceAll(id, '')
      return [response.status, text, [...response.headers.keys()].sort()]
    }
    for (const path of [
      ...['', '/install', '/install?version=1.1.0', '/versions', '/versions/1.1.0', '/readings'],
      ...['/versions/1.1.0/node.zip', '/versions/1.1.0/comfy-nodes', '/versions/1.1.0/workflows/0'],
      ...['/versions/1.1.0/commit-match', '/versions/1.1.0/attestations', '/compatibility?version=1.1.0'],
    ])
      assert.deepEqual(await ask(draft.id, path), await ask('no-such-pack-here', path), path)
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
    await publisher.publish({
      id,
      version: '1.0.0',
      files: open,
      node: { icon: 'art.png', banner_url: 'art.png' },
      entries: [{ name: 'art.png', data: picture('png', 300, 200) }],
    })
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
      ...['', '/banner', '/card'].map((kind) => `/pictures/nodes/${id}${kind}`),
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
    assert.deepEqual([await ask(), await found()], [[true, true, true, true], Array(5).fill(true)])
    await moderate('NodeVersionStatusFlagged')
    assert.deepEqual([await ask(), await found()], [[false, false, false, false], Array(5).fill(false)])
    await moderate('NodeVersionStatusActive')
    assert.deepEqual([await ask(), await found()], [[true, true, true, true], Array(5).fill(true)])
  })

  it('tells strangers which groups of findings hold it, and nothing of their contents', async () => {
    const { world } = holder
    const { id, follower } = await makeScene({})
    for (const [path, headers] of [
      [`/nodes/${id}/versions/1.1.0`, {}],
      [`/nodes/${id}/versions`, { authorization: `Bearer ${await world.tokenOf(follower)}` }],
      [`/versions?nodeId=${id}&statuses=NodeVersionStatusFlagged`, {}],
    ] as const) {
      const text = await (await world.fetch(`http://registry.test${path}`, { headers })).text()
      assert.match(text, /"held_for":\["private_data"\]/, path)
      assert.ok(!tells(text))
    }
  })

  it('is refused to strangers with the page that explains it', async () => {
    const { world } = holder
    const { id } = await makeScene({})
    for (const path of [
      '/comfy-nodes',
      '/comfy-nodes/Blur',
      '/comfy-nodes/No',
      '/workflows',
      '/workflows/0',
      '/workflows/9',
    ]) {
      const response = await world.fetch(`http://registry.test/nodes/${id}/versions/1.1.0${path}`)
      const { error, details } = (await response.json()) as { error: string; details: string[] }
      assert.deepEqual(
        [response.status, error, details],
        [403, 'version_held', [`${world.deps.config.siteUrl}/nodes/${id}/versions/1.1.0`, 'private_data']],
      )
    }
  })
})

// Last, because it approves one, whose words are public then.
describe('a held reading', () => {
  it('says nothing that is in it to strangers', async () => {
    const { world } = holder
    const { id, commit, follower } = await makeReadingScene()
    const stranger = await world.tokenOf(follower)
    const told: string[] = []
    const routes = Object.values(routeGroups)
      .flatMap((group): Route[] => Object.values(group))
      .filter(({ method }) => method === 'GET')
    const scene = { id, publisherId: unclaimedPublisherId, versionId: commit, version: commit }
    for (const route of routes)
      for (const address of addressesOf(route, scene))
        for (const authorization of ['', `Bearer ${stranger}`]) {
          const headers: Record<string, string> = authorization === '' ? {} : { authorization }
          const text = await (await world.fetch(`http://registry.test${address}`, { headers })).text()
          const isAbout = text.includes(id) || (address.includes(id) && !address.includes(word))
          if (tells(text) && isAbout) told.push(route.path)
        }
    assert.deepEqual([...new Set(told)], [])
    for (const path of siteFiles(id, commit)) {
      const file = await findSiteFile(world.deps, path)
      assert.ok(!file || !tells(Buffer.from(file.body).toString()), path)
    }
  })

  it('is refused to strangers with the page that explains it, which says why', async () => {
    const { world } = holder
    const { id, commit } = await makeReadingScene()
    for (const path of [
      `/readings/${commit}/comfy-nodes`,
      `/readings/${commit}/comfy-nodes/Blur`,
      `/readings/${commit}/comfy-nodes/No`,
      `/readings/${commit}/source.zip`,
      `/versions/${commit}/workflows`,
      `/versions/${commit}/workflows/0`,
      `/versions/${commit}/workflows/9`,
    ]) {
      const response = await world.fetch(`http://registry.test/nodes/${id}${path}`)
      const { error, details } = (await response.json()) as { error: string; details: string[] }
      assert.deepEqual(
        [response.status, error, details],
        [403, 'version_held', [`${world.deps.config.siteUrl}/nodes/${id}`]],
        path,
      )
    }
    for (const path of ['', '/readings', `/readings/${commit}`]) {
      const text = await (await world.fetch(`http://registry.test/nodes/${id}${path}`)).text()
      assert.match(text, /"verdict":"held".*"held_for":\["hidden_code"\]/, path)
    }
  })

  it('says to admins what is in it, and to everyone once it is approved', async () => {
    const { world } = holder
    const { id, commit } = await makeReadingScene()
    const admin = await world.given.user({ is_admin: true })
    const paths = ['', `/readings/${commit}`, `/readings/${commit}/comfy-nodes`]
    const ask = async (path: string, headers: Record<string, string>) =>
      tells(await (await world.fetch(`http://registry.test/nodes/${id}${path}`, { headers })).text())
    for (const path of paths)
      assert.ok(await ask(path, { authorization: `Bearer ${await world.tokenOf(admin)}` }), path)
    const { token } = await signAdminToken(world.deps, toActor(admin))
    const approved = await world.fetch(`http://registry.test/admin/nodes/${id}/readings/${commit}/approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ reason: 'Looked at.' }),
    })
    assert.ok(approved.ok, await approved.clone().text())
    for (const path of paths) assert.ok(await ask(path, {}), path)
  })
})
