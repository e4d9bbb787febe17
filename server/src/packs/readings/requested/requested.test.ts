import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import { getRepositoryReading, listNodes, requestRepositoryReading } from '@nodeyard/contract/packs'
import { checkPack } from '../../../../../cli/src/check/check.ts'
import { makeRepository, runGit, serveGit } from '../../../../test/fakes/git-server.ts'
import { RepositoryHost } from '../../../../test/fakes/repository-host.ts'
import { refused } from '../../../../test/refused.ts'
import { World } from '../../../../test/world.ts'
import { noNetworks, readNetworks } from '../../../ground/outbound/networks.ts'
import { toFinding } from '../../publishing/report.ts'
import { HostTurns } from '../host-turns.ts'
import { sweepReadings } from '../jobs.ts'
import { requestedLimits } from '../limits.ts'
import { hiddenCode, packFiles, unclaimedNode } from '../readings.test-support.ts'
import { CodeHostSource } from '../sources/code-host.ts'
import { requestedSourcesOf } from '../sources/configured.ts'
import { Git } from '../sources/git.ts'
import { GitServerSource } from '../sources/git-server.ts'

const git = new Git(process.env['PATH'] ?? '')
const host = new RepositoryHost()
const slowHost = new RepositoryHost()
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
let folder: string
let server: Awaited<ReturnType<typeof serveGit>>
let hostUrl: string
let slowUrl: string
let world: World

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nodeyard-requested-'))
  server = await serveGit(join(folder, 'served'))
  hostUrl = await host.listen()
  slowUrl = await slowHost.listen()
  const networks = readNetworks(['127.0.0.0/8'])
  assert.ok(networks)
  const codeHost = (url: string, part = {}) =>
    new CodeHostSource(
      { url, apiUrl: `${url}/api`, token: 'secret' },
      { networks: noNetworks },
      {
        ...requestedLimits,
        ...part,
      },
    )
  const gitLimits = { ...requestedLimits, entries: 300 }
  world = await World.open({
    requestedSources: [
      codeHost(hostUrl),
      codeHost(slowUrl, { transferSeconds: 1 }),
      new GitServerSource(git, { networks }, gitLimits),
    ],
    hostTurns: new HostTurns(0),
  })
})
after(async () => {
  await world.close()
  await Promise.all([server.close(), host.close(), slowHost.close()])
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await world.deps.db.deleteFrom('requested_readings').execute()
})

const served = (name: string) => join(folder, 'served', name)
const ask = (address: string) => world.anonymous.call(requestRepositoryReading, { body: { address } })
const look = (address: string) => world.anonymous.call(getRepositoryReading, { query: { address } })

async function read(address: string) {
  assert.equal((await ask(address)).state, 'waiting')
  await world.runJobs()
  return look(address)
}

const project = (more = '') =>
  `[project]\nname = "soft"\nversion = "1.0.0"\ndependencies = ["numpy>=2", "numpy<1"]\n[tool.comfy]\nPublisherId = "ann"\n${more}`

