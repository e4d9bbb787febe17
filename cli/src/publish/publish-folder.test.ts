import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import { openArchive, readFile as readEntry, verifyContents } from '../../../analysis/src/archive/reader.ts'
import { sourceOfBytes } from '../../../analysis/src/archive/source.ts'
import { rethrowFileError } from '../ground/errors.ts'
import { assertSize, buildArchive } from '../pack/pack-archive.ts'
import { selectFiles } from '../pack/select-files.ts'
import { publishFolder } from './publish-folder.ts'

const work = await mkdtemp(join(tmpdir(), 'publish-test-'))
after(() => rm(work, { recursive: true, force: true }))

const project = `
[project]
name = "my-pack"
version = "1.2.3"
description = "Größe: 寸法"
license = { file = "LICENSE" }
dependencies = ["numpy>=1.0", "comfyui-frontend-package>=1.20.0"]
classifiers = ["Operating System :: POSIX :: Linux", "Environment :: GPU :: NVIDIA CUDA", "Topic :: Games"]
[project.urls]
Repository = "https://example.com/acme/my-pack"
[tool.comfy]
PublisherId = "acme"
DisplayName = "My Pack"
includes = ["built", "empty"]
requires-comfyui = ">=0.3.0,<1.0.0"
`

const node = 'class Blur:\n    RETURN_TYPES = ()\r\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\r\n'

async function packWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(work, 'pack-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

function commit(folder: string, ...paths: string[]): void {
  execFileSync('git', ['init', '-q'], { cwd: folder })
  execFileSync('git', ['add', '--', ...paths], { cwd: folder })
}

interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Starts a server with configured responses to publish and upload, which records requests. */
async function startRegistry(answers: { announce?: [number, string]; upload?: [number, string] } = {}) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    received.push({ method, url, headers, body: await buffer(request) })
    const version = { id: 'f0', version: '1.2.3', changelog: 'New.' }
    const announced = JSON.stringify({ signedUrl: `${address}/put?sig=a%20b`, node_version: version })
    const [status, text] = (method === 'POST' ? answers.announce : answers.upload) ?? [
      method === 'POST' ? 201 : 200,
      announced,
    ]
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  assert(bound !== null && typeof bound === 'object')
  const address = `http://127.0.0.1:${bound.port}`
  after(() => server.close())
  return { address, received }
}

const namesIn = async (folder: string) => (await selectFiles(folder, [])).entries.map(({ name }) => name)

