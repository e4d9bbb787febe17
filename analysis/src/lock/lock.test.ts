import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { desktopSnapshot, managerSnapshot, modelCommands } from './commands.ts'
import { LockRefusal, maxInstallationLength } from './installation.ts'
import { type Lock, readLock, writeLock } from './lock-file.ts'
import { modelOf } from './parts.ts'
import { readInstallation } from './read.ts'

const sha256 = 'a'.repeat(64)
const commit = 'b'.repeat(40)
const lock: Lock = {
  created: '2026-03-01T00:00:00.000Z',
  registry: 'https://api.test',
  machine: { python: '3.12', os: 'linux' },
  tool: { version: '0.3.60' },
  packs: [
    { folder: 'zoom', repository: 'https://code.test/a/zoom', commit },
    { folder: 'blur', id: 'blur', version: '1.0.0', url: 'https://api.test/blur.zip', sha256, size: 9 },
  ],
  python: [
    { name: 'pillow', version: '11.0.0' },
    { name: 'numpy', version: '2.1.0' },
  ],
  indexReadAt: '2026-02-28T00:00:00.000Z',
  models: [
    {
      folder: 'vae',
      name: 'ae.safetensors',
      url: 'https://huggingface.co/a/b/resolve/main/ae.safetensors',
      sha256,
    },
  ],
  unknown: ['Fog'],
}
const refusalOf = (text: string) => {
  try {
    readInstallation(text)
  } catch (error) {
    if (error instanceof LockRefusal) return error.message
    throw error
  }
  return ''
}

describe('nodeyard.lock', () => {
  it('has the same bytes for the same content, and is read back', () => {
    const text = writeLock(lock)
    const shuffled = { ...lock, packs: lock.packs.toReversed(), python: lock.python.toReversed() }
    assert.equal(writeLock(shuffled), text)
    assert.equal(writeLock(readLock(JSON.parse(text))), text)
    const read = readInstallation(text)
    assert.equal(read.format, 'lock')
    assert.deepEqual(
      read.packs.map(({ folder }) => folder),
      ['blur', 'zoom'],
    )
  })

  it('refuses parts that it cannot trust', () => {
    const broken = (change: object) =>
      refusalOf(JSON.stringify({ ...JSON.parse(writeLock(lock)), ...change }))
    assert.equal(broken({ format: 'nodeyard-lock/2' }), 'newer_format: nodeyard-lock/2')
    for (const folder of ['..', '.disabled', 'a/b', 'a\\b', '', 'a\0', 'C:', 'x'.repeat(201)])
      assert.equal(
        broken({ packs: [{ folder, repository: 'https://code.test/a/b' }] }),
        'broken: packs[0]',
        folder,
      )
    assert.equal(broken({ packs: [{ folder: 'a', url: 'https://api.test/a.zip' }] }), 'broken: packs[0]')
    assert.equal(broken({ packs: [{ folder: 'a', repository: 'file:///etc' }] }), 'broken: packs[0]')
    assert.equal(
      broken({ packs: ['A', 'a'].map((folder) => ({ folder, repository: 'https://c.test/a/b' })) }),
      'broken: packs',
    )
    assert.equal(broken({ python: [{ name: 'numpy', version: 'x' }] }), 'broken: python[0]')
    assert.equal(broken({ models: [{ folder: '../x', name: 'a' }] }), 'broken: models[0]')
    assert.equal(broken({ packs: {} }), 'broken: packs')
    assert.equal(broken({ created: 'yesterday' }), 'broken: created')
    assert.match(broken({ python: Array(10_001).fill({}) }), /^too_large/)
  })
})

