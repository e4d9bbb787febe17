import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { moderateVersion, publishAdvisory } from '@nodeyard/contract/safety'
import { buildZip } from '../../../analysis/src/archive/zip-builder.test-support.ts'
import { readManifest } from '../../../analysis/src/manifest/read.ts'
import { killListBy, type Signer, signer } from '../../../contract/src/ground/signed.test-support.ts'
import { asAdmin } from '../../test/admin.ts'
import { type TestPublisher, testPublisher } from '../../test/publishing.ts'
import { useWorld } from '../../test/world.ts'
import { fogCode, startTool, toolFolder } from './stand-in-tool.test-support.ts'

const holder = useWorld()
let publisher: TestPublisher | undefined
let registry: string
beforeEach(async () => {
  publisher ??= await testPublisher(holder.world)
  registry = await holder.world.listen()
})

const publish = (id: string, version = '1.0.0') =>
  publisher?.publish({ id, version, files: { '__init__.py': fogCode } })

const projectOf = (id: string, version = '1.0.0', owner = 'acme') => ({
  'pyproject.toml': `[project]\nname = "${id}"\nversion = "${version}"\n\n[tool.comfy]\nPublisherId = "${owner}"\n`,
  '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n',
})

async function started(settings: object, packs: Parameters<typeof toolFolder>[1] = {}) {
  const folder = await toolFolder({ registry, ...settings }, packs)
  const tool = await startTool(folder)
  const packsIn = async () =>
    (await readdir(join(folder, 'custom_nodes'))).filter((name) => name !== 'nodeyard-bridge').sort()
  return { folder, tool, packsIn }
}

