import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, symlink } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { buildZip } from '../../../analysis/src/archive/zip-builder.test-support.ts'
import { answerKillList } from '../registry/kill-list.test-support.ts'
import { folderWith, packOf, serverThat, Terminal } from '../run.test-support.ts'
import { historyName } from './history.ts'

const sound = buildZip({ entries: [{ name: 'pyproject.toml', data: '[project]\nname = "blur"\n' }] })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface Sent {
  version?: Record<string, unknown>
  archive?: Uint8Array
  killed?: object[]
  onInstall?: (request: IncomingMessage, response: ServerResponse) => void
  onDownload?: (request: IncomingMessage, response: ServerResponse) => void
}

/** Starts a registry that offers one pack, as far as it is not told to lie. */
async function registryWith({ version, archive = sound, killed, ...sent }: Sent): Promise<string> {
  const { onInstall, onDownload } = sent
  const origin: string = await serverThat((request, response) => {
    const killList = answerKillList(request.url ?? '', killed)
    if (killList) response.end(JSON.stringify(killList))
    else if (request.url?.startsWith('/archive')) {
      if (onDownload) onDownload(request, response)
      else response.end(archive)
    } else if (onInstall) onInstall(request, response)
    else {
      const found = {
        node_id: 'blur',
        version: '1.0.0',
        downloadUrl: `${origin}/archive`,
        sha256: sha256(archive),
        size: archive.byteLength,
        ...version,
      }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(found))
    }
  })
  return origin
}

/** Installs from a registry into a folder that has a pack of the user. */
async function install(origin: string, ...args: string[]) {
  const packs = await folderWith({ 'blur/mine.txt': 'mine', 'blur/pyproject.toml': 'old' })
  const terminal = new Terminal({ NODEYARD_REGISTRY: origin })
  const { code, stderr } = await terminal.run('install', 'blur', '--into', packs, ...args)
  return { code, stderr, packs }
}

/** Asserts a clear message, and that the folder is as it was. */
async function assertRefused(sent: Sent, message: RegExp): Promise<void> {
  const { code, stderr, packs } = await install(await registryWith(sent))
  assert.match(stderr, message)
  assert.doesNotMatch(stderr, /^\s+at /m)
  assert.equal(code, 1)
  assert.deepEqual(await readdir(packs), ['blur'])
  assert.deepEqual((await readdir(join(packs, 'blur'))).sort(), ['mine.txt', 'pyproject.toml'])
  assert.equal(await readFile(join(packs, 'blur/pyproject.toml'), 'utf8'), 'old')
}

