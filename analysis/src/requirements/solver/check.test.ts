import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkPacks, linux, partiesOf, type TestPackages } from './index.test-support.ts'

const pinsOf = ({ pins }: ReturnType<typeof checkPacks>) =>
  pins.map(({ name, version }) => `${name} ${version}`)

describe('checking requirements', () => {
  it('chooses the newest versions that fit together', () => {
    const packages = {
      a: { '1.0': ['c<2'], '2.0': ['c>=2'] },
      b: { '1.0': ['c<2'] },
      c: { '1.0': [], '1.9': [], '2.0': [] },
    }
    const result = checkPacks({ one: ['a'], two: ['b'] }, packages)
    assert.deepEqual([result.verdict, pinsOf(result)], ['fine', ['a 1.0', 'b 1.0', 'c 1.9']])
  })

  it('is never fine without an index', () => {
    assert.equal(checkPacks({ one: ['numpy'] }).verdict, 'unknown')
    const clash = { one: ['opencv-python'], two: ['opencv-python-headless'] }
    assert.equal(checkPacks(clash).verdict, 'risky')
  })

  it('says unknown of packages, versions and metadata that the index lacks', () => {
    const packages = { a: { '1.0': {} }, b: { '1.0': [] } }
    const result = checkPacks(
      { one: ['a', 'b==1.0+cu121', 'nowhere>=3', 'c @ https://example.org/c.zip'] },
      packages,
    )
    assert.equal(result.verdict, 'unknown')
    assert.deepEqual(result.unknowns.map(({ reason, subject }) => `${reason} ${subject}`).sort(), [
      'address c @ https://example.org/c.zip',
      'metadata_missing a==1.0',
      'not_in_index c',
      'not_in_index nowhere',
      'version_not_in_index b==1.0+cu121',
    ])
  })

  it('finds a contradiction about a package that the index lacks', () => {
    assert.deepEqual(partiesOf(checkPacks({ one: ['x<2'], two: ['x>=2'], three: ['x'] }, {})), [
      ['one: x<2', 'two: x>=2'],
    ])
  })

  it('names three packs if each two of them agree', () => {
    const result = checkPacks({ one: ['x!=1'], two: ['x>=1,<2'], three: ['x<=1'], four: ['x'] })
    assert.deepEqual(partiesOf(result), [['one: x!=1', 'three: x<=1', 'two: x>=1,<2']])
  })

  it('finds several independent conflicts', () => {
    const result = checkPacks({ a: ['x==1'], b: ['x==2'], c: ['y==1'], d: ['y==2'] }, {})
    assert.deepEqual(partiesOf(result), [
      ['a: x==1', 'b: x==2'],
      ['c: y==1', 'd: y==2'],
    ])
  })

  it('names only the lines that are needed for a conflict', () => {
    assert.deepEqual(partiesOf(checkPacks({ one: ['x', 'x>=1', 'x<2', 'x!=1.5'], two: ['x>=0', 'x>=2'] })), [
      ['one: x<2', 'two: x>=2'],
    ])
    const packages = {
      a: { '1.0': ['x<2'] },
      b: { '1.0': ['x<2'] },
      x: { '1.0': [], '2.0': [] },
    }
    const [parties] = partiesOf(checkPacks({ one: ['a', 'b', 'x'], two: ['x>=2'] }, packages))
    assert.match(parties?.[0] ?? '', /^one: [ab]$/)
  })

  it('finds a pack that contradicts itself', () => {
    const packages = { a: { '1.0': ['b<1'] }, b: { '0.9': [], '1.0': [] } }
    assert.deepEqual(partiesOf(checkPacks({ one: ['a', 'b>=1'], two: ['b'] }, packages)), [['one: a & b>=1']])
  })

  it('counts only lines for this machine', () => {
    const packages = {
      a: { '1.0': ['b==1; sys_platform == "win32"', 'b==2; sys_platform != "win32"'] },
      b: { '1': [], '2': [] },
    }
    const lines = { one: ['a', 'c==1; python_version < "3.9"'], two: ['c==2; python_version < "3.9"'] }
    assert.deepEqual(pinsOf(checkPacks(lines, packages)), ['a 1.0', 'b 2'])
    const windows = { machine: { ...linux, os: 'windows' } as const }
    assert.deepEqual(pinsOf(checkPacks(lines, packages, windows)), ['a 1.0', 'b 1'])
  })

  it('follows extras, also those that name their own package', () => {
    const packages = {
      a: { '1.0': ['b; extra == "fast"', 'a[fast]; extra == "all"', 'c'], '0.9': [] },
      b: { '1.0': [] },
      c: { '1.0': [] },
    }
    assert.deepEqual(pinsOf(checkPacks({ one: ['a'] }, packages)), ['a 1.0', 'c 1.0'])
    assert.deepEqual(pinsOf(checkPacks({ one: ['A[ALL]'] }, packages)), ['a 1.0', 'b 1.0', 'c 1.0'])
  })

  it('limits by constraints without installing what they name', () => {
    const packages = { a: { '1.0': [], '2.0': [] }, b: { '1.0': [] } }
    const constraints = ['a<2', 'b==1.0'].map((text) => ({ text, isConstraint: true }))
    assert.deepEqual(pinsOf(checkPacks({ one: ['a', ...constraints] }, packages)), ['a 1.0'])
  })
})