describe('installing through the bridge', () => {
  it('needs a confirmation for exactly this archive, and runs nothing', async () => {
    await publish('fog-one')
    const { folder, tool, packsIn } = await started({})
    const { body: offer } = await tool.ask('offer', { node_id: 'fog-one' })
    assert.deepEqual([offer.id, offer.version, offer.replaces], ['fog-one', '1.0.0', false])
    assert.match(offer.sha256, /^[\da-f]{64}$/)
    assert.deepEqual(await packsIn(), [])
    const code = await tool.nextCode()
    assert.equal((await tool.ask('install', { token: 'guessed', code })).status, 409)
    const { status, body } = await tool.ask('install', { token: offer.token, code: code.toLowerCase() })
    assert.deepEqual([status, body.id], [200, 'fog-one'])
    assert.equal(await readFile(join(folder, 'custom_nodes/fog-one/__init__.py'), 'utf8'), fogCode)
    assert.equal((await tool.ask('install', { token: offer.token, code })).status, 409)
    const state = JSON.parse(await readFile(join(folder, 'user/nodeyard-bridge-state.json'), 'utf8'))
    assert.equal(state[registry].installed['fog-one'].sha256, offer.sha256)
  })

  it('needs the code of this offer, which only the console shows', async () => {
    await publish('fog-code')
    const { tool, packsIn } = await started({})
    const first = await tool.ask('offer', { node_id: 'fog-code' })
    const firstCode = await tool.nextCode()
    const second = await tool.ask('offer', { node_id: 'fog-code' })
    const secondCode = await tool.nextCode()
    assert.match(firstCode, /^[B-Z]{3}-[B-Z]{3}$/)
    assert.ok(!JSON.stringify(first.body).includes(firstCode.slice(0, 3)))
    const log = await (await fetch(`${tool.url}/internal/logs`)).text()
    assert.ok(!log.includes(firstCode) && !log.includes(secondCode), log)
    const { token } = first.body
    for (const code of [undefined, 5, '', secondCode, ['é']])
      assert.equal((await tool.ask('install', { token, code })).status, 401, String(code))
    // Five wrong codes stop all offers, so that a new offer allows no more guesses.
    assert.equal((await tool.ask('install', { token, code: firstCode })).status, 409)
    const { status, body } = await tool.ask('install', { token: second.body.token, code: secondCode })
    assert.equal(status, 409)
    assert.match(body.error, /too many wrong codes/)
    assert.deepEqual(await packsIn(), [])
  })

  it('lets a person correct a mistyped code', async () => {
    await publish('fog-typed')
    const { tool } = await started({})
    const { body: offer } = await tool.ask('offer', { node_id: 'fog-typed' })
    const code = await tool.nextCode()
    assert.equal((await tool.ask('install', { token: offer.token, code: 'BBB' })).status, 401)
    const typed = ` ${code.replace('-', ' ')} `
    assert.equal((await tool.ask('install', { token: offer.token, code: typed })).status, 200)
  })

  it('refuses requests that do not come from the tool’s page on this computer', async () => {
    const { tool } = await started({})
    const own = new URL(tool.url).host
    const port = new URL(tool.url).port
    const body = { node_id: 'no-such-pack' }
    const cases: [string, Record<string, string | undefined>, number][] = [
      ['no header of the page', { 'x-nodeyard-bridge': undefined }, 403],
      ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
      ['a sibling of the site', { 'sec-fetch-site': 'same-site' }, 403],
      ['another origin', { origin: 'https://evil.example' }, 403],
      ['another port', { origin: 'http://127.0.0.1:1' }, 403],
      ['no origin', { origin: undefined }, 403],
      ['a sandboxed frame', { origin: 'null' }, 403],
      ['a rebound name', { host: `evil.example:${port}`, origin: `http://evil.example:${port}` }, 403],
      ['a longer name', { host: `localhost.evil:${port}`, origin: `http://localhost.evil:${port}` }, 403],
      ['a longer address', { host: `127.0.0.1.evil:${port}`, origin: `http://127.0.0.1.evil:${port}` }, 403],
      ['a user name', { host: `localhost@evil:${port}`, origin: `http://localhost@evil:${port}` }, 403],
      ['another computer', { host: `192.0.2.20:${port}`, origin: `http://192.0.2.20:${port}` }, 403],
      ['no host', { host: '', origin: 'http://' }, 403],
      ['a proxy', { 'x-forwarded-for': '192.0.2.1' }, 403],
      ['a proxy with another header', { forwarded: 'for=192.0.2.1' }, 403],
      ['a form', { 'content-type': 'text/plain' }, 415],
      ['the page', {}, 502],
      ['the page by its name', { host: `localhost:${port}`, origin: `http://localhost:${port}` }, 502],
      ['the page by its IPv6 address', { host: `[::1]:${port}`, origin: `http://[::1]:${port}` }, 502],
      ['an old browser', { 'sec-fetch-site': undefined, origin: `http://${own}` }, 502],
    ]
    for (const [what, headers, status] of cases)
      assert.equal((await tool.ask('offer', body, headers)).status, status, what)
    assert.equal((await tool.ask('status')).status, 200)
    assert.equal((await tool.ask('status', undefined, { 'sec-fetch-site': undefined })).status, 403)
    assert.equal((await tool.ask('status', undefined, { host: `evil.example:${port}` })).status, 403)
  })

  it('installs nothing while other computers reach the tool, unless the settings name its address', async () => {
    await publish('fog-shared')
    const folder = await toolFolder({ registry })
    const shared = await startTool(folder, { LISTEN: '127.0.0.1, 0.0.0.0' })
    const refused = await shared.ask('offer', { node_id: 'fog-shared' })
    assert.deepEqual([refused.status, /Other computers/.test(refused.body.error)], [409, true])
    await shared.stop()
    const hosts = ['Tool.Example:8188']
    await writeFile(join(folder, 'user/nodeyard-bridge.json'), JSON.stringify({ registry, hosts }))
    const allowed = await startTool(folder, { LISTEN: '0.0.0.0' })
    const headers = {
      host: 'tool.example:8188',
      origin: 'https://tool.example:8188',
      'x-forwarded-for': '192.0.2.1',
    }
    const { body: offer } = await allowed.ask('offer', { node_id: 'fog-shared' }, headers)
    const confirmed = { token: offer.token, code: await allowed.nextCode() }
    assert.equal((await allowed.ask('install', confirmed, headers)).status, 200)
    const foreign = { host: 'other.example:8188', origin: 'https://other.example:8188' }
    assert.equal((await allowed.ask('offer', { node_id: 'fog-shared' }, foreign)).status, 403)
  })

  it('refuses a held version with the page that explains it, also when the hold began after the offer', async () => {
    await publish('fog-held')
    await publish('fog-held', '1.1.0')
    const { tool, packsIn } = await started({})
    const { body: offer } = await tool.ask('offer', { node_id: 'fog-held', version: '1.1.0' })
    const confirmed = { token: offer.token, code: await tool.nextCode() }
    const admin = await asAdmin(holder.world)
    await admin.call(moderateVersion, {
      params: { nodeId: 'fog-held', version: '1.1.0' },
      body: { status: 'NodeVersionStatusFlagged', status_reason: 'Looked at.' },
    })
    const words = /held for review\. Only its publisher .*\/nodes\/fog-held\/versions\/1\.1\.0/
    const installed = await tool.ask('install', confirmed)
    assert.equal(installed.status, 409)
    assert.match(installed.body.error, words)
    const again = await tool.ask('offer', { node_id: 'fog-held', version: '1.1.0' })
    assert.equal(again.status, 502)
    assert.match(again.body.error, words)
    assert.ok(!(await packsIn()).includes('fog-held'))
    assert.equal((await tool.ask('offer', { node_id: 'fog-held' })).body.version, '1.0.0')
  })

  it('asks the kill list again after the confirmation', async () => {
    await publish('fog-late')
    const lying = await lyingRegistry(zipOf('__init__.py'), { node_id: 'fog-late' })
    const { tool, packsIn } = await started({ registry: lying })
    const offered = async () => {
      const { body } = await tool.ask('offer', { node_id: 'fog-late' })
      return { token: body.token, code: await tool.nextCode() }
    }
    const confirmed = await offered()
    const unreachable = await offered()
    const admin = await asAdmin(holder.world)
    await admin.call(publishAdvisory, {
      body: {
        node_id: 'fog-late',
        title: 'It reads keys',
        severity: 'critical',
        details: 'All of them.',
        remedy: 'Remove it.',
        aliases: [],
        references: [],
        refuses_installs: true,
        ranges: [],
        versions: ['1.0.0'],
        archive_digests: [],
        file_digests: [],
      },
    })
    const refused = await tool.ask('install', confirmed)
    assert.deepEqual(
      [refused.status, refused.body.error],
      [409, 'This version is on the kill list: It reads keys'],
    )
    servers.at(-1)?.closeAllConnections()
    servers.at(-1)?.close()
    assert.equal((await tool.ask('install', unreachable)).status, 409)
    assert.deepEqual(await packsIn(), [])
  })

  it('refuses malformed names and versions before it asks the registry', async () => {
    const { tool } = await started({})
    for (const node_id of ['../up', 'a/b', '', 5, 'x'.repeat(200)])
      assert.equal((await tool.ask('offer', { node_id })).status, 409, String(node_id))
    assert.equal((await tool.ask('offer', { node_id: 'fog', version: 'latest' })).status, 409)
    assert.equal((await tool.ask('offer', { node_id: 'no-such-pack' })).status, 502)
  })

  it('does not replace a checkout', async () => {
    await publish('fog-checkout')
    const { folder, tool } = await started({}, { 'fog-checkout': { 'mine.py': 'mine' } })
    await mkdir(join(folder, 'custom_nodes/fog-checkout/.git'))
    const { body: offer } = await tool.ask('offer', { node_id: 'fog-checkout' })
    assert.equal(offer.replaces, true)
    const { status, body } = await tool.ask('install', { token: offer.token, code: await tool.nextCode() })
    assert.deepEqual(
      [status, body.error],
      [409, 'The folder of the pack is a checkout or a link. It is not replaced.'],
    )
  })
})