describe('publishing a folder', () => {
  it('sends only the announcement and then the archive', async () => {
    const folder = await packWith({ 'pyproject.toml': project, '__init__.py': node, LICENSE: '' })
    commit(folder, '.')
    const { address, received } = await startRegistry()
    const published = await publishFolder({ folder, apiUrl: address, token: 'secret', changelog: 'New.' })

    assert.equal(received.length, 2)
    const [announcement, uploaded] = received
    assert(announcement && uploaded)
    assert.equal(announcement.url, '/publishers/acme/nodes/my-pack/versions')
    assert.equal(announcement.headers.authorization, undefined)
    assert.equal(announcement.headers['content-type'], 'application/json')
    assert.equal(
      announcement.body.toString('latin1'),
      '{"personal_access_token": "secret", "node": {"id": "my-pack", ' +
        '"description": "Gr\\u00f6\\u00dfe: \\u5bf8\\u6cd5", "icon": "", "name": "My Pack", ' +
        '"license": "{\\"file\\": \\"LICENSE\\"}", "repository": "https://example.com/acme/my-pack", "banner_url": "", ' +
        '"supported_os": ["POSIX :: Linux"], "supported_accelerators": ["GPU :: NVIDIA CUDA"], ' +
        '"supported_comfyui_version": ">=0.3.0,<1.0.0", "supported_comfyui_frontend_version": ">=1.20.0"}, ' +
        '"node_version": {"version": "1.2.3", "dependencies": ["numpy>=1.0"], ' +
        '"supported_os": ["POSIX :: Linux"], "supported_accelerators": ["GPU :: NVIDIA CUDA"], ' +
        '"supported_comfyui_version": ">=0.3.0,<1.0.0", "supported_comfyui_frontend_version": ">=1.20.0", ' +
        `"changelog": "New.", "sha256": "${published.archive.digest}", "size": ${uploaded.body.byteLength}}}`,
    )
    assert.equal(uploaded.method, 'PUT')
    assert.equal(uploaded.url, '/put?sig=a%20b')
    assert.equal(uploaded.headers['content-type'], 'application/zip')
    assert.equal(uploaded.headers['content-length'], String(uploaded.body.byteLength))
    assert.equal(uploaded.headers['transfer-encoding'], undefined)
    assert.equal(createHash('sha256').update(uploaded.body).digest('hex'), published.archive.digest)
  })

  it('stores the files unchanged in an archive that our reader accepts', async () => {
    const files = {
      'pyproject.toml': project,
      'a b/c.txt': 'one\r\ntwo',
      '.hidden': '',
      'big.txt': 'x'.repeat(9e5),
    }
    const folder = await packWith(files)
    commit(folder, '.')
    const target = join(work, 'reader.zip')
    await buildArchive(await selectFiles(folder, []), target)
    const archive = await openArchive(sourceOfBytes(await readFile(target)))
    await verifyContents(archive)
    const read: Record<string, string> = {}
    for (const entry of archive.entries) {
      read[entry.path] = new TextDecoder().decode(await readEntry(archive, entry, 1e6))
    }
    assert.deepEqual(read, files)
  })

  it('packs tracked files without .comfyignore plus includes', async () => {
    const folder = await packWith({
      'pyproject.toml': project,
      '.comfyignore': 'docs/\n*.psd\n',
      'docs/a.md': 'a',
      'art.psd': 'a',
      'grün.txt': 'git quotes this name without -z',
      'built/app.js': 'not tracked',
      'untracked.txt': 'not tracked',
    })
    await mkdir(join(folder, 'empty'))
    await symlink('pyproject.toml', join(folder, 'link.toml'))
    commit(folder, 'pyproject.toml', '.comfyignore', 'docs', 'art.psd', 'grün.txt', 'link.toml')
    const selection = await selectFiles(folder, ['built', '/empty/', 'missing', '../out'])
    const { names } = await buildArchive(selection, join(work, 'a.zip'))
    assert.deepEqual(names.sort(), [
      '.comfyignore',
      'built/app.js',
      'empty/',
      'grün.txt',
      'link.toml',
      'pyproject.toml',
    ])
  })

  it('packs only the folder inside a larger checkout', async () => {
    const folder = await packWith({
      'outer.txt': '',
      'packs/inner/pyproject.toml': '',
      'packs/inner/a.py': '',
    })
    commit(folder, '.')
    assert.deepEqual(await namesIn(join(folder, 'packs/inner')), ['a.py', 'pyproject.toml'])
  })

  it('packs all files without git, and prefers options over the project file', async () => {
    const folder = await packWith({ 'sub/a.py': '', '__init__.py': node })
    assert.deepEqual(await namesIn(folder), ['__init__.py', 'sub/a.py'])
    const { address, received } = await startRegistry()
    const identity = { publisherId: 'p', nodeId: 'n', version: '0.1.0' }
    const { archive } = await publishFolder({ folder, apiUrl: address, token: 't', ...identity })
    assert.equal(received[0]?.url, '/publishers/p/nodes/n/versions')
    const body = JSON.parse(String(received[0]?.body))
    assert.deepEqual(
      [body.node.id, body.node.name, body.node.license, body.node_version],
      [
        'n',
        '',
        '{}',
        {
          version: '0.1.0',
          dependencies: [],
          supported_os: [],
          supported_accelerators: [],
          supported_comfyui_version: '',
          supported_comfyui_frontend_version: '',
          sha256: archive.digest,
          size: archive.sizeBytes,
        },
      ],
    )
  })

  it('reports any other response', async () => {
    const folder = await packWith({ 'pyproject.toml': project, '__init__.py': node, LICENSE: '' })
    const problem = JSON.stringify({ error: 'version_taken', message: 'The node version already exists' })
    const taken = await startRegistry({ announce: [400, problem] })
    await assert.rejects(publishFolder({ folder, apiUrl: taken.address, token: 't' }), {
      name: 'CliError',
      code: 'version_taken',
      message:
        'The registry refused the new version (400): The node version already exists\n' +
        '  Increase the version in pyproject.toml: a number can be published once.',
    })
    assert.equal(taken.received.length, 1)
    const created = await startRegistry({ upload: [201, 'created'] })
    await assert.rejects(publishFolder({ folder, apiUrl: created.address, token: 't' }), {
      message: /responded with status 201, which a registry does not send here/,
    })
  })

  it('refuses a pack without a version before sending', async () => {
    const folder = await packWith({
      'pyproject.toml': '[project]\nname = "a"\n[tool.comfy]\nPublisherId = "p"',
    })
    await assert.rejects(publishFolder({ folder, apiUrl: 'http://127.0.0.1:1', token: 't' }), {
      message: `${folder}/pyproject.toml: version in [project] is missing. Add it, or pass --set-version.`,
    })
  })

  it('names the largest file of a too large archive before sending', async () => {
    const folder = await packWith({ 'small.txt': 'a', 'model.bin': 'x'.repeat(3e6) })
    const archive = await buildArchive(await selectFiles(folder, []), join(work, 'large.zip'))
    assertSize(folder, archive)
    assert.throws(() => assertSize(folder, { ...archive, sizeBytes: limits.archiveBytes + 1 }), {
      message: /the registry accepts at most 200 MiB\..+ The largest file is model\.bin \(3 MiB\)/,
    })
  })

  it('names an unreadable file with a remedy', () => {
    const error = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
    assert.throws(() => rethrowFileError(error, 'pack/secret.py'), {
      name: 'CliError',
      message: /^pack\/secret\.py: you lack permission to read it\./,
    })
  })
})
