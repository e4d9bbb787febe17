import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Random } from '../ground/random.test-support.ts'
import { desktopSnapshot, managerSnapshot } from './commands.ts'
import type { Installation } from './installation.ts'
import { type Lock, readLock, writeLock } from './lock-file.ts'
import { readInstallation } from './read.ts'

/** A failure names its seed. */
class Made extends Random {
  happens = () => this.chance(0.5)
  hex = (length: number) => Array.from({ length }, () => this.below(16).toString(16)).join('')
  version = () => `${this.below(9)}.${this.below(20)}.${this.below(30)}`
  list = <One>(make: (at: number) => One) => Array.from({ length: 1 + this.below(6) }, (_, at) => make(at))
}

const seeds = Array.from({ length: 50 }, (_, at) => at + 1)
const repository = (name: string) => `https://github.com/someone/${name}`

function lockOf(made: Made): Lock {
  return {
    created: '2026-03-01T00:00:00.000Z',
    registry: 'https://api.test',
    ...(made.happens() ? { machine: { python: '3.12', os: made.pick(['linux', 'windows']) } } : {}),
    ...(made.happens()
      ? { tool: made.happens() ? { commit: made.hex(40) } : { version: made.version() } }
      : {}),
    packs: made.list((at) =>
      made.happens()
        ? {
            folder: `pack-${at}`,
            id: `pack-${at}`,
            version: made.version(),
            url: `https://api.test/${at}.zip`,
            sha256: made.hex(64),
            size: made.below(9999),
          }
        : { folder: `Repo_${at}`, repository: repository(`Repo_${at}`), commit: made.hex(40) },
    ),
    python: made.list((at) => ({
      name: `package-${at}`,
      version: made.pick([made.version(), '2.6.0+cu124']),
    })),
    models: made.list((at) => ({
      folder: made.pick(['vae', 'loras/style']),
      name: `model-${at}.safetensors`,
      ...(made.happens() ? { url: `https://models.test/${at}`, sha256: made.hex(64), size: 5 } : {}),
    })),
    unknown: made.list((at) => `Lost ${at}`),
  }
}

const said = (text: string): Installation => readInstallation(text)
const sorted = (list: readonly (string | undefined)[]) => list.map(String).sort()

describe('files of installations', () => {
  it('keep all members of 50 generated locks', () => {
    for (const seed of seeds) {
      const text = writeLock(lockOf(new Made(seed)))
      assert.equal(writeLock(readLock(JSON.parse(text))), text, `seed ${seed}`)
      const { packs, python, models, tool, lost } = said(text)
      const lock = readLock(JSON.parse(text))
      assert.deepEqual(
        { packs, python, models, tool, lost },
        { packs: lock.packs, python: lock.python, models: lock.models, tool: lock.tool, lost: lock.unknown },
        `seed ${seed}`,
      )
    }
  })

  it('keep packs and packages of locks that are written as snapshots', () => {
    for (const seed of seeds) {
      const lock = readLock(JSON.parse(writeLock(lockOf(new Made(seed)))))
      for (const write of [managerSnapshot, desktopSnapshot]) {
        const { packs, python, lost } = said(write(lock))
        const keyOf = ({ id, version, repository: address, commit }: (typeof packs)[number]) =>
          version === undefined ? `${address}@${commit}` : `${id}@${version}`
        assert.deepEqual(
          sorted(packs.map(keyOf)),
          sorted(lock.packs.map(keyOf)),
          `${write.name}, seed ${seed}`,
        )
        assert.deepEqual(sorted(python.map(({ name }) => name)), sorted(lock.python.map(({ name }) => name)))
        assert.equal(lost, undefined)
      }
    }
  })

  it('name what they cannot keep, for 50 generated snapshots and definitions', () => {
    for (const seed of seeds) {
      const made = new Made(seed)
      const good = made.hex(40)
      const [branch, wheel, file] = ['main', `extra-${seed} @ git+https://github.com/a/b`, `node_${seed}.py`]
      const manager = said(
        JSON.stringify({
          comfyui: made.hex(40),
          git_custom_nodes: {
            [repository('kept')]: { hash: good, disabled: made.happens() },
            [repository('moving')]: { hash: branch, disabled: false },
            [`/home/me/own-${seed}`]: { hash: good, disabled: false },
          },
          cnr_custom_nodes: { 'some-pack': made.version(), 'daily-pack': 'nightly' },
          file_custom_nodes: [
            { filename: 'websocket_image_save.py', disabled: false },
            { filename: file, disabled: true },
          ],
          pips: { [`numpy==${made.version()}`]: '', [wheel]: '' },
        }),
      )
      assert.equal(manager.packs.length, 4, `seed ${seed}`)
      assert.deepEqual(manager.lost, [
        `${repository('moving')}@main`,
        `/home/me/own-${seed}@${good}`,
        file,
        wheel,
      ])
      const desktop = said(
        JSON.stringify({
          comfyui: { commit: good, releaseTag: 'v0.3.1' },
          customNodes: [
            {
              id: 'some-pack',
              type: 'cnr',
              version: made.version(),
              dirName: 'some-pack',
              enabled: made.happens(),
            },
            {
              id: 'moving',
              type: 'git',
              url: repository('moving'),
              commit: branch,
              dirName: 'moving',
              enabled: true,
            },
          ],
          pipPackages: { numpy: made.version(), local: 'file:///home/me' },
        }),
      )
      assert.deepEqual([desktop.packs.length, desktop.python.length], [2, 1], `seed ${seed}`)
      assert.deepEqual(desktop.lost, ['moving@main', 'local==file:///home/me'])
      const definition = said(
        JSON.stringify({
          schema: 'distribution-definition/0',
          customNodes: [
            { repository: repository('kept'), gitRef: good, name: 'kept' },
            { repository: repository('moving'), gitRef: branch, name: 'moving' },
          ],
          models: [
            { type: 'vae', filename: 'a.pt', source: { url: 'https://models.test/a' } },
            { filename: `b-${seed}.pt` },
          ],
        }),
      )
      assert.deepEqual([definition.packs.length, definition.models.length], [2, 1], `seed ${seed}`)
      assert.deepEqual(definition.lost, [`${repository('moving')}@main`, `b-${seed}.pt`])
    }
  })
})