const servers: ReturnType<typeof createServer>[] = []
after(() => {
  for (const server of servers) server.closeAllConnections()
  for (const server of servers) server.close()
})

async function serverThat(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const zipOf = (...names: string[]) => buildZip({ entries: names.map((name) => ({ name, data: 'x' })) })

/** An archive without the mark for UTF-8. The registry refuses names in other encodings. */
const unmarked = (name: string | Uint8Array) => buildZip({ entries: [{ name, data: 'x', flags: 0 }] })

/** A registry that signs its kill list rightly, by passing on the real one, and lies about a pack. */
async function lyingRegistry(archive: Uint8Array, part: object = {}): Promise<string> {
  const origin: string = await serverThat(async (request, response) => {
    if (request.url?.startsWith('/kill-list')) {
      const real = await fetch(`${registry}${request.url}`)
      response.end(await real.text())
    } else if (request.url === '/archive') response.end(archive)
    else {
      const sha256 = createHash('sha256').update(archive).digest('hex')
      const offer = { node_id: 'fog', version: '1.0.0', downloadUrl: `${origin}/archive`, sha256 }
      response.end(JSON.stringify({ ...offer, size: archive.byteLength, ...part }))
    }
  })
  return origin
}

describe('the bridge at a hostile registry', () => {
  const sound = zipOf('__init__.py')
  const cases: [string, Uint8Array, object, RegExp][] = [
    ['another digest', sound, { sha256: 'a'.repeat(64) }, /another digest/],
    ['a larger archive', sound, { size: 10 }, /larger than it should be/],
    ['another pack', sound, { node_id: 'other' }, /another pack/],
    ['another origin', sound, { downloadUrl: 'https://elsewhere.test/a.zip' }, /not at the registry/],
    ['a path that leaves the folder', zipOf('../evil.py'), {}, /unsafe path/],
    ['an absolute path', zipOf('/evil.py'), {}, /unsafe path/],
    ['a device name', zipOf('a/NUL.txt'), {}, /unsafe path/],
    ['a device name with a superscript', zipOf('a/COM¹.txt'), {}, /unsafe path/],
    ['a device name with a space', zipOf('a/aux .py'), {}, /unsafe path/],
    ['a console', zipOf('CONIN$'), {}, /unsafe path/],
    ['a control character', zipOf('a\u009b31m.py'), {}, /unsafe path/],
    ['a name twice', zipOf('a.py', 'A.py'), {}, /path twice/],
    ['a name twice, with composed accents', zipOf('\u00e9.py', 'e\u0301.py'), {}, /path twice/],
    ['a name twice, in cases of several letters', zipOf('ß.py', 'SS.py'), {}, /path twice/],
    ['a path in GBK', unmarked(Uint8Array.of(0xc4, 0xe3, 0x2e, 0x70, 0x79)), {}, /cannot be unpacked/],
    ['a path in Shift_JIS', unmarked(Uint8Array.of(0x83, 0x5c, 0x2e, 0x70, 0x79)), {}, /cannot be unpacked/],
    ['no archive', new TextEncoder().encode('hello'), {}, /cannot be unpacked/],
  ]
  for (const [what, archive, part, message] of cases)
    it(`changes nothing when the registry sends ${what}`, async () => {
      const lying = await lyingRegistry(archive, part)
      const { folder, tool, packsIn } = await started({ registry: lying }, { fog: { 'mine.txt': 'mine' } })
      const offer = await tool.ask('offer', { node_id: 'fog' })
      const { token } = offer.body
      const refused =
        offer.status === 200 ? await tool.ask('install', { token, code: await tool.nextCode() }) : offer
      assert.match(refused.body.error, message)
      assert.equal(refused.status, 409)
      assert.deepEqual(
        (await packsIn()).filter((name) => !name.startsWith('.')),
        ['fog'],
      )
      assert.deepEqual(await readdir(join(folder, 'custom_nodes/fog')), ['mine.txt'])
    })

  it('reads names without the mark for UTF-8 as the registry does', async () => {
    const { folder, tool } = await started({ registry: await lyingRegistry(unmarked('ノード/你好.py')) })
    const { body } = await tool.ask('offer', { node_id: 'fog' })
    assert.equal((await tool.ask('install', { token: body.token, code: await tool.nextCode() })).status, 200)
    assert.deepEqual(await readdir(join(folder, 'custom_nodes/fog/ノード')), ['你好.py'])
  })

  it('offers nothing when the kill list is not signed', async () => {
    const unsigned = await serverThat((_, response) =>
      response.end('{"keys":[],"payload":"e30","signatures":[]}'),
    )
    const { tool } = await started({ registry: unsigned })
    const { status, body } = await tool.ask('offer', { node_id: 'fog' })
    assert.equal(status, 409)
    assert.match(body.error, /kill list of the registry could not be verified: bad signature/)
  })

  it('is not used without encryption on another computer', async () => {
    const { tool } = await started({ registry: 'http://registry.example' })
    assert.equal((await fetch(`${tool.url}/nodeyard/status`)).status, 404)
    assert.ok(tool.output.some((line) => line.includes('must be an https address')))
  })
})

describe('the kill list at startup', () => {
  it('disables versions on it before the tool loads them, also without the registry', async () => {
    const { world } = holder
    await publish('fog-killed')
    await publish('fog-killed', '1.1.0')
    const admin = await asAdmin(world)
    await admin.call(publishAdvisory, {
      body: {
        node_id: 'fog-killed',
        title: 'It reads keys',
        severity: 'critical',
        details: 'All of them.',
        remedy: 'Remove it.',
        aliases: [],
        references: [],
        refuses_installs: true,
        ranges: [],
        versions: ['1.0.0'],
        archive_digests: [],
        file_digests: [],
      },
    })
    const packs = {
      'fog-killed': projectOf('fog-killed'),
      'fog-newer': projectOf('fog-killed', '1.1.0'),
      other: projectOf('other'),
    }
    const { folder, tool, packsIn } = await started({}, packs)
    assert.deepEqual(await packsIn(), ['fog-killed.disabled', 'fog-newer', 'other'])
    const { body } = await tool.ask('status')
    assert.deepEqual(
      body.disabled.map((pack) => [pack.folder, pack.version, pack.title]),
      [['fog-killed', '1.0.0', 'It reads keys']],
    )
    await tool.stop()
    await mkdir(join(folder, 'custom_nodes/again'))
    await writeFile(
      join(folder, 'custom_nodes/again/pyproject.toml'),
      projectOf('fog-killed')['pyproject.toml'],
    )
    // The registry cannot be reached any more, and the last good list is applied.
    const statePath = join(folder, 'user/nodeyard-bridge-state.json')
    const gone = 'http://127.0.0.1:9'
    const state = JSON.parse(await readFile(statePath, 'utf8'))
    await writeFile(statePath, JSON.stringify({ [gone]: state[registry] }))
    await writeFile(join(folder, 'user/nodeyard-bridge.json'), JSON.stringify({ registry: gone }))
    const second = await startTool(folder)
    assert.deepEqual(await packsIn(), ['again.disabled', 'fog-killed.disabled', 'fog-newer', 'other'])
    assert.ok(second.output.some((line) => line.includes('the last good one is applied')))
  })

  it('accepts no list that another key signed, an older one, or a changed one', async () => {
    const real = await (await fetch(`${registry}/kill-list`)).json()
    const keys = (await (await fetch(`${registry}/kill-list/keys`)).json()).keys
    const payload = JSON.parse(Buffer.from(real.payload, 'base64url').toString())
    const changed = Buffer.from(JSON.stringify({ ...payload, serial: payload.serial + 1 })).toString(
      'base64url',
    )
    const other = { ...keys[0], x: Buffer.alloc(32, 7).toString('base64url') }
    const cases: [unknown, unknown[], number, RegExp][] = [
      [{ ...real, payload: changed }, keys, 0, /bad signature/],
      [real, [other], 0, /bad signature/],
      [real, keys, payload.serial + 1, /rolled back/],
    ]
    for (const [signed, trusted, serial, message] of cases) {
      const origin = await serverThat((_, response) => response.end(JSON.stringify(signed)))
      const folder = await toolFolder({ registry: origin, keys: trusted })
      await writeFile(
        join(folder, 'user/nodeyard-bridge-state.json'),
        JSON.stringify({ [origin]: { serial } }),
      )
      const { output } = await startTool(folder)
      assert.ok(
        output.some((line) => message.test(line)),
        `${message}: ${output.join('\n')}`,
      )
    }
  })
})

/** A server that sends these bytes to everyone, and closes the connection only if told to. */
async function rawServer(bytes: string, { isEndless = false } = {}): Promise<string> {
  const server = createNetServer((socket) => {
    socket.on('error', () => undefined)
    if (isEndless) socket.write(bytes)
    else socket.end(bytes)
    sockets.add(socket)
  }).listen(0, '127.0.0.1')
  rawServers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const rawServers: Server[] = []
const sockets = new Set<Socket>()
after(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of rawServers) server.close()
})

