import { buildZip, type EntrySpec } from '../../analysis/src/archive/zip-builder.test-support.ts'
import type { Chance } from '../../bench/data/chance.ts'
import { mutateBytes } from './mutations.ts'

const names = [
  '__init__.py',
  'a/b.py',
  'pyproject.toml',
  '../up.py',
  '/abs.py',
  'a\\b.py',
  'a',
  'a/',
  'A',
  'nul',
  'é.py',
  'x'.repeat(300),
  '',
  '.',
  'a//b',
  'a/./b',
  '\u0000',
  'C:x',
]
const numbers = [0, 1, 2, 8, 30, 255, 0xffff, 0x10000, 0x7fffffff, 0xffffffff]

/** Generates zip archives with arbitrary headers, some with damaged bytes. */
export function makeArchive(random: Chance): Uint8Array {
  const zip = buildZip({
    entries: random.list(5, () => makeEntry(random)),
    ...(random.happens(0.1) ? { prefix: bytes(random) } : {}),
    ...(random.happens(0.1) ? { suffix: bytes(random) } : {}),
    ...(random.happens(0.2)
      ? {
          end: {
            [random.pick(['disk', 'entries', 'directoryBytes', 'directoryOffset'])]: random.pick(numbers),
          },
        }
      : {}),
    ...(random.happens(0.15) ? { zip64: true as const } : {}),
  })
  return random.happens(0.6) ? mutateBytes(random, zip) : zip
}

function makeEntry(random: Chance): EntrySpec {
  const field = random.pick(['flags', 'method', 'crc32', 'packedSize', 'size'] as const)
  return {
    name: random.pick(names),
    data: random.pick(['', 'x = 1\n', 'a'.repeat(5000), bytes(random)]),
    ...(random.happens(0.2) ? { packed: bytes(random) } : {}),
    ...(random.happens(0.3) ? { method: random.pick([0, 8, 9, 99]) } : {}),
    ...(random.happens(0.2) ? { descriptor: random.pick(['signed', 'bare', 'none'] as const) } : {}),
    ...(random.happens(0.2) ? { local: { [field]: random.pick(numbers) } } : {}),
    ...(random.happens(0.2) ? { central: { [field]: random.pick(numbers) } } : {}),
    ...(random.happens(0.1) ? { central: { headerOffset: random.pick(numbers) } } : {}),
    ...(random.happens(0.1) ? { mode: random.pick([0o120777, 0o100644, 0o040755, 0o060644]) } : {}),
    ...(random.happens(0.1) ? { before: bytes(random) } : {}),
  }
}

function bytes(random: Chance): Uint8Array {
  return Uint8Array.from(random.list(60, () => random.below(256)))
}
