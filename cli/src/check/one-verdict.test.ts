// A promise: check, publish and the server give one verdict.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { getCompatibility, getNodeScore, getPublishReport } from '@nodeyard/contract/packs'
import { parse } from 'smol-toml'
import { withArchive } from '../../../server/src/packs/publishing/local-copy.ts'
import { toFinding } from '../../../server/src/packs/publishing/report.ts'
import { announce, upload } from '../../../server/test/command-line-client.ts'
import { type TestPublisher, testPublisher } from '../../../server/test/publishing.ts'
import { withJobs } from '../../../server/test/with-jobs.ts'
import { useWorld, type World } from '../../../server/test/world.ts'
import { buildArchive } from '../pack/pack-archive.ts'
import { listEntries } from '../pack/select-files.ts'
import { publishFolder } from '../publish/publish-folder.ts'
import { folderWith, Terminal } from '../run.test-support.ts'
import type { Check } from './check.ts'
import { type VerdictCase, verdictCases } from './verdict-cases.test-support.ts'

const registry = useWorld()
/** Another registry, where no name and no version is taken. */
const other = useWorld()
const samples = join(import.meta.dirname, '../../../server/demo/packs')
/** Rules that compare a version with the rest of the registry. */
const ofRegistry = new Set(['comfy-node-name-taken'])

describe('the verdict of nodeyard check', () => {
  let acme: TestPublisher
  before(async () => {
    acme = await testPublisher(registry.world)
  })

  // Names with a version are earlier releases.
  for (const name of readdirSync(samples).sort(
    (a, b) => (b.includes('@') ? 1 : 0) - (a.includes('@') ? 1 : 0),
  ))
    it(`is the one of the registry, byte for byte, for ${name}`, async () => {
      const folder = join(samples, name)
      const { anonymous } = registry.world
      const { code, stdout } = await new Terminal().run('check', folder, '--json')
      const check: Check = JSON.parse(stdout)
      const { nodeId, version, archive } = await publish(folder)
      assert.deepEqual(check.archive, { sha256: archive.digest, size: archive.sizeBytes })
      const report = await ownReport(nodeId, version)
      const stored = await storedAnalysis(report.version.id)
      assert.ok(check.inspection)
      assert.equal(JSON.stringify(check.inspection), await inspectionOfServer(report.version.sha256))
      const { manifest, capabilities, undecided, findings } = check.inspection
      const own = stored.findings.filter(({ rule }) => !ofRegistry.has(rule))
      assert.deepEqual({ manifest, capabilities, undecided, findings }, { ...stored, findings: own })
      assert.deepEqual(
        findings.map(toFinding),
        report.findings.filter(({ rule }) => !ofRegistry.has(rule)),
      )
      const isActive = report.version.status === 'NodeVersionStatusActive'
      assert.deepEqual([code, check.verdict], isActive ? [0, 'active'] : [2, 'waiting'])
      if (!isActive) return
      const { judged } = await anonymous.call(getNodeScore, { params: { nodeId } })
      const { pythons } = await anonymous.call(getCompatibility, { params: { nodeId } })
      assert.ok(judged)
      const { scanned_at: _, ...score } = judged
      assert.deepEqual(check.score, score)
      assert.deepEqual(check.pythons, pythons)
    })

  async function publish(folder: string) {
    const apiUrl = await registry.world.listen()
    const published = await publishFolder({ folder, apiUrl, token: acme.token, publisherId: acme.id })
    await registry.world.runJobs()
    return published
  }

  /** Reads the stored archive like the publish pipeline. */
  async function inspectionOfServer(digest = ''): Promise<string> {
    const { blobs, analyst } = registry.world.deps
    const { pack } = await withArchive(blobs, digest, (path) => analyst.read(path))
    return JSON.stringify(pack.inspection)
  }

  async function ownReport(nodeId: string, version: string) {
    const { world } = registry
    const { email } = await world.deps.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', acme.ownerId)
      .executeTakeFirstOrThrow()
    const owner = { id: acme.ownerId, email, name: 'Owner' }
    return world.as(owner).call(getPublishReport, { params: { nodeId, version }, query: {} })
  }

  async function storedAnalysis(versionId: string) {
    const row = await registry.world.deps.db
      .selectFrom('version_analyses')
      .select(['manifest', 'capabilities', 'undecided', 'findings'])
      .where('version_id', '=', versionId)
      .executeTakeFirstOrThrow()
    return JSON.parse(JSON.stringify(row)) as { findings: { rule: string }[] }
  }
})