describe('the last good kill list', () => {
  const withBody = (body: string, status = '200 OK') =>
    `HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
  const deep = '['.repeat(100_000)
  const deepHeader = { protected: Buffer.from(deep).toString('base64url'), signature: 'AA' }
  const cases: [string, string, { isEndless?: boolean }?][] = [
    ['is not JSON', withBody('nonsense')],
    ['is nested deeply', withBody(deep)],
    [
      'has a signature that is nested deeply',
      withBody(JSON.stringify({ payload: 'e30', signatures: [deepHeader] })),
    ],
    ['refuses with an error that is nested deeply', withBody(deep, '500 No')],
    ['is not HTTP', 'nonsense\r\n\r\n'],
    ['breaks off', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\nabc'],
    ['has a header without an end', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(70_000)}`],
    ['has too many headers', `HTTP/1.1 200 OK\r\n${'x: a\r\n'.repeat(200)}\r\n`],
    ['never ends', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{', { isEndless: true }],
  ]
  for (const [what, bytes, how] of cases)
    it(`is applied when the response ${what}`, async () => {
      const key = signer('a')
      const entries = [{ node: 'fog-killed', version: '1.0.0', advisory: 'A', title: 'Bad\u001b[2J' }]
      const list = killListBy([key], { entries, serial: 1 })
      const origin = await rawServer(bytes, how)
      const folder = await toolFolder({ registry: origin }, { 'fog-killed': projectOf('fog-killed') })
      const state = { [origin]: { serial: 1, keys: [key.jwk], list } }
      await writeFile(join(folder, 'user/nodeyard-bridge-state.json'), JSON.stringify(state))
      const { output, stop } = await startTool(folder)
      await stop()
      const said = output.join('\n')
      assert.match(said, /the last good one is applied[\s\S]*disabled fog-killed: A Bad/)
      assert.ok(!said.includes('\u001b'))
      assert.ok((await readdir(join(folder, 'custom_nodes'))).includes('fog-killed.disabled'))
    })

  it('reads TOML 1.0 as Python does, in all versions of Python since 3.9', () => {
    const long = 'a = """\n""two"" quotes""\\\n   joined \\u00e9\\n""""" # c\nb = \'\'\'\n\\raw\'\'\'\'\'\n'
    const documents = [
      '',
      'a = 1 # one\n"b.c"=\'d\'\n[e . "f g"]\nh=[1,[2,"]"],\n# c\n{i="}"},]\nj = "k"\n',
      '[[p]]\nq="1"\n[p.r]\ns="2"\n[[p]]\nq="3"\n[t]\nu="4"\n',
      long,
      'a.b.c = "1"\na.b.d = {e.f = "2", g = {}}\n',
      'd = 1979-05-27 07:32:00Z\ne = 1e-3\nf = [0x1F, inf, -nan, true]\ng = "h"\n',
      ...['a', 'a = ', 'a = "b', '[a', 'a = 1 b = 2', 'a = "1"\na = "2"', 'a = """b', 'a.b = 1\na = "2"'],
      ...[
        'a = [1 2]',
        'a = {b = 1',
        'a = "\\q"',
        '= 1',
        '[[a]]\n[a.b.]',
        '[a]\n[[a]]',
        `a = ${'['.repeat(5000)}`,
      ],
    ]
    const script = `
import ast, json, pathlib, sys, tomllib
sys.path.insert(0, sys.argv[1])
import toml

for file in pathlib.Path(sys.argv[1]).glob("*.py"):
    ast.parse(file.read_text(), feature_version=(3, 9))

def texts(value):
    if isinstance(value, dict):
        return {key: texts(one) for key, one in value.items()}
    return value if isinstance(value, str) else None

def read(loads, text):
    try:
        return texts(loads(text))
    except (ValueError, RecursionError):
        return "refused"

for text in json.loads(sys.stdin.read()):
    one, other = (read(loads, text) for loads in (tomllib.loads, toml.loads))
    if one != other:
        print(repr(text[:200]), one, other)
`
    const folder = join(import.meta.dirname, '../packs/nodeyard-bridge')
    const { stdout, stderr } = spawnSync('python3', ['-B', '-c', script, folder], {
      input: JSON.stringify(documents),
      encoding: 'utf8',
    })
    assert.deepEqual([stdout, stderr], ['', ''])
  })

  it('knows packs by what the registry reads in their project files', async () => {
    const killed = '[project]\nname = "fog-killed"\nversion = "1.0.0"\n'
    const decoy = '[project]\ndescription = """\nname = "other"\nversion = "9.9.9"\n"""\n'
    // The registry reads TOML 1.1, and values that Python refuses.
    const newer = ['"\\e\\x41"', '{\n b = 1, # c\n}', '{b = 1,}', '10:00', '2021-02-30', '0000-01-01']
    const deeper = [
      `${'['.repeat(900)}${']'.repeat(900)}`,
      `${'{ a.b = ["}",'.repeat(300)}${']}'.repeat(300)}`,
    ]
    const files: Record<string, string | Buffer> = {
      decoy: `${decoy}name = "fog-killed"\nversion = "1.0.0"\n`,
      section: '[project]\ndescription = """\n[x]\n"""\nname = "fog-killed"\nversion = "1.0.0"\n',
      quoted: '[project]\n"name" = "fog-killed"\n"version" = "1.0.0"\n',
      dotted: 'project.name = "fog-killed"\nproject.version = "1.0.0"\n',
      inline: 'project = {name = "fog-killed", version = "1.0.0"}\n',
      escaped: '[project]\nname = "fog-k\\u0069lled"\nversion = """1.0.0"""\n',
      marked: `\ufeff${killed}`,
      spelled: '[project]\nname = "Fog_.Killed"\nversion = " v= 1.0"\n',
      windows: killed.replaceAll('\n', '\r\n'),
      padded: `# ${'x'.repeat(200_000)}\n${killed}`,
      deep: `${killed}[x]\na = ${'['.repeat(5000)}`,
      little: Buffer.from(killed, 'utf16le'),
      'little-marked': Buffer.from(`\ufeff${killed}`, 'utf16le'),
      big: Buffer.from(killed, 'utf16le').swap16(),
      'big-marked': Buffer.from(`\ufeff${killed}`, 'utf16le').swap16(),
      wide: Buffer.from(
        [...`\ufeff${killed}`].flatMap((letter) => [
          letter.charCodeAt(0) & 255,
          letter.charCodeAt(0) >> 8,
          0,
          0,
        ]),
      ),
    }
    for (const [at, value] of [...newer, ...deeper].entries())
      files[`newer-${at}`] = `${decoy}name = "fog-killed"\nversion = "1.0.0"\n[x]\na = ${value}\n`
    for (const [name, text] of Object.entries(files)) {
      const read = readManifest(Buffer.from(text)).manifest
      if (name !== 'deep' && name !== 'spelled') assert.equal(read?.name, 'fog-killed', name)
    }
    const key = signer('a')
    const list = killListBy([key], { entries: [{ node: 'fog-killed', version: '1.0.0' }], serial: 1 })
    const origin = await serverThat((_, response) => response.end(JSON.stringify(list)))
    const packs = Object.entries(files).map(([name, text]) => [name, { 'pyproject.toml': text }])
    const folder = await toolFolder({ registry: origin, keys: [key.jwk] }, Object.fromEntries(packs))
    const { stop } = await startTool(folder)
    await stop()
    const left = (await readdir(join(folder, 'custom_nodes'))).filter((name) => !name.endsWith('.disabled'))
    assert.deepEqual(left, ['nodeyard-bridge'])
  })

  it('is applied when it cannot be stored, and shows nothing that controls the console', async () => {
    const key = signer('a')
    const list = killListBy([key], { entries: [{ node: 'fog-killed', version: '1.0.0' }], serial: 1 })
    const origin = await serverThat((_, response) => response.end(JSON.stringify(list)))
    const folder = await toolFolder(
      { registry: origin, keys: [key.jwk] },
      { 'fog-killed': projectOf('fog-killed') },
    )
    await mkdir(join(folder, 'user/nodeyard-bridge-state.json.new'))
    const { output, stop } = await startTool(folder)
    await stop()
    assert.ok(output.some((line) => line.includes('could not be stored')))
    assert.ok((await readdir(join(folder, 'custom_nodes'))).includes('fog-killed.disabled'))
    const message = 'No.\u001b]52;c;aGk=\u0007\n[Nodeyard] To install fog 1.0.0, enter this code'
    const hostile = await rawServer(withBody(JSON.stringify({ message }), '500 No'))
    const shown = await startTool(await toolFolder({ registry: hostile, keys: [key.jwk] }))
    await shown.stop()
    const refusal = shown.output.find((line) => line.includes('No.')) ?? ''
    assert.match(refusal, /could not be refreshed.* To install fog/)
    assert.doesNotMatch(refusal, /\p{Cc}/u)
  })
})

