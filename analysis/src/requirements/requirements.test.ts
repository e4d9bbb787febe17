import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { packRequirements } from '../facts/pack-requirements.ts'
import { logicalLines, packageAt, readRequirementLine } from './lines.ts'
import { evaluateMarker } from './marker.ts'
import { contains, intersection, isEmpty, type Operator, rangeOf } from './ranges.ts'
import { readRequirement } from './requirement.ts'
import { compareVersions, readVersion, type Version } from './versions.ts'

const version = (text: string): Version => {
  const read = readVersion(text)
  assert(read, text)
  return read
}

function accepts(specifier: string, text: string): boolean {
  const [, operator, wanted = ''] = /^(\W+)(.*)$/.exec(specifier) ?? []
  const range = rangeOf({ operator: operator as Operator, version: wanted })
  assert(range, specifier)
  return contains(range, version(text))
}

describe('versions', () => {
  it('orders them as PEP 440 says', () => {
    const sorted =
      '1.0.dev1 1.0a1.dev2 1.0a1 1.0b2 1.0rc1 1.0 1.0+abc 1.0+5 1.0.post1.dev3 1.0.post1 1.1 1!0.1'.split(' ')
    const shuffled = sorted.toReversed().map(version).sort(compareVersions)
    assert.deepEqual(
      shuffled.map(({ text }) => text),
      sorted,
    )
  })

  it('normalizes spellings, and takes zeros at the end for nothing', () => {
    assert.deepEqual(
      ['v1.0-Alpha.1', '1.0-1', '1.0+Ubuntu-1'].map((text) => version(text).text),
      ['1.0a1', '1.0.post1', '1.0+ubuntu.1'],
    )
    assert.equal(compareVersions(version('1.0.0'), version('1')), 0)
  })

  it('refuses texts, endless numbers and endless lengths', () => {
    for (const text of ['', 'latest', '1..0', '1.0-', `1.${'9'.repeat(40)}`, `1${'.0'.repeat(200)}`])
      assert.equal(readVersion(text), undefined, text)
  })
})

describe('ranges', () => {
  const cases: [specifier: string, accepted: string[], refused: string[]][] = [
    ['==1.0', ['1', '1.0.0', '1.0+cu121'], ['1.0.post1', '1.0rc1']],
    ['==1.0+cu121', ['1.0+cu121'], ['1.0', '1.0+cu118']],
    ['==1.2.*', ['1.2', '1.2.9', '1.2rc1', '1.2.post1'], ['1.20', '1.3.dev0']],
    ['!=1.2.*', ['1.3.dev0', '1.1'], ['1.2.0']],
    ['~=2.2', ['2.2', '2.9'], ['3.0', '2.1']],
    ['~=2.2.0', ['2.2.5'], ['2.3']],
    ['<2', ['1.9', '2!0.1'.slice(2)], ['2.0rc1', '2']],
    ['<2rc2', ['2rc1'], ['2rc2', '2']],
    ['>1.0', ['1.0.1', '1.1rc1'], ['1.0.post1', '1.0+local', '1.0']],
    ['>1.0.post1', ['1.0.post2'], ['1.0.post1']],
    ['<=1.0', ['1.0+local', '1.0rc1'], ['1.0.post1']],
    ['===1.0', ['1.0'], ['1.1']],
  ]
  for (const [specifier, accepted, refused] of cases)
    it(`accepts ${accepted} and refuses ${refused} for ${specifier}`, () => {
      for (const text of accepted) assert(accepts(specifier, text), text)
      for (const text of refused) assert(!accepts(specifier, text), text)
    })

  it('finds contradictions without knowing any version', () => {
    const both = (a: Operator, x: string, b: Operator, y: string) =>
      isEmpty(
        intersection(
          rangeOf({ operator: a, version: x }) as never,
          rangeOf({ operator: b, version: y }) as never,
        ),
      )
    assert(both('==', '1.0', '!=', '1.0'))
    assert(both('<', '2', '>=', '2'))
    assert(both('==', '1.*', '==', '2.*'))
    assert(!both('<', '2', '>=', '1.9'))
  })
})