describe('the verdict on a folder', () => {
  let acme: TestPublisher
  let others: TestPublisher
  before(async () => {
    acme = await testPublisher(registry.world, { id: 'acme' })
    others = await testPublisher(other.world, { id: 'acme' })
  })

  for (const [at, [name, { files, verdict, says = /./, version, byRegistry = verdict }]] of Object.entries(
    verdictCases,
  ).entries())
    it(`is the same three times for ${name}`, async () => {
      const folder = await folderWith(named(files, `tint${at}`))
      const code = { active: 0, refused: 1, waiting: 2 }[verdict]
      const checked = await new Terminal().run('check', folder, '--no-git')
      assert.match(`${checked.stdout}${checked.stderr}`, says)
      assert.equal(checked.code, code, checked.stdout)
      const published = await publishedFrom(folder)
      assert.match(`${published.stdout}${published.stderr}`, says)
      assert.equal(published.code, code, `${published.stdout}${published.stderr}`)
      assert.equal(await byOtherClient(folder, version), byRegistry)
    })

  async function publishedFrom(folder: string) {
    const terminal = new Terminal({ NODEYARD_REGISTRY: await registry.world.listen() })
    return withJobs(registry.world, terminal.run('publish', folder, '--no-git', '--token', acme.token))
  }

  /** Announces what existing clients read from the project file, and uploads all files. */
  async function byOtherClient(folder: string, version?: string): Promise<VerdictCase['verdict']> {
    const { world } = other
    const { project, comfy } = await readByOtherClient(folder)
    const [nodeId, publisherId] = [textOf(project['name']), textOf(comfy['PublisherId'])]
    const announced = await announce({
      apiUrl: await world.listen(),
      token: others.token,
      nodeId,
      publisherId,
      version: version ?? textOf(project['version']),
      node: {
        description: textOf(project['description']),
        icon: textOf(comfy['Icon']),
        banner_url: textOf(comfy['Banner']),
        name: textOf(comfy['DisplayName']),
        license: JSON.stringify(project['license'] ?? {}),
        repository: textOf(tableOf(project['urls'])['Repository']),
      },
      nodeVersion: {
        dependencies: textsOf(project['dependencies']),
        supported_os: textsOf(project['classifiers']).filter((one) => one.startsWith('Operating System ::')),
      },
    })
    if (announced.status !== 201) return 'refused'
    const { signedUrl, node_version } = await announced.json()
    const path = join(await folderWith({}), 'node.zip')
    await buildArchive(await listEntries(folder, [], true), path)
    if ((await upload(signedUrl, await readFile(path))).status !== 200) return 'refused'
    await world.runJobs()
    const { status } = await statusOf(world, node_version.id)
    assert.ok(status === 'active' || status === 'flagged', status)
    return status === 'active' ? 'active' : 'waiting'
  }
})

/** Gives a pack a name of its own, in its project file. */
function named(files: VerdictCase['files'], name: string): VerdictCase['files'] {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path,
      path === 'pyproject.toml' && typeof content === 'string'
        ? content.replace(/^name = "( ?)tint( ?)"/m, `name = "$1${name}$2"`)
        : content,
    ]),
  )
}

const statusOf = ({ deps }: World, id: string) =>
  deps.db.selectFrom('node_versions').select('status').where('id', '=', id).executeTakeFirstOrThrow()

type Table = Record<string, unknown>
const tableOf = (value: unknown): Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

async function readByOtherClient(folder: string): Promise<{ project: Table; comfy: Table }> {
  const bytes = await readFile(join(folder, 'pyproject.toml')).catch(() => Buffer.alloc(0))
  const encoding = bytes[0] === 0xff ? 'utf-16le' : bytes.includes(0xf6) ? 'latin1' : 'utf-8'
  try {
    const file = parse(new TextDecoder(encoding).decode(bytes))
    return { project: tableOf(file['project']), comfy: tableOf(tableOf(file['tool'])['comfy']) }
  } catch {
    return { project: {}, comfy: {} }
  }
}
