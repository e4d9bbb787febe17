import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { addAttestation, getNodeVersion } from '@nodeyard/contract/packs'
import type { Page } from 'playwright-core'
import { importAdvisories } from '../server/src/discovery/python-index/advisories/import.ts'
import { attestationVerifier } from '../server/src/packs/attestations/verify.ts'
import { matchCommits } from '../server/src/packs/commit-matches/jobs.ts'
import { HostTurns } from '../server/src/packs/readings/host-turns.ts'
import { readingLimits } from '../server/src/packs/readings/limits.ts'
import { CodeHostSource } from '../server/src/packs/readings/sources/code-host.ts'
import { publish } from '../server/test/command-line-client.ts'
import { RepositoryHost } from '../server/test/fakes/repository-host.ts'
import { FakeSigstore } from '../server/test/fakes/sigstore.ts'
import { buildPack } from '../server/test/pack.ts'
import { testPublisher } from '../server/test/publishing.ts'
import { fitsItsWidth, hidesNothing } from './looks.ts'
import { signUp } from './people.ts'
import { Product } from './product.ts'

const host = new RepositoryHost()
const sigstore = new FakeSigstore(new Date('2026-01-01T00:00:00Z'))
let product: Product

before(async () => {
  const url = await host.listen()
  const networks = { isAny: false, has: () => false }
  product = await Product.open({
    attestationVerifier: attestationVerifier(async () => sigstore.trustedRoot()),
    repositorySources: [new CodeHostSource({ url, apiUrl: `${url}/api` }, { networks }, readingLimits)],
    hostTurns: new HostTurns(0),
  })
})
afterEach(() => product.endVisits())
after(async () => {
  await product.close()
  await host.close()
})

const filesOf = (nodeId: string) => ({
  'README.md': '# Blur\n',
  '__init__.py': 'from .nodes import NODE_CLASS_MAPPINGS\n',
  'nodes.py': 'class Blur:\n    RETURN_TYPES = ("IMAGE",)\n\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n',
  'pyproject.toml': `[project]\nname = "${nodeId}"\nversion = "1.0.0"\n`,
})

/** A version with another file than its commit, a signature of its build, and an old requirement. */
async function suspiciousVersion(): Promise<string> {
  const { world, apiUrl } = product
  const name = 'ann/blur'
  const url = await hostUrl()
  const { id: publisherId, token } = await testPublisher(world)
  const nodeId = `${publisherId}-blur`
  const files = filesOf(nodeId)
  host.put(
    name,
    [...Object.entries(files), ['tests/test_blur.py', '']].map(([path = '', content = '']) => ({
      path,
      content,
    })),
  )
  const changed = { 'nodes.py': `import os\n${files['nodes.py']}`, 'requirements.txt': 'pillow==10.0.0\n' }
  await publish({
    apiUrl,
    publisherId,
    token,
    nodeId,
    version: '1.0.0',
    node: { repository: `${url}/${name}/tree/${host.commitOf(name)}` },
    archive: buildPack({ id: nodeId, files: { ...files, ...changed } }),
  })
  await world.runJobs()
  await matchCommits.run(world.deps, {}, new AbortController().signal)
  const { sha256 = '' } = await world.anonymous.call(getNodeVersion, { params: { nodeId, version: '1.0.0' } })
  const bundle = sigstore.attest({ digest: sha256, at: world.now(), repository: 'acme/blur' })
  await world.anonymous.call(addAttestation, {
    params: { publisherId, nodeId, version: '1.0.0' },
    body: { personal_access_token: token, bundle },
  })
  await importRecord()
  return nodeId
}

async function hostUrl(): Promise<string> {
  const [source] = product.world.deps.repositorySources
  return `http://${source?.hostOf({ url: '', key: '', folder: '' })}`
}

async function importRecord(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'nodeyard-osv-'))
  const path = join(folder, 'one.json')
  const record = {
    id: 'GHSA-3f63-hfp8-52jq',
    modified: '2026-04-01T00:00:00Z',
    summary: 'Runs code in an expression',
    affected: [
      {
        package: { ecosystem: 'PyPI', name: 'Pillow' },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '10.2.0' }] }],
      },
    ],
  }
  await writeFile(path, JSON.stringify(record))
  await importAdvisories(product.world.deps, path, () => {})
  await rm(folder, { recursive: true })
}

/** Checks accessibility, and the width on a phone. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await product.picture(page, `trust-${name}-${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 360, height: 800 })
  await fitsItsWidth(page, name)
  await product.picture(page, `trust-${name}-phone`)
  await page.setViewportSize({ width: 1280, height: 900 })
  await hidesNothing(page, name)
}

describe('the trust section', () => {
  it('explains what was verified, and leads to the file that differs', async () => {
    const nodeId = await suspiciousVersion()
    const { page } = await product.visit()
    await page.goto(`/nodes/${nodeId}`)
    const section = page.locator('#trust')
    await section.getByText('Some files do not match its commit').waitFor()
    await section.getByText('Signed by a build of another repository').waitFor()
    await section.getByText('Requires a vulnerable version of pillow').waitFor()
    assert.equal(await page.locator('#trust').count(), 1)
    await section.getByText('Files that differ').click()
    await look(page, 'pack')
    await section.getByRole('link', { name: 'nodes.py' }).click()
    await page.getByRole('heading', { name: 'nodes.py' }).waitFor()
    await page.locator('header').getByText('Changed', { exact: true }).waitFor()
    await look(page, 'source')
    await page.getByRole('link', { name: 'README.md' }).click()
    await page.locator('header').getByText('Same as in the commit').waitFor()
    await page.goto(`/ar/nodes/${nodeId}/versions/1.0.0`)
    await page.locator('#trust').getByText('بعض الملفات لا تطابق الإيداع').waitFor()
    await look(page, 'version-ar')
  })
})

describe('an admin', () => {
  it('trusts the reports of a user', async () => {
    const { world } = product
    const reporter = await world.given.user({ name: 'Rita Reporter' })
    const { page } = await product.visit()
    const email = await signUp(page, '/account')
    await world.deps.db
      .updateTable('users')
      .set({ is_admin: true, email_verified: true })
      .where('email', '=', email)
      .execute()
    await page.goto(`/admin/users/${reporter.id}`)
    await page.getByRole('button', { name: /Trust reports/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Trust reports' }).click()
    await page.getByText('Trusted reporter', { exact: true }).waitFor()
    await product.picture(page, 'trust-admin')
  })
})