describe('choosing candidates', () => {
  const reasonsOf = (lines: readonly string[], packages: TestPackages, rules = {}) =>
    checkPacks({ one: lines }, packages, rules).conflicts.flatMap(({ dead_ends }) =>
      dead_ends.flatMap(({ reasons }) => reasons.map(({ reason, versions }) => `${reason} ${versions}`)),
    )

  it('leaves out versions for another Python, and says so', () => {
    const packages = {
      a: {
        '1.0': { requires: [], requiresPython: '<3.12' },
        '0.9': { requires: [], requiresPython: '<3.11' },
      },
    }
    assert.deepEqual(reasonsOf(['a'], packages), ['python 2'])
    const old = { machine: { ...linux, python: '3.10' } }
    assert.deepEqual(pinsOf(checkPacks({ one: ['a'] }, packages, old)), ['a 1.0'])
  })

  it('leaves out versions without a build for the machine', () => {
    const wheels = [
      'cp311-cp311-manylinux_2_17_x86_64',
      'cp312-cp312-win_amd64',
      'cp312-cp312-manylinux2014_aarch64',
    ]
    assert.deepEqual(reasonsOf(['a'], { a: { '1.0': { requires: [], wheels } } }), ['no_build 1'])
    for (const tag of [
      'cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64',
      'py2.py3-none-any',
      'cp39-abi3-linux_x86_64',
    ])
      assert.deepEqual(reasonsOf(['a'], { a: { '1.0': { requires: [], wheels: [tag] } } }), [], tag)
    assert.deepEqual(reasonsOf(['a'], { a: { '1.0': { requires: [], wheels, hasSource: true } } }), [])
  })

  it('leaves out files uploaded after a time, and those of unknown age', () => {
    const packages = {
      a: {
        '1.0': { requires: [], uploadedAt: '2026-01-01T00:00:00Z' },
        '2.0': { requires: [], uploadedAt: '2026-03-01T00:00:00Z' },
        '3.0': [],
      },
    }
    const rules = { uploadedBefore: new Date('2026-02-01T00:00:00Z') }
    assert.deepEqual(pinsOf(checkPacks({ one: ['a'] }, packages, rules)), ['a 1.0'])
    assert.deepEqual(reasonsOf(['a>1'], packages, rules), ['too_new 2'])
  })

  it('takes a yanked version only if it is pinned', () => {
    const packages = { a: { '1.0': [], '1.1': { requires: [], isYanked: true } } }
    assert.deepEqual(pinsOf(checkPacks({ one: ['a'] }, packages)), ['a 1.0'])
    assert.deepEqual(reasonsOf(['a>1.0'], packages), ['yanked 1'])
    assert.deepEqual(pinsOf(checkPacks({ one: ['a==1.1'], two: ['a>=1'] }, packages)), ['a 1.1'])
  })

  it('takes a pre-release only if one is named, or if there is nothing else', () => {
    const packages = { a: { '1.0': [], '2.0rc1': [] }, b: { '1.0a1': [] }, c: { '1.0': ['a>=2.0rc1'] } }
    assert.deepEqual(pinsOf(checkPacks({ one: ['a', 'b'] }, packages)), ['a 1.0', 'b 1.0a1'])
    assert.deepEqual(reasonsOf(['a>1'], packages), ['prerelease 1'])
    assert.deepEqual(pinsOf(checkPacks({ one: ['a>=2.0rc1'] }, packages)), ['a 2.0rc1'])
    assert.deepEqual(pinsOf(checkPacks({ one: ['c'] }, packages)), ['a 2.0rc1', 'c 1.0'])
  })

  it('refuses a pack for another Python', () => {
    const line = { text: '>=3.13', isPython: true }
    const result = checkPacks(
      { one: ['a', line], two: [{ text: '>=3.9', isPython: true }] },
      { a: { '1.0': [] } },
    )
    assert.deepEqual([result.verdict, result.conflicts[0]?.subject], ['conflict', 'python'])
    assert.deepEqual(partiesOf(result), [['one: >=3.13']])
  })

  it('warns of builds for another accelerator', () => {
    const rules = { machine: { ...linux, accelerator: 'rocm' } as const }
    const result = checkPacks({ one: ['torch==2.4.0+cu121', 'onnxruntime-gpu'] }, {}, rules)
    assert.deepEqual(
      result.conflicts.map(({ kind, subject }) => `${kind} ${subject}`),
      ['machine torch', 'machine onnxruntime-gpu'],
    )
    assert.deepEqual(checkPacks({ one: ['torch==2.4.0+cu121'] }, {}).conflicts, [])
  })
})

