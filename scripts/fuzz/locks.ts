import { desktopSnapshot, type Lock, managerSnapshot, writeLock } from '@nodeyard/analysis/lock'
import type { Chance } from '../../bench/data/chance.ts'
import { mutateText } from './mutations.ts'

const names = [
  'blur',
  'ComfyUI-Fog',
  '..',
  'a/b',
  "a'; id",
  '__proto__',
  'x'.repeat(300),
  'zoom.disabled',
  'é',
  '',
]
const urls = [
  'https://api.test/a.zip',
  'http://api.test',
  'file:///etc/passwd',
  'git@code.test:a/b.git',
  'https://u:p@x.test/',
]
const versions = ['1.0.0', 'nightly', '1!0', '9'.repeat(40), '../1', '']
const digests = ['a'.repeat(64), 'b'.repeat(40), 'A'.repeat(64), 'zz', '']

/** Generates a description of an installation in one of its formats, partly damaged. */
export function makeInstallation(random: Chance): string {
  const lock = makeLock(random)
  const text = random.pick([
    () => writeLock(lock),
    () => managerSnapshot(lock),
    () => desktopSnapshot(lock),
    () => lock.python.map(({ name, version }) => `${name}==${version}`).join('\n'),
    () => lock.packs.map(({ folder }) => `drwxr-xr-x 3 a a 4096 Mar  1 10:00 ${folder}`).join('\n'),
    () =>
      JSON.stringify({
        custom_nodes: Object.fromEntries(lock.packs.map((one) => [one.repository ?? one.id, one])),
      }),
  ])()
  return random.pick([true, false]) ? text : mutateText(random, text)
}

function makeLock(random: Chance): Lock {
  return {
    created: random.pick(['2026-03-01T00:00:00.000Z', 'yesterday', '']),
    registry: random.pick(urls),
    machine: { python: random.pick(versions), os: random.pick(names) },
    packs: random.list(5, () => ({
      folder: random.pick(names),
      id: random.pick(names),
      version: random.pick(versions),
      url: random.pick(urls),
      sha256: random.pick(digests),
      repository: random.pick(urls),
      commit: random.pick(digests),
    })),
    python: random.list(5, () => ({ name: random.pick(names), version: random.pick(versions) })),
    models: random.list(3, () => ({
      folder: random.pick(names),
      name: random.pick(names),
      url: random.pick(urls),
      sha256: random.pick(digests),
    })),
    unknown: random.list(3, () => random.pick(names)),
  }
}
