import type { Chance } from '../../bench/data/chance.ts'
import { mutateBytes, mutateText, nested } from './mutations.ts'

const keys = [
  'name',
  'version',
  'description',
  'license',
  'dependencies',
  'urls',
  'classifiers',
  'requires-python',
  'dynamic',
  'Repository',
  'PublisherId',
  'DisplayName',
  'Icon',
  'Banner',
  'requires-comfyui',
  'includes',
  '"a b"',
  '__proto__',
  'constructor',
]

/** Generates project files from the grammar of TOML, partly damaged. */
export function makeManifest(random: Chance): Uint8Array {
  const tables = [
    'project',
    'project.urls',
    'tool.comfy',
    'tool',
    '[project]',
    'project.license',
    '__proto__',
  ]
  const text = tables
    .filter(() => random.happens(0.6))
    .map(
      (table) =>
        `[${table}]\n${random.list(6, () => `${random.pick(keys)} = ${value(random, 3)}`).join('\n')}`,
    )
    .join('\n\n')
  const encoded = new TextEncoder().encode(random.happens(0.4) ? mutateText(random, text) : text)
  return random.happens(0.2) ? mutateBytes(random, encoded) : encoded
}

function value(random: Chance, depth: number): string {
  const plain = [
    '"x"',
    '"1.0.0"',
    '""',
    "'raw'",
    '"""a\nb"""',
    '1',
    '-0x1',
    '1_000',
    '1e9',
    'inf',
    'nan',
    'true',
    '1979-05-27T07:32:00Z',
    '"https://github.com/a/b"',
    '"numpy>=1; python_version < \'3\'"',
    `"${'x'.repeat(3000)}"`,
    '"\\ud800"',
    '"\u202e"',
  ]
  if (depth === 0 || random.happens(0.6)) return random.pick(plain)
  return random.pick([
    () => `[${random.list(4, () => value(random, depth - 1)).join(', ')}]`,
    () => `{ ${random.list(3, () => `${random.pick(keys)} = ${value(random, depth - 1)}`).join(', ')} }`,
    () => (random.happens(0.1) ? nested(random, '[', '', ']') : '[]'),
  ])()
}
