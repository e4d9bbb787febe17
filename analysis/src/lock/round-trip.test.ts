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

  it('keep all members of locks that are written as snapshots', () => {
    for (const seed of seeds) {
      const lock = readLock(JSON.parse(writeLock(lockOf(new Made(seed)))))
      for (const write of [managerSnapshot, desktopSnapshot]) {
        const { packs, python, models, tool, lost } = said(write(lock))
        const keyOf = ({ id, version, repository: address, commit }: (typeof packs)[number]) =>
          version === undefined ? `${address}@${commit}` : `${id}@${version}`
        const pinOf = ({ name, version }: (typeof python)[number]) => `${name}==${version}`
        const about = `${write.name}, seed ${seed}`
        assert.deepEqual(sorted(packs.map(keyOf)), sorted(lock.packs.map(keyOf)), about)
        assert.deepEqual(sorted(python.map(pinOf)), sorted(lock.python.map(pinOf)), about)
        assert.deepEqual([models, tool, lost], [lock.models, lock.tool, lock.unknown], about)
      }
    }
  })

  it('name what they cannot keep, for 50 generated snapshots and definitions', () => {
    for (const seed of seeds) {
      const made = new Made(seed)
      const good = made.hex(40)
      const [tool, number, pin, isKeptDisabled] = [
        made.hex(40),
        made.version(),
        made.version(),
        made.happens(),
      ]
      const [branch, model, wheel, file] = [
        'main',
        `${made.version()}.pt`,
        `extra-${seed} @ git+https://github.com/a/b`,
        `node_${seed}.py`,
      ]
      const manager = said(
        JSON.stringify({
          comfyui: tool,
          git_custom_nodes: {
            [repository('kept')]: { hash: good, disabled: isKeptDisabled },
            [repository('moving')]: { hash: branch, disabled: false },
            [`/home/me/own-${seed}`]: { hash: good, disabled: false },
          },
          cnr_custom_nodes: { 'some-pack': number, 'daily-pack': 'nightly' },
          file_custom_nodes: [
            { filename: 'websocket_image_save.py', disabled: false },
            { filename: file, disabled: true },
          ],
          pips: { [`numpy==${pin}`]: '', [wheel]: '' },
        }),
      )
      assert.deepEqual(
        manager.packs.map(({ id, repository: address, version, commit, isDisabled }) => [
          id ?? address,
          version ?? commit,
          isDisabled ?? false,
        ]),
        [
          ['some-pack', number, false],
          ['daily-pack', 'nightly', false],
          [repository('kept'), good, isKeptDisabled],
          [repository('moving'), undefined, false],
        ],
        `seed ${seed}`,
      )
      assert.deepEqual([manager.python, manager.tool], [[{ name: 'numpy', version: pin }], { commit: tool }])
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
              version: number,
              dirName: 'some-pack',
              enabled: !isKeptDisabled,
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
          pipPackages: { numpy: pin, local: 'file:///home/me' },
        }),
      )
      assert.deepEqual(
        desktop.packs.map(({ id, repository: address, version, isDisabled }) => [
          id ?? address,
          version,
          isDisabled ?? false,
        ]),
        [
          ['some-pack', number, isKeptDisabled],
          [repository('moving'), undefined, false],
        ],
        `seed ${seed}`,
      )
      assert.deepEqual(
        [desktop.python, desktop.tool],
        [[{ name: 'numpy', version: pin }], { version: 'v0.3.1', commit: good }],
      )
      assert.deepEqual(desktop.lost, ['moving@main', 'local==file:///home/me'])
      const definition = said(
        JSON.stringify({
          schema: 'distribution-definition/0',
          customNodes: [
            { repository: repository('kept'), gitRef: good, name: 'kept' },
            { repository: repository('moving'), gitRef: branch, name: 'moving' },
          ],
          models: [
            { type: 'vae', filename: model, source: { url: `https://models.test/${model}` } },
            { filename: `b-${seed}.pt` },
          ],
        }),
      )
      assert.deepEqual(
        definition.packs.map(({ repository: address, commit }) => [address, commit]),
        [
          [repository('kept'), good],
          [repository('moving'), undefined],
        ],
      )
      assert.deepEqual(definition.models, [
        { folder: 'vae', name: model, url: `https://models.test/${model}` },
      ])
      assert.deepEqual(definition.lost, [`${repository('moving')}@main`, `b-${seed}.pt`])
    }
  })
})