describe('reading an installation', () => {
  it('reads snapshots of the manager', () => {
    const read = readInstallation(managerSnapshot(lock))
    assert.equal(read.format, 'manager_snapshot')
    assert.deepEqual(read.packs, [
      { id: 'blur', version: '1.0.0' },
      { repository: 'https://code.test/a/zoom', commit },
    ])
    assert.deepEqual(read.python, lock.python)
  })

  it('reads snapshots of the desktop program, the newest of an exported file', () => {
    const snapshot = JSON.parse(desktopSnapshot(lock))
    const read = readInstallation(JSON.stringify(snapshot))
    assert.equal(read.pythonVersion, '3.12')
    assert.deepEqual(read.packs, [
      { repository: 'https://code.test/a/zoom', commit, folder: 'zoom' },
      { id: 'blur', version: '1.0.0', folder: 'blur' },
    ])
    const file = {
      type: 'comfyui-desktop-2-snapshot',
      version: 1,
      snapshots: [{ createdAt: '2020' }, snapshot],
    }
    assert.deepEqual(readInstallation(JSON.stringify(file)), read)
  })

  it('reads what the command-line client writes', () => {
    const needed = {
      custom_nodes: { 'https://code.test/a/zoom': { hash: commit }, blur: {} },
      unknown_nodes: [],
    }
    assert.deepEqual(readInstallation(JSON.stringify(needed)).packs, [
      { repository: 'https://code.test/a/zoom', commit },
      { id: 'blur' },
    ])
    const definition = {
      schema: 'distribution-definition/0',
      baseComfyVersion: 'v0.3.40',
      models: [{ type: 'vae', filename: 'ae.safetensors', sha256, sizeBytes: 4 }],
      customNodes: [{ name: 'zoom', repository: 'git@code.test:a/zoom.git', gitRef: commit }],
    }
    const read = readInstallation(JSON.stringify(definition))
    assert.deepEqual(read.models, [{ folder: 'vae', name: 'ae.safetensors', sha256, size: 4 }])
    assert.deepEqual(read.packs, [{ repository: 'https://code.test/a/zoom.git', commit, folder: 'zoom' }])
    assert.deepEqual(read.tool, { version: 'v0.3.40' })
  })

  it('reads earlier lock files of workflows', () => {
    const earlier = {
      lockfile_version: 1,
      nodes: [{ id: 'blur', version: '1.0.0', sha256, download_url: 'https://api.test/blur.zip' }],
      repositories: [{ id: 'zoom', repository: 'https://code.test/a/zoom' }],
    }
    assert.deepEqual(
      readInstallation(JSON.stringify(earlier)).packs.map(({ id }) => id),
      ['blur', 'zoom'],
    )
  })

  it('reads the output of pip freeze', () => {
    const read = readInstallation(
      '# packages\nnumpy==2.1.0\nPillow===11.0\n-e git+https://x.test/a#egg=a\ntorch==2.4.0+cu121\n',
    )
    assert.deepEqual(read.python, [
      { name: 'numpy', version: '2.1.0' },
      { name: 'pillow', version: '11.0' },
      { name: 'torch', version: '2.4.0+cu121' },
    ])
  })

  it('reads packs at versions and repositories, also beside Python packages', () => {
    const packs = [
      { id: 'soft-blur', version: '1.0.0' },
      { id: 'Comfy_Fog', version: '2.1.0-rc.1' },
      { repository: 'https://github.com/a/b' },
    ]
    const lines = ['soft-blur@1.0.0', 'Comfy_Fog@v2.1.0-rc.1', 'https://github.com/a/b']
    assert.deepEqual(readInstallation(lines.join('\n')).packs, packs)
    const mixed = readInstallation(['numpy==2.1.0', ...lines, 'just words'].join('\n'))
    assert.deepEqual(mixed.packs, packs)
    assert.deepEqual(mixed.python, [{ name: 'numpy', version: '2.1.0' }])
    assert.deepEqual(readInstallation('blur@nightly\nblur@1_0_0').packs, [
      { folder: 'blur@nightly' },
      { folder: 'blur@1_0_0' },
    ])
  })

  it('reads names of folders as different systems print them', () => {
    const expected = [{ folder: 'ComfyUI-Blur' }, { folder: 'zoom.disabled', isDisabled: true }]
    for (const text of [
      'ComfyUI-Blur\n__pycache__\nzoom.disabled\nwebsocket_image_save.py',
      'total 8\ndrwxr-xr-x 3 a a 4096 Mar  1 10:00 ComfyUI-Blur\ndrwxr-xr-x 3 a a 4096 Mar  1 2025 zoom.disabled',
      '11/25/2025  07:53 PM    <DIR>          ComfyUI-Blur\r\n11/25/2025  07:53 PM    <DIR>          zoom.disabled\r\n11/25/2025  07:53 PM    <DIR>          ..',
      '├── ComfyUI-Blur\n└── zoom.disabled',
      './custom_nodes/ComfyUI-Blur/\n./custom_nodes/zoom.disabled/',
    ])
      assert.deepEqual(readInstallation(text).packs, expected, text)
  })

  it('refuses other files with a reason', () => {
    assert.equal(refusalOf('{"a": 1}'), 'unknown_format')
    assert.equal(refusalOf('{"a": '), 'broken')
    assert.equal(refusalOf(''), 'unknown_format')
    assert.equal(refusalOf(' '.repeat(maxInstallationLength + 1)), 'too_large')
    assert.match(
      refusalOf(
        JSON.stringify({
          cnr_custom_nodes: Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`a${i}`, '1'])),
        }),
      ),
      /^too_large/,
    )
  })
})