describe('hostile requirements', () => {
  it('ends for packages that require themselves and each other', () => {
    const packages = {
      a: { '1.0': ['a==1.0', 'b'], '2.0': ['a==1.0'] },
      b: { '1.0': ['c[x]'] },
      c: { '1.0': ['a', 'b', 'c[y]; extra == "x"', 'c[x]; extra == "y"'] },
    }
    assert.deepEqual(pinsOf(checkPacks({ one: ['a'] }, packages)), ['a 1.0', 'b 1.0', 'c 1.0'])
    assert.deepEqual(partiesOf(checkPacks({ one: ['a>1'] }, packages)), [['one: a>1']])
  })

  it('reports what it knew when the budget runs out', () => {
    const count = 12
    const packages: TestPackages = {}
    // Pigeons and holes: exponential for learning from conflicts.
    for (let pigeon = 0; pigeon < count; pigeon++) {
      const versions: Record<string, string[]> = {}
      for (let hole = 1; hole < count; hole++) versions[`${hole}`] = [`hole-${hole}==${pigeon}`]
      packages[`pigeon-${pigeon}`] = versions
    }
    for (let hole = 1; hole < count; hole++)
      packages[`hole-${hole}`] = Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}`, []]))
    const lines = Array.from({ length: count }, (_, i) => `pigeon-${i}`)
    const result = checkPacks({ one: lines }, packages, { steps: 20_000 })
    assert.deepEqual([result.isExhausted, result.verdict], [true, 'unknown'])
    assert(result.pins.length > 0)
  })

  it('takes invalid versions, lines and markers for what they are', () => {
    const packages = {
      a: {
        'not a version': [],
        '1.0': ['b >= ?', `b; ${'('.repeat(5000)}`, 'b; platform_release > "5"', 'b=='],
      },
    }
    const result = checkPacks(
      { one: ['a', '%%%', 'a >= 1.', `a; ${'os_name == "nt" or '.repeat(3000)}`] },
      packages,
    )
    assert.equal(result.verdict, 'unknown')
    assert.deepEqual(
      new Set(result.unknowns.map(({ reason }) => reason)),
      new Set(['unreadable_line', 'undecided_marker']),
    )
  })

  it('solves long chains without deep recursion', () => {
    const packages: TestPackages = {}
    for (let i = 0; i < 5000; i++) packages[`p${i}`] = { '1': [`p${i + 1}`] }
    packages['p5000'] = { '1': [] }
    assert.equal(checkPacks({ one: ['p0'] }, packages, { steps: 10_000_000 }).pins.length, 5001)
  })
})

describe('many requirements of one package', () => {
  const lines = Array.from({ length: 3000 }, (_, i) => `a!=1.${i}`)

  it('name only the lines that contradict each other', () => {
    const packs = Object.fromEntries([...lines, 'a>2', 'a<2'].map((line, i) => [`p${i}`, [line]]))
    assert.deepEqual(partiesOf(checkPacks(packs, {})), [['p3000: a>2', 'p3001: a<2']])
    assert.deepEqual(partiesOf(checkPacks({ one: [...lines, 'a>2', 'a<2'] }, {})), [['one: a>2 & a<2']])
  })

  it('name every line that a contradiction needs', () => {
    const needed = ['a>=1', ...Array.from({ length: 300 }, (_, i) => `a!=1.${i}.*`), 'a<1.300']
    const [conflict] = checkPacks({ one: ['a', ...needed, 'a!=9'] }, {}).conflicts
    assert.equal(conflict?.parties[0]?.lines.length, needed.length)
  })

  it('are never fine when the budget ends before they are read', () => {
    const result = checkPacks({ one: lines }, { a: { '2.0': [] } }, { steps: 1000 })
    assert.deepEqual([result.verdict, result.isExhausted], ['unknown', true])
  })
})