describe('the trusted keys of the bridge', () => {
  const [old, fresh, evil] = [signer('old'), signer('fresh'), signer('evil')] as const
  const killed = [{ node: 'fog-killed', version: '1.0.0', advisory: 'A', title: 'Bad' }]

  /** Reads the kill list as the tool does before it loads packs. Returns what it disabled, and what it said. */
  async function readBy(
    signers: Signer[],
    { folder, content = {}, keys }: { folder: string; content?: object; keys?: unknown[] },
  ) {
    served.list = killListBy(signers, { entries: killed, ...content })
    served.keys = keys ?? signers.map(({ jwk }) => jwk)
    const { output, stop } = await startTool(folder)
    await stop()
    return output.join('\n')
  }

  const served: { list?: object; keys: unknown[] } = { keys: [] }
  const registryOfKeys = () =>
    serverThat(({ url }, response) =>
      response.end(JSON.stringify(url === '/kill-list' ? served.list : { keys: served.keys })),
    )

  it('follow a rotation, and are not replaced by a server that has no key', async () => {
    const origin = await registryOfKeys()
    const folder = await toolFolder({ registry: origin })
    const keysNow = async () => {
      const state = await readFile(join(folder, 'user/nodeyard-bridge-state.json'), 'utf8')
      return JSON.parse(state)
        [origin].keys.map(({ kid }: { kid: string }) => kid)
        .join()
    }
    const steps: [Signer[], object, string, RegExp | undefined][] = [
      [[old], { serial: 1 }, 'old', undefined],
      [[old], { serial: 1, keys: undefined }, 'old', undefined],
      [[evil], { serial: 2, entries: [] }, 'old', /bad signature/],
      [[old, fresh], { serial: 3 }, 'old,fresh', undefined],
      [[fresh], { serial: 4 }, 'fresh', undefined],
      [[old], { serial: 5 }, 'fresh', /bad signature/],
      [[fresh], { serial: Number.MAX_SAFE_INTEGER }, 'fresh', /number too high/],
      [[fresh], { serial: 6, keys: [evil.jwk] }, 'fresh', /bad signature/],
      [[fresh], { serial: 6, keys: [] }, 'fresh', /malformed/],
    ]
    for (const [signers, content, expected, problem] of steps) {
      const keys = [...signers.map(({ jwk }) => jwk), evil.jwk]
      const output = await readBy(signers, { folder, content, keys })
      const name = JSON.stringify([signers.map(({ kid }) => kid), content])
      if (problem) assert.match(output, problem, name)
      else assert.doesNotMatch(output, /could not be refreshed/, name)
      assert.equal(await keysNow(), expected, name)
    }
  })

  it('let nothing be installed by a list that expired days ago, which still disables packs', async () => {
    const origin = await serverThat((_, response) => response.writeHead(503).end())
    const folder = await toolFolder({ registry: origin }, { 'fog-killed': projectOf('fog-killed') })
    const storeListOf = async (days: number) => {
      const expires = new Date(Date.now() - days * 86_400_000).toISOString()
      const list = killListBy([old], { entries: killed, expires })
      await writeFile(
        join(folder, 'user/nodeyard-bridge-state.json'),
        JSON.stringify({ [origin]: { keys: [{ kid: 'old', x: old.jwk.x }], serial: 1, list } }),
      )
    }
    for (const [days, message] of [
      [4, /kill list of the registry could not be verified/],
      [2, /status 503/],
    ] as const) {
      await storeListOf(days)
      const tool = await startTool(folder)
      assert.match((await tool.ask('offer', { node_id: 'fog' })).body.error, message)
      await tool.stop()
    }
    assert.ok((await readdir(join(folder, 'custom_nodes'))).includes('fog-killed.disabled'))
  })

  it('start over when the settings name others, after a lost key', async () => {
    const origin = await registryOfKeys()
    const folder = await toolFolder({ registry: origin })
    await readBy([old], { folder, content: { serial: 9 } })
    await writeFile(
      join(folder, 'user/nodeyard-bridge.json'),
      JSON.stringify({ registry: origin, keys: [fresh.jwk] }),
    )
    assert.doesNotMatch(await readBy([fresh], { folder, content: { serial: 2 } }), /refreshed/)
    assert.match(await readBy([evil], { folder, content: { serial: 3 } }), /bad signature/)
    await writeFile(
      join(folder, 'user/nodeyard-bridge.json'),
      JSON.stringify({ registry: origin, keys: ['broken'] }),
    )
    assert.match(await readBy([evil], { folder, content: { serial: 3 } }), /bad signature/)
  })
})