describe('reading a repository on request', () => {
  const packs = {
    'without a project file': packFiles('bare'),
    'that would be listed': packFiles('soft', { 'pyproject.toml': project() }),
    'with a critical finding': packFiles('bad', { 'pyproject.toml': project(), 'run.py': hiddenCode }),
    'with values that the registry refuses': packFiles('icon', {
      'pyproject.toml': project('Icon = "assets/icon.png"\n'),
    }),
    'with a project file that nobody can read': packFiles('broken', { 'pyproject.toml': '[project\n' }),
    'with ignored files': packFiles('soft', {
      'pyproject.toml': project('includes = ["kept"]\n'),
      '.comfyignore': 'tests/\nkept/\n*.log\n',
      'tests/run.py': hiddenCode,
      'kept/a.py': 'import os\nos.system("ls")\n',
      'a.log': 'x',
    }),
    'with a secret, and files named like secrets': packFiles('soft', {
      'pyproject.toml': project(),
      'settings.py': `KEY = "sk-proj-${'a1B2c3D4e5'.repeat(5)}"\n`,
      '.env': 'NAME=value\n',
    }),
  }
  for (const [at, [name, files]] of Object.entries(packs).entries())
    it(`agrees with nodeyard check about a pack ${name}`, async () => {
      const repository = `ann/pack-${at}.git`
      const commit = makeRepository(served(repository), files)
      const found = await read(`${server.url}/${repository}`)
      const clone = join(folder, `clone-${at}`)
      runGit(folder, ['clone', '--quiet', served(repository), clone])
      const check = await checkPack(clone)
      assert.deepEqual([found.state, found.commit], ['done', commit])
      assert.ok(found.check && check.inspection)
      const { verdict, refused: refusals, findings, score, pythons, nodes } = found.check
      assert.equal(verdict, check.verdict)
      assert.equal(JSON.stringify(findings), JSON.stringify(check.inspection.findings.map(toFinding)))
      assert.deepEqual({ score, pythons }, { score: check.score, pythons: check.pythons })
      const places = (list: typeof refusals) => list.map(({ code, file, line }) => [code, file, line])
      assert.deepEqual(places(refusals), places(check.refused))
      assert.deepEqual(
        nodes.map((one) => one.name),
        check.inspection.comfy_nodes.map((one) => one.comfy_node_name),
      )
    })

  it('lists nothing', async () => {
    makeRepository(served('ann/unlisted.git'), packFiles('unlisted'))
    assert.equal((await read(`${server.url}/ann/unlisted.git`)).state, 'done')
    const { nodes } = await world.anonymous.call(listNodes, { query: {} })
    assert.deepEqual(nodes, [])
  })

  it('reads exactly the commit that an address names', async () => {
    const first = makeRepository(served('ann/old.git'), packFiles('old'))
    const work = join(folder, 'work-old')
    runGit(folder, ['clone', '--quiet', served('ann/old.git'), work])
    runGit(work, ['rm', '--quiet', '-r', '.'])
    runGit(work, ['commit', '--quiet', '--message', 'Empty'])
    runGit(work, ['push', '--quiet'])
    runGit(served('ann/old.git'), ['config', 'uploadpack.allowAnySHA1InWant', 'true'])
    const url = `${server.url}/ann/old.git`
    const found = await read(`${url}@${first}`)
    assert.deepEqual([found.state, found.commit, found.check?.node_count], ['done', first, 1])
    assert.equal((await read(url)).failure, 'not_a_pack')
    assert.equal((await read(`${url}@${'a'.repeat(40)}`)).failure, 'gone')
  })

  it('is one reading for ten people, and for ten minutes', async () => {
    host.put('ann/wanted', packFiles('wanted'))
    const archives = () => host.requests.filter((path) => path.startsWith('/ann/wanted/archive/')).length
    const url = `${hostUrl}/ann/wanted`
    const states = await Promise.all(Array.from({ length: 10 }, () => ask(url)))
    assert.deepEqual(new Set(states.map(({ state }) => state)), new Set(['waiting']))
    await world.runJobs()
    const { state, commit } = await look(url.toUpperCase().replace('HTTP', 'http'))
    assert.equal(state, 'done')
    assert.equal((await ask(url)).state, 'done')
    assert.equal((await look(`${url}@${commit}`)).state, 'done')
    assert.equal(archives(), 1)
    world.advance(limits.repositoryAgainMinutes * minuteMs)
    assert.equal((await read(url)).state, 'done')
    assert.equal(archives(), 2)
  })

  it('leads to the node that has the repository, and reads nothing', async () => {
    const node = await unclaimedNode(world, `${hostUrl}/ann/listed`)
    const before = host.requests.length
    for (const found of [await look(`${hostUrl}/ann/listed`), await ask(`${hostUrl}/Ann/Listed.git`)])
      assert.deepEqual([found.state, found.node_id], ['listed', node.id])
    await world.runJobs()
    assert.equal(host.requests.length, before)
  })

  it('says why it cannot be read', async () => {
    host.put('ann/private', packFiles('private'), { behavior: 'private' })
    host.put('ann/empty', [], { behavior: 'empty' })
    host.put('ann/bomb', packFiles('bomb'), { behavior: 'bomb' })
    host.put('ann/text', [{ path: 'notes.txt', content: 'x' }])
    host.put('ann/quiet', packFiles('quiet', { '.nodeyard-opt-out': '' }))
    host.put('ann/limited', packFiles('limited'), { behavior: 'rate-limited' })
    slowHost.put('ann/silent', packFiles('silent'), { behavior: 'silent' })
    slowHost.put('ann/stalling', packFiles('stalling'), { behavior: 'stalling' })
    makeRepository(
      served('ann/many.git'),
      Array.from({ length: 301 }, (_, at) => ({ path: `${at}.txt`, content: 'x' })),
    )
    const reasons = {
      [`${hostUrl}/ann/missing`]: 'gone',
      [`${hostUrl}/ann/private`]: 'private',
      [`${hostUrl}/ann/empty`]: 'not_a_pack',
      [`${hostUrl}/ann/bomb`]: 'too_large',
      [`${hostUrl}/ann/text`]: 'not_a_pack',
      [`${hostUrl}/ann/quiet`]: 'opted_out',
      [`${hostUrl}/ann/limited`]: 'host_busy',
      [`${slowUrl}/ann/silent`]: 'slow',
      [`${slowUrl}/ann/stalling`]: 'slow',
      [`${server.url}/ann/many.git`]: 'too_large',
      [`${server.url}/private/blur.git`]: 'private',
    }
    for (const [address, failure] of Object.entries(reasons)) {
      const found = await read(address)
      assert.deepEqual([found.state, found.failure, found.check], ['failed', failure, undefined], address)
    }
    const paused = await world.deps.db.selectFrom('reading_hosts').selectAll().execute()
    assert.deepEqual(
      paused.map((one) => one.host),
      [new URL(hostUrl).host],
    )
    await world.deps.db.deleteFrom('reading_hosts').execute()
  })

  it('keeps only a pause that the host states, and never prolongs it', async () => {
    await unclaimedNode(world, `${hostUrl}/ann/listed-too`)
    const pauses = () => world.deps.db.selectFrom('reading_hosts').selectAll().execute()
    host.put('ann/failing', packFiles('failing'), { behavior: 'broken' })
    assert.equal((await read(`${hostUrl}/ann/failing`)).failure, 'host_busy')
    assert.deepEqual(await pauses(), [])
    host.put('ann/pausing', packFiles('pausing'), { behavior: 'rate-limited' })
    assert.equal((await read(`${hostUrl}/ann/pausing`)).failure, 'host_busy')
    const stated = await pauses()
    assert.equal(stated.length, 1)
    host.put('ann/waiting', packFiles('waiting'))
    assert.equal((await read(`${hostUrl}/ann/waiting`)).failure, 'host_busy')
    assert.deepEqual(await pauses(), stated)
    await world.deps.db.deleteFrom('reading_hosts').execute()
  })

  it('does not give the token of the registry to the archive, so that it reads no private repository', async () => {
    host.put('ann/hidden', packFiles('hidden'), { behavior: 'vanishing' })
    assert.equal((await read(`${hostUrl}/ann/hidden`)).failure, 'gone')
  })

  it('forgets results after some days', async () => {
    host.put('ann/kept', packFiles('kept'))
    const url = `${hostUrl}/ann/kept`
    await read(url)
    const stored = () => world.deps.db.selectFrom('requested_readings').selectAll().execute()
    const sweep = () => sweepReadings.run(world.deps, {}, new AbortController().signal)
    await sweep()
    assert.equal((await stored()).length, 1)
    world.advance(limits.repositoryReadingDays * dayMs)
    assert.equal((await look(url)).state, 'unread')
    await sweep()
    assert.deepEqual(await stored(), [])
  })
})

