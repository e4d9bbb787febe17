import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { getCompatibility } from '@nodeyard/contract/compatibility'
import { getPublishReport } from '@nodeyard/contract/publish-reports'
import { getNodeScore } from '@nodeyard/contract/score'
import { withArchive } from '../../../server/src/packs/publishing/local-copy.ts'
import { toFinding } from '../../../server/src/packs/publishing/report.ts'
import { type TestPublisher, testPublisher } from '../../../server/test/publishing.ts'
import { useWorld } from '../../../server/test/world.ts'
import { publishFolder } from '../publish/publish-folder.ts'
import { Terminal } from '../run.test-support.ts'
import type { Check } from './check.ts'

const registry = useWorld()
const samples = join(import.meta.dirname, '../../../server/demo/packs')
/** Rules that compare a version with the rest of the registry. */
const ofRegistry = new Set(['comfy-node-name-taken'])

describe('the verdict of nodeyard check', () => {
  let acme: TestPublisher
  before(async () => {
    acme = await testPublisher(registry.world)
  })

  // The names with a version are earlier releases, whose project file has no version of its own.
  for (const name of readdirSync(samples).filter((one) => !one.includes('@')))
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
    const version = '9.9.9'
    const published = await publishFolder({ folder, apiUrl, token: acme.token, publisherId: acme.id }).catch(
      () => publishFolder({ folder, apiUrl, token: acme.token, publisherId: acme.id, version }),
    )
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