describe('missing nodes', () => {
  it('are resolved by names alone', async () => {
    await publish('fog-resolved')
    const sent: unknown[] = []
    const origin = await serverThat(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      if (body) sent.push(JSON.parse(body))
      const real = await fetch(`${registry}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { 'content-type': 'application/json' },
        ...(body ? { body } : {}),
      })
      response.end(await real.text())
    })
    const { tool } = await started({ registry: origin })
    const { body } = await tool.ask('resolve', {
      comfy_nodes: [
        { comfy_node_name: 'ThickFog', node_id: 'fog-resolved', version: '1.0.0', widgets: ['secret'] },
        { comfy_node_name: 5 },
      ],
    })
    assert.equal(body.comfy_nodes[0]?.provider.node_id, 'fog-resolved')
    assert.deepEqual(sent, [
      { comfy_nodes: [{ comfy_node_name: 'ThickFog', node_id: 'fog-resolved', version: '1.0.0' }] },
    ])
  })
})

describe('import reports', () => {
  const packs = {
    'fog-good': projectOf('fog-good'),
    'fog-bad': { ...projectOf('fog-bad'), '__init__.py': 'import a_module_that_is_missing\n' },
    'fog-broken': { ...projectOf('fog-broken'), '__init__.py': 'def\n' },
    private: { ...projectOf('private', '1.0.0', ''), '__init__.py': '' },
  }

  it('are off by default, and are counts without an identifier', async () => {
    for (const id of ['fog-good', 'fog-bad', 'fog-broken']) await publish(id)
    const sent: string[] = []
    const counted = Promise.withResolvers<string>()
    const origin = await serverThat(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const real = await fetch(`${registry}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { 'content-type': 'application/json' },
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      })
      const answer = await real.text()
      response.end(answer)
      if (request.url !== '/import-reports') return
      sent.push(Buffer.concat(chunks).toString())
      counted.resolve(answer)
    })
    const off = await started({ registry: origin }, packs)
    assert.equal((await off.tool.ask('status')).body.reports_imports, false)
    assert.deepEqual(sent, [])
    await started({ registry: origin, report_imports: true, report_after_seconds: 1 }, packs)
    assert.equal(await counted.promise, '{"counted":3}')
    const { reports, ...machine } = JSON.parse(sent[0] ?? '')
    assert.deepEqual(reports, [
      { node_id: 'fog-bad', version: '1.0.0', outcome: 'import_error' },
      { node_id: 'fog-broken', version: '1.0.0', outcome: 'syntax_error' },
      { node_id: 'fog-good', version: '1.0.0', outcome: 'imported' },
      { node_id: 'nodeyard-bridge', version: '1.0.0', outcome: 'imported' },
    ])
    assert.deepEqual(Object.keys(machine).sort(), ['accelerator', 'os', 'python', 'tool_version'])
    assert.equal(machine.tool_version, '0.3')
    assert.equal(sent.length, 1)
    const rows = await holder.world.deps.db.selectFrom('import_reports').selectAll().execute()
    assert.deepEqual(rows.map(({ outcome }) => outcome).sort(), ['import_error', 'imported', 'syntax_error'])
  })
})