describe('the address of a repository to read', () => {
  const token = 'ghp_0123456789abcdefghij'
  for (const address of [
    `https://${token}@github.com/ann/blur`,
    `https://ann:${token}@github.com/ann/blur`,
    `//${token}@github.com/ann/blur`,
    `ann:${token}@github.com/ann/blur`,
    `https://github.com/ann/blur?access_token=${token}`,
    `https://${token}@github.com/ann/blur@${'a'.repeat(40)}`,
  ])
    it(`is refused with credentials, which are neither repeated nor stored: ${address}`, async () => {
      for (const call of [ask, look]) {
        const problem = await refused('repository_address_secret', call(address))
        assert.ok(!JSON.stringify(problem).includes(token))
      }
      assert.deepEqual(await world.deps.db.selectFrom('requested_readings').selectAll().execute(), [])
    })

  for (const address of [
    'blur',
    'https://github.com/ann',
    'file:///etc/passwd',
    'https://github.com/ann/../x/y',
    'https://localhost/a/b',
    'github.com/ann/blur@main',
    `github.com/ann/blur@${'a'.repeat(39)}`,
  ])
    it(`is refused unless it is one: ${address}`, async () => {
      await refused('repository_address_invalid', ask(address))
    })
})

describe('limits of readings on request', () => {
  it('count an address, its network, and what waits', async () => {
    const limited = await World.open(
      {
        requestedSources: [
          new CodeHostSource(
            { url: hostUrl, apiUrl: `${hostUrl}/api` },
            { networks: noNetworks },
            requestedLimits,
          ),
        ],
      },
      { RATE_LIMIT_FACTOR: '1' },
    )
    try {
      let count = 0
      const from = async (remoteAddress: string) => {
        const payload = { address: `${hostUrl}/ann/number-${++count}` }
        const answer = await limited.inject({ method: 'POST', url: '/repositories', remoteAddress, payload })
        return answer.statusCode === 200 ? answer.json().state : answer.json().error
      }
      const own = limits.repositoryReadingsPerHour
      for (let at = 0; at < own; at++) assert.equal(await from('203.0.113.1'), 'waiting')
      assert.equal(await from('203.0.113.1'), 'repository_limit')
      for (let at = own; at < limits.waitingRepositories; at++)
        assert.equal(await from('203.0.113.2'), 'waiting')
      assert.equal(await from('203.0.113.3'), 'unavailable')
      await limited.deps.db.deleteFrom('requested_readings').execute()
      const left = limits.repositoryReadingsOfNetworkPerHour - limits.waitingRepositories - 1
      for (let at = 0; at < left; at++) assert.equal(await from(`203.0.113.${10 + at}`), 'waiting')
      assert.equal(await from('203.0.113.99'), 'repository_limit')
      assert.equal(await from('198.51.100.1'), 'waiting')
    } finally {
      await limited.close()
    }
  })
})

describe('the setting READINGS_REQUESTS', () => {
  const config = (env: Record<string, string>) => World.open({}, { READINGS: '/mirror,host,git', ...env })
  it('shows strangers only what is on the public internet, unless it says more', async () => {
    const counts: Record<string, number> = {}
    for (const requests of ['public', 'all', 'off']) {
      const other = await config({ READINGS_REQUESTS: requests })
      counts[requests] = requestedSourcesOf(other.deps.config).length
      if (requests === 'off') {
        const address = 'github.com/ann/blur'
        const found = await other.anonymous.call(getRepositoryReading, { query: { address } })
        assert.equal(found.state, 'off')
        await refused(
          'repository_readings_off',
          other.anonymous.call(requestRepositoryReading, { body: { address } }),
        )
      }
      await other.close()
    }
    assert.deepEqual(counts, { public: 2, all: 3, off: 0 })
  })
})