describe('requirement lines', () => {
  const machine = { python_version: '3.12', sys_platform: 'linux', os_name: 'posix' }
  const applies = (marker: string) => {
    const read = readRequirement(`a; ${marker}`)
    assert('requirement' in read && read.requirement.marker, marker)
    return evaluateMarker(read.requirement.marker, machine)
  }

  it('reads names, extras, versions, addresses and markers', () => {
    assert.deepEqual(readRequirement('Foo_Bar[Baz, a.b] >=1.0, <2 ; os_name == "nt"'), {
      requirement: {
        name: 'foo-bar',
        extras: ['a-b', 'baz'],
        specifiers: [
          { operator: '>=', version: '1.0' },
          { operator: '<', version: '2' },
        ],
        marker: [{ left: { variable: 'os_name' }, operator: '==', right: { text: 'nt' } }],
      },
    })
    const read = readRequirement('a@ https://example.org/a.zip ; os_name == "nt"')
    assert('requirement' in read && read.requirement.url === 'https://example.org/a.zip')
  })

  it('evaluates markers with brackets, versions, lists and unknown values', () => {
    assert.equal(applies('python_version >= "3.9"'), true)
    assert.equal(applies('python_version not in "3.11, 3.13"'), true)
    assert.equal(applies('os_name == "nt" or sys_platform == "linux" and python_version < "3.9"'), false)
    assert.equal(applies('(os_name == "nt" or sys_platform == "linux") and "lin" in sys_platform'), true)
    assert.equal(applies('platform_release >= "6"'), undefined)
    assert.equal(applies('platform_release >= "6" and os_name == "nt"'), false)
    assert.equal(applies('extra == "x"'), false)
  })

  it('says where a line is wrong', () => {
    const problems = [
      '>=1',
      'a >= ?',
      'a[',
      'a; os_nam == "x"',
      'a; os_name == "x',
      'a (>=1',
      'a==1.*.2',
      'a; (os_name=="x"',
    ]
    for (const text of problems)
      assert.match((readRequirement(text) as { problem: string }).problem, /^Character \d+: expected /)
  })

  it('is linear and bounded for hostile lines', () => {
    const hostile = [
      `a${'-'.repeat(3900)}`,
      `a[${'b,'.repeat(1900)}`,
      `a${'>=1,'.repeat(900)}x`,
      `a; ${'('.repeat(3900)}`,
      `a; ${'os_name=="x" or '.repeat(240)}`,
      `a==${'1.'.repeat(1900)}`,
      'a'.repeat(1_000_000),
    ]
    for (const text of hostile) assert('problem' in readRequirement(text), text.slice(0, 20))
  })

  it('reads files as the installer does', () => {
    const text =
      '# c \\\nnumpy>=1 \\\n  ,<2 # why\n-r other.txt\n--index-url https://example.org\n-c limits.txt\n-e git+https://example.org/x#egg=My_X\n\na==1 --hash=sha256:00'
    const read = logicalLines(text).map(({ line, text }) => ({ line, ...readRequirementLine(text) }))
    assert.deepEqual(
      read.map(({ line, kind }) => `${line} ${kind}`),
      [
        '1 blank',
        '2 requirement',
        '4 file',
        '5 option',
        '6 constraints',
        '7 address',
        '8 blank',
        '9 requirement',
      ],
    )
  })

  it('finds the package of an address', () => {
    assert.deepEqual(packageAt('https://example.org/torch-2.1.0%2Bcu121-cp310-cp310-win_amd64.whl'), {
      name: 'torch',
      version: '2.1.0+cu121',
    })
    assert.deepEqual(packageAt('git+https://example.org/x@main#egg=My_X'), { name: 'my-x' })
    assert.deepEqual(packageAt('https://example.org/a.zip'), {})
  })
})

describe('the requirements of a pack', () => {
  it('come from the project file, the files that name each other, and install scripts', () => {
    const texts = new Map([
      ['requirements.txt', 'numpy>=1\n-r more/extra.txt\n-c limits.txt\nnumpy>=1\n'],
      ['more/extra.txt', '-r ../requirements.txt\npillow\n-r ../../../etc/passwd'],
      ['limits.txt', 'torch<3'],
      ['pyproject.toml', '[project]\nrequires-python = \'>=3.10\'\ndependencies = [\n  "tqdm",\n]\n'],
    ])
    const scripts = [
      {
        file: 'install.py',
        line: 7,
        words: ['-i', 'https://example.org', 'onnxruntime-gpu', '-r', 'requirements.txt', '…'],
      },
    ]
    const found = packRequirements({ texts, stated: ['tqdm'], python: '>=3.10', scripts })
    assert.deepEqual(
      found.map(({ file, line, text, kind }) => `${file}:${line} ${kind} ${text}`),
      [
        'pyproject.toml:2 python >=3.10',
        'pyproject.toml:4 stated tqdm',
        'requirements.txt:1 stated numpy>=1',
        'more/extra.txt:2 stated pillow',
        'limits.txt:1 constraint torch<3',
        'install.py:7 script onnxruntime-gpu',
      ],
    )
  })
})
