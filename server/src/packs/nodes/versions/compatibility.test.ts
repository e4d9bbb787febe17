import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { maxSatisfying, satisfies, validRange } from 'semver'
import {
  accelerators,
  compatibilityToWire,
  operatingSystems,
  patternOfCounterparts,
  toSemverRange,
} from './compatibility.ts'

const stated = {
  supported_os: [] as string[],
  supported_accelerators: [] as string[],
  supported_comfyui_version: '',
  supported_comfyui_frontend_version: '',
}

describe('compatibility', () => {
  it("translates the last parts of classifiers to the desktop front end's terms", () => {
    const toWords = (supported_os: string[]) => compatibilityToWire({ ...stated, supported_os }).supported_os
    assert.deepEqual(toWords(['Microsoft :: Windows', 'POSIX :: Linux', 'MacOS']), [
      'Windows',
      'Linux',
      'macOS',
    ])
    assert.deepEqual(toWords(['Microsoft :: Windows :: Windows 10', 'Microsoft']), ['Windows'])
    assert.deepEqual(toWords(['POSIX :: Linux :: Ubuntu', 'MacOS :: MacOS X']), ['Linux', 'macOS'])
    assert.deepEqual(toWords(['POSIX']), ['Linux', 'macOS'])
    assert.deepEqual(toWords(['OS Independent', 'POSIX :: BSD']), ['OS Independent', 'POSIX :: BSD'])
    assert.deepEqual(toWords(['windows', 'Linux', 'macos']), ['Windows', 'Linux', 'macOS'])
  })

  it('translates known accelerators and leaves others as they are', () => {
    const given = [
      'GPU :: NVIDIA CUDA :: 12',
      'GPU :: AMD ROCm',
      'GPU :: Apple Metal',
      'GPU :: Intel Arc',
      'cpu',
    ]
    const { supported_accelerators } = compatibilityToWire({ ...stated, supported_accelerators: given })
    assert.deepEqual(supported_accelerators, ['CUDA', 'ROCm', 'Metal', 'GPU :: Intel Arc', 'CPU'])
  })

  it('omits empty and unreadable ranges', () => {
    const wire = compatibilityToWire({ ...stated, supported_comfyui_version: 'any recent one' })
    assert.deepEqual(wire, { supported_os: [], supported_accelerators: [] })
  })

  /** The meaning of each operator, as plain comparisons of numbers. */
  const meanings: [range: string, holds: (version: number) => boolean][] = [
    ['>=0.3.0,<1.0.0', (v) => v >= 300 && v < 10_000],
    ['>=0.3.0, <1.0.0', (v) => v >= 300 && v < 10_000],
    ['>= 0.3.0 , != 0.3.4', (v) => v >= 300 && v !== 304],
    ['==0.3.4', (v) => v === 304],
    ['=0.3.4', (v) => v === 304],
    ['0.3.4', (v) => v === 304],
    ['~=0.3.2', (v) => v >= 302 && v < 400],
    ['~=1.2', (v) => v >= 10_200 && v < 20_000],
    ['~=0.3.2,!=0.3.5', (v) => v >= 302 && v < 400 && v !== 305],
    ['<>0.3.4', (v) => v !== 304],
    ['!=1.0.0,!=0.3.4,!=1.0.0', (v) => v !== 304 && v !== 10_000],
    ['!=0.10.0,!=0.9.0,>0.8.5', (v) => v > 805 && v !== 900 && v !== 1000],
    ['>1.2,<=2.1.3', (v) => v > 10_200 && v <= 20_103],
    ['>=1,<2', (v) => v >= 10_000 && v < 20_000],
    ['>=1.0.0,<0.5.0', () => false],
    ['>=01.02.03,', (v) => v >= 10_203],
  ]

  const numbers = [0, 1, 2].flatMap((major) =>
    [0, 1, 2, 3, 8, 9, 10].flatMap((minor) =>
      [0, 1, 2, 3, 4, 5, 6].map((patch) => [major, minor, patch] as const),
    ),
  )

  for (const [range, holds] of meanings) {
    it(`means the same to npm's semver: ${range}`, () => {
      const translated = toSemverRange(range)
      assert(translated !== undefined && validRange(translated) !== null, `${translated}`)
      for (const [major, minor, patch] of numbers) {
        const expected = holds(major * 10_000 + minor * 100 + patch)
        assert.equal(
          satisfies(`${major}.${minor}.${patch}`, translated),
          expected,
          `${major}.${minor}.${patch}`,
        )
      }
    })
  }

  it("leaves ranges in npm's own syntax as they are", () => {
    const own = [
      '>=0.3.0 <1.0.0',
      '^1.2.0',
      '~1.2',
      '1.x',
      '*',
      '>=1.0.0 || <0.5.0',
      '1.2.3 - 2.3.4',
      '>=1.0.0-beta',
    ]
    for (const range of own) {
      assert.equal(toSemverRange(range), range)
      assert.notEqual(validRange(range), null)
    }
  })

  it('reads a range with many spaces in linear time', () => {
    assert.equal(toSemverRange(`1${'   1'.repeat(200)}!`), undefined)
    assert.equal(toSemverRange('>=  1.0.0   <  2.0.0'), '>=  1.0.0   <  2.0.0')
  })

  it('produces only ranges that clients can read', () => {
    const operators = ['', '==', '>=', '<=', '!=', '~=', '>', '<', '<>', '=', '^', '~', '===', '=>']
    const versions = [
      '1.2.3',
      '1.2',
      '1',
      '0.0.0',
      '1.2.3-beta',
      '1.2.3rc1',
      '1.2.*',
      '01.2.3',
      '',
      '1.2.3.4',
      'x',
    ]
    const single = operators.flatMap((operator) => versions.map((version) => operator + version))
    const pairs = single.flatMap((one) => [
      `${one},${single[(one.length * 7) % single.length]}`,
      `>=0.1.0 ${one}`,
    ])
    for (const range of [...single, ...pairs]) {
      const translated = toSemverRange(range)
      if (translated === undefined) continue
      assert.notEqual(validRange(translated), null, `${range} became ${translated}`)
      assert.doesNotThrow(() => maxSatisfying(['1.2.3'], translated))
    }
  })

  it('understands both vocabularies in a filter', () => {
    const keeps = (requested: string, entry: string, vocabulary = operatingSystems) =>
      new RegExp(patternOfCounterparts(requested, vocabulary), 'i').test(entry)
    assert(keeps('windows', 'Microsoft :: Windows :: Windows 10'))
    assert(keeps('Microsoft :: Windows', 'Windows'))
    assert(keeps('macOS', 'POSIX'))
    assert(keeps('Linux', 'os independent'))
    assert(keeps('CUDA', 'GPU :: NVIDIA CUDA', accelerators))
    assert(!keeps('Linux', 'Microsoft :: Windows'))
    assert(!keeps('POSIX :: Linux :: Ubuntu', 'POSIX :: Linux'))
    assert(!keeps('AmigaOS', 'Windows'))
  })
})