describe('parts that a lock cannot have', () => {
  it('are named without logins', () => {
    const login = 'https://me:ghp_Secret@code.test/me/x'
    const texts = [
      JSON.stringify({
        git_custom_nodes: { [login]: { hash: commit } },
        pips: { [`a @ git+${login}`]: '', 'b @ ssh://git@code.test/b': '' },
      }),
      JSON.stringify({ customNodes: [{ url: login, commit }], pipPackages: { c: `git+${login}` } }),
      `numpy==1.0\n-e git+${login}#egg=x\n`,
    ]
    const lost = texts.flatMap((text) => readInstallation(text).lost ?? [])
    assert.deepEqual(lost, [
      `https://code.test/me/x@${commit}`,
      'a @ git+https://code.test/me/x',
      'b @ ssh://code.test/b',
      `https://code.test/me/x@${commit}`,
      'c==git+https://code.test/me/x',
      '-e git+https://code.test/me/x#egg=x',
    ])
  })
})

describe('commands of the models of a lock', () => {
  it('download models with each program, and check their hash', () => {
    const [model] = lock.models
    assert(model)
    for (const downloader of ['curl', 'wget', 'aria2', 'hub'] as const) {
      const commands = modelCommands(model, downloader)
      assert.equal(commands[0], 'mkdir -p models/vae')
      assert.match(commands.at(-1) ?? '', /sha256sum -c -$/)
    }
    assert.equal(
      modelCommands(model, 'hub')[1],
      'hf download a/b ae.safetensors --revision main --local-dir models/vae',
    )
    assert.deepEqual(modelCommands({ folder: 'vae', name: 'x.pt' }, 'curl'), [])
    const outside = 'https://huggingface.co/a/b/resolve/main/..%2f..%2fx.pt'
    assert.match(modelCommands({ folder: 'vae', name: 'x.pt', url: outside }, 'hub')[1] ?? '', /^curl /)
  })

  it('leave nothing to the shell that strangers wrote', () => {
    assert.equal(
      modelCommands({ folder: '-x', name: '-o', url: 'https://c.test/-o' }, 'curl')[0],
      'mkdir -p models/-x',
    )
  })

  it('write to no other path that an address names', {
    skip: spawnSync('curl', ['-V']).status !== 0,
  }, async (t) => {
    const server = createServer((_, response) => response.end('weights')).listen(0, '127.0.0.1')
    t.after(() => server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const folder = await mkdtemp(join(tmpdir(), 'nodeyard-globs-'))
    // curl replaces `#1` by what the braces of an address say, unless told not to.
    const model = modelOf({ folder: 'vae', name: '#1', url: `http://127.0.0.1:${port}/?{../../outside}` })
    assert(model)
    const shell = spawn('sh', ['-ec', modelCommands(model, 'curl').join('\n')], { cwd: folder })
    assert.deepEqual(await once(shell, 'close'), [0, null])
    assert.deepEqual((await readdir(folder, { recursive: true })).sort(), [
      'models',
      'models/vae',
      'models/vae/#1',
    ])
    await rm(folder, { recursive: true })
  })
})