describe('installing from a hostile registry', () => {
  it('refuses an archive with another digest', () =>
    assertRefused({ version: { sha256: 'a'.repeat(64) } }, /is not the published one: its digest is/))

  it('refuses versions on the kill list, by name or digest, which it offers all the same', async () => {
    const reason = { advisory: 'NYSA-2026-0001', severity: 'high', title: 'Mines coins' }
    for (const entry of [{ node: 'Blur', version: '1.0.0' }, { sha256: sha256(sound) }])
      await assertRefused(
        { killed: [{ ...reason, ...entry }] },
        /blur 1\.0\.0 is dangerous: the advisory NYSA-2026-0001/,
      )
  })

  it('refuses a registry without a kill list', async () => {
    const origin = await serverThat((request, response) => {
      if (request.url?.startsWith('/kill-list')) response.writeHead(404).end()
      else
        response.end(
          JSON.stringify({
            node_id: 'blur',
            version: '1.0.0',
            downloadUrl: `${origin}/archive`,
            sha256: sha256(sound),
            size: sound.byteLength,
          }),
        )
    })
    const { code, stderr } = await install(origin)
    assert.deepEqual([code, /which a registry does not send here/.test(stderr)], [1, true], stderr)
  })

  it('refuses a version without a digest', () =>
    assertRefused({ version: { sha256: undefined } }, /did not state a digest for blur 1\.0\.0/))

  it('refuses another pack than the one it asked for', () =>
    assertRefused({ version: { node_id: '../../etc' } }, /asked for blur but sent \.\.\/\.\.\/etc/))

  for (const name of ['../outside.py', '/etc/outside.py', 'a\\b.py', 'C:/outside.py', 'con.py'])
    it(`refuses an archive with the path ${name}`, () =>
      assertRefused(
        { archive: buildZip({ entries: [{ name, data: 'x' }] }) },
        /The archive of blur 1\.0\.0 is invalid and was not unpacked/,
      ))

  it('refuses an archive that is not a zip', () =>
    assertRefused({ archive: Buffer.from('<html>') }, /not a zip archive/))

  it('stops an endless archive at its stated size', () =>
    assertRefused({ onDownload: (_, response) => endless(response) }, /sent more than \d+ bytes/))

  it('stops an endless response at a limit', () =>
    assertRefused({ onInstall: (_, response) => endless(response) }, /sent more than 33,554,432 bytes/))

  it('stops a packed response that grows without end', async () => {
    const { gzipSync } = await import('node:zlib')
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    await assertRefused(
      { onInstall: (_, response) => response.setHeader('content-encoding', 'gzip').end(bomb) },
      /sent more than 33,554,432 bytes/,
    )
  })

  it('refuses huge headers', () =>
    assertRefused(
      { onInstall: (_, response) => response.setHeader('x-much', 'a'.repeat(200_000)).end('{}') },
      /sent headers of more than 65,536 bytes/,
    ))

  it('refuses a download address of another kind', () =>
    assertRefused({ version: { downloadUrl: 'file:///etc/passwd' } }, /invalid download address/))

  it('refuses redirects without end', () =>
    assertRefused(
      { onInstall: ({ url }, response) => response.writeHead(302, { location: `${url}a` }).end() },
      /redirects too often/,
    ))

  it('refuses a page in place of a response', () =>
    assertRefused(
      { onInstall: (_, response) => response.end('<p>Hi') },
      /which a registry does not send here/,
    ))

  it('removes control characters from the words of the registry', async () => {
    const message = 'No \u001b[2J such \u202e node'
    const origin = await registryWith({
      onInstall: (_, response) =>
        response.writeHead(404).end(JSON.stringify({ error: 'node_not_found', message })),
    })
    const { stderr } = await install(origin)
    assert.match(stderr, /^The registry refused \(404\): No {2}\[2J such � node$/m)
  })

  it('removes them from whatever else it says, too', async () => {
    const evil = '1.0.0\u001b]0;owned\u0007'
    const packs = await folderWith({ 'other/a.py': '' })
    const terminal = new Terminal({ NODEYARD_REGISTRY: await registryWith({ version: { version: evil } }) })
    const installed = await terminal.run('install', 'blur', '--into', packs)
    assert.equal(installed.code, 0, installed.stderr)
    const account = JSON.stringify({ publisherId: `acme${evil}`, actions: [evil] })
    const signing = await serverThat((_, response) => response.end(account))
    const signedIn = await terminal.run('login', '--token', 'nyp_a', '--registry', signing)
    const status = await terminal.run('whoami', '--registry', signing)
    for (const { stdout, stderr } of [installed, signedIn, status])
      assert.doesNotMatch(stdout + stderr, /[\u001b\u0007]/)
  })

  it('sends no secret in a body to another host', async () => {
    const bodies: string[] = []
    const other = await serverThat((request, response) => {
      request.on('data', (piece) => bodies.push(String(piece)))
      response.end('{}')
    })
    const elsewhere = other.replace('127.0.0.1', 'localhost')
    const origin = await serverThat((_, response) =>
      response.writeHead(307, { location: `${elsewhere}/x` }).end(),
    )
    const folder = await folderWith(packOf('leak', 'acme'))
    const terminal = new Terminal({ NODEYARD_REGISTRY: origin })
    const { stderr } = await terminal.run('publish', folder, '--token', 'nyp_secret')
    assert.match(stderr, /redirects to http:\/\/localhost:\d+, which must not receive this request/)
    assert.deepEqual(bodies, [])
  })

  it('sends the token to no other origin', async () => {
    const seen: (string | undefined)[] = []
    const other = await serverThat((request, response) => {
      seen.push(request.headers.authorization)
      response.end('{}')
    })
    const origin = await serverThat((_, response) =>
      response.writeHead(302, { location: `${other}/x` }).end(),
    )
    await new Terminal({ NODEYARD_REGISTRY: origin }).run('whoami', '--token', 'nyp_secret')
    assert.deepEqual(seen, [undefined])
  })
})

function endless(response: ServerResponse): void {
  const piece = Buffer.alloc(64 * 1024, 'a')
  const more = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

describe('an install that fails halfway', () => {
  it('restores every pack when the program of one fails', async () => {
    const archive = buildZip({
      entries: [
        { name: 'pyproject.toml', data: '[project]\nname = "blur"\n' },
        { name: 'install.py', data: 'raise SystemExit(3)\n' },
      ],
    })
    const { code, stderr, packs } = await install(
      await registryWith({ archive }),
      ...['--python', 'python3', '--run-install-scripts'],
    )
    assert.equal(code, 1)
    assert.match(stderr, /The folders are as they were before\.\ninstall\.py of blur failed\./)
    assert.deepEqual((await readdir(join(packs, 'blur'))).sort(), ['mine.txt', 'pyproject.toml'])
    assert.deepEqual((await readdir(packs)).sort(), [historyName, 'blur'])
  })

  it('shows no secret of this program to the programs of a pack', async () => {
    const script = 'import os\nraise SystemExit(any("secret" in value for value in os.environ.values()))\n'
    const archive = buildZip({ entries: [{ name: 'install.py', data: script }] })
    const packs = await folderWith({ 'other/a.py': '' })
    const secrets = {
      NODEYARD_TOKEN: 'nyp_secret',
      HF_TOKEN: 'hf_secret',
      NODEYARD_REGISTRY: await registryWith({ archive }),
    }
    const flags = ['--python', 'python3', '--run-install-scripts']
    const { code, stderr } = await new Terminal(secrets).run('install', 'blur', '--into', packs, ...flags)
    assert.equal(code, 0, stderr)
  })

  it('leaves a link to another folder alone, even with --force', async () => {
    const work = await folderWith({ 'pyproject.toml': 'mine', 'notes.txt': 'mine' })
    const packs = await folderWith({ 'other/a.py': '' })
    await symlink(work, join(packs, 'blur'))
    const terminal = new Terminal({ NODEYARD_REGISTRY: await registryWith({}) })
    const { code, stderr } = await terminal.run('install', 'blur', '--into', packs, '--force')
    assert.equal(code, 1)
    assert.match(stderr, /blur is a link to another folder/)
    assert.ok((await lstat(join(packs, 'blur'))).isSymbolicLink())
    assert.deepEqual((await readdir(work)).sort(), ['notes.txt', 'pyproject.toml'])
  })

  it('installs a pack that is named twice once, and refuses two versions of it', async () => {
    const terminal = new Terminal({ NODEYARD_REGISTRY: await registryWith({}) })
    const packs = await folderWith({})
    const twice = await terminal.run('install', 'blur@1.0.0', 'blur@1.0.0', '--into', packs)
    assert.deepEqual([twice.code, (await readdir(packs)).sort()], [0, [historyName, 'blur']], twice.stderr)
    for (const [one, two] of [
      ['blur@1.0.0', 'blur@2.0.0'],
      ['blur', 'Blur@1.0.0'],
    ] as const) {
      const { code, stderr } = await terminal.run('install', one, two, '--into', packs)
      assert.equal(code, 1)
      assert.match(stderr, /Only one version of blur can be installed/i)
    }
  })

  it('leaves a checkout alone', async () => {
    const packs = await folderWith({ 'blur/.git/HEAD': '' })
    const terminal = new Terminal({ NODEYARD_REGISTRY: await registryWith({}) })
    const { code, stderr } = await terminal.run('install', 'blur', '--into', packs)
    assert.equal(code, 1)
    assert.match(stderr, /is a git checkout/)
  })
})

describe('held versions', () => {
  const page = 'https://nodeyard.test/nodes/blur/versions/1.0.0'
  const held = JSON.stringify({ error: 'version_held', message: 'Held.', details: [page, 'hidden_code'] })
  const refuse = (_: IncomingMessage, response: ServerResponse) => void response.writeHead(403).end(held)

  it('are refused with the page that explains it, also when the hold began after the offer', async () => {
    const message = new RegExp(`Held for review: ${page}\\.[\\s\\S]*Held: hides code[\\s\\S]*--held`)
    await assertRefused({ onInstall: refuse }, message)
    await assertRefused({ onDownload: refuse }, message)
    await assertRefused(
      { version: { status: 'NodeVersionStatusFlagged', downloadUrl: undefined } },
      /Held for review: blur 1\.0\.0\./,
    )
  })

  it('are installed with --held and a token, which only the registry gets', async () => {
    const seen: (string | undefined)[] = []
    const note =
      (next: (response: ServerResponse) => void) => (request: IncomingMessage, response: ServerResponse) => {
        seen.push(request.headers.authorization)
        next(response)
      }
    const own = await registryWith({ onDownload: note((response) => response.end(sound)) })
    assert.equal((await install(own, '--held', '--token', 'nyp_mine')).code, 0)
    const elsewhere = await serverThat(note((response) => response.end(sound)))
    const version = { downloadUrl: `${elsewhere}/archive` }
    assert.equal((await install(await registryWith({ version }), '--held', '--token', 'nyp_mine')).code, 0)
    assert.equal((await install(own)).code, 0)
    assert.deepEqual(seen, ['Bearer nyp_mine', undefined, undefined])
  })

  it('need a token with --held', async () => {
    const { code, stderr } = await install(await registryWith({}), '--held')
    assert.match(stderr, /not logged in/)
    assert.equal(code, 1)
  })

  it('do not make the program read a refusal without end', async () => {
    const onDownload = (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(403)
      const write = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(10_000, ' ')));
        if (!response.destroyed) response.once('drain', write)
      }
      write()
    }
    await assertRefused({ onDownload }, /status 403/)
  })
})

describe('the command that updates packs', () => {
  it('has the versions of a hostile registry as single words', async () => {
    const version = '2.0.0; touch owned $(id)'
    const offered = (one: string) => ({
      version: one,
      status: 'NodeVersionStatusActive',
      downloadUrl: 'https://files.test/a.zip',
      dependencies: [],
    })
    const origin = await serverThat((request, response) => {
      const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '')
      const known: Record<string, unknown> = {
        '/nodes/blur/versions': [offered(version), offered('1.0.0')],
        '/advisories': { advisories: [], total: 0, page: 1, limit: 100, totalPages: 1 },
        '/bulk/requirements/check': { verdict: 'fine', conflicts: [], pins: [], unknowns: [] },
      }
      const found = answerKillList(path) ?? known[path] ?? { comfy_nodes: [], ...offered(version) }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(found))
    })
    const packs = await folderWith({
      'blur/pyproject.toml': '[project]\nname = "blur"\nversion = "1.0.0"\n',
    })
    const { stdout, stderr } = await new Terminal({ NODEYARD_REGISTRY: origin }).run('outdated', packs)
    assert.match(stdout, / install 'blur@2\.0\.0; touch owned \$\(id\)' --into /, stdout + stderr)
  })
})
