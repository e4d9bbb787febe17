import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { quotedIn, type Shell, shells } from '@nodeyard/analysis/ground'
import type { Lock } from '@nodeyard/analysis/lock'
import type { Provider } from '@nodeyard/contract/packs'
import {
  archiveCommand,
  cloneCommands,
  commandsByHand,
  installCommand,
  lockCommand,
  type Place,
  pinCommands,
  pipLines,
  setups,
  shellsOf,
  usualPlace,
} from './commands.ts'
import type { NeededNode } from './needed.ts'

const neededOf = (id: string, install: Provider['install'], version?: string): NeededNode => ({
  comfyNodes: [],
  provider: {
    node_id: id,
    name: id,
    publisher_id: 'acme',
    install,
    downloads: 0,
    github_stars: 0,
    ...(version === undefined
      ? {}
      : {
          version: {
            version,
            downloadUrl: 'https://api.test/a.zip',
            sha256: 'a'.repeat(64),
            deprecated: false,
            status: 'NodeVersionStatusActive',
          },
        }),
  },
})
const published = (id: string, version: string) => neededOf(id, { state: 'installable' }, version)
const clone = 'https://code.test/acme/fog'
const read = neededOf('fog', { state: 'unclaimed', clone, commit: 'a'.repeat(40) })

describe('the command that installs packs', () => {
  it('names each pack once', () => {
    const packs = [published('blur', '0.9.0'), published('blur', '0.10.0')]
    assert.equal(installCommand('nodeyard', packs), 'nodeyard install blur@0.9.0')
    assert.equal(installCommand('nodeyard', []), undefined)
  })

  it('asks for git if a pack has no version', () => {
    const packs = [published('blur', '1.0.0'), read]
    assert.equal(installCommand('nodeyard', packs), 'nodeyard install blur@1.0.0 fog --git')
  })

  it('leaves out what the program cannot install', () => {
    const packs = [neededOf('unread', { state: 'unclaimed', clone }), neededOf('banned', { state: 'banned' })]
    assert.equal(installCommand('nodeyard', packs), undefined)
  })
})

/** Splits a command as the shells do, by their rules for quotes. Refuses characters with another meaning. */
const parsers: Record<Shell, (line: string) => string[]> = {
  posix: (line) =>
    execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
      .split('\0')
      .slice(0, -1),
  powershell(line) {
    const words = [
      ...line.matchAll(
        /'((?:[^'\u2018-\u201b]|''|[\u2018-\u201b]{2})*)'|"([^"$`]*)"|([^\s'"$`;|&<>(){}@#,]+)|(\s+)/gu,
      ),
    ]
    assert.equal(words.map(([whole]) => whole).join(''), line)
    return words.flatMap(
      ([, single, double, bare]) => single?.replace(/(['\u2018-\u201b])\1/g, '$1') ?? double ?? bare ?? [],
    )
  },
  cmd(line) {
    const words = [...line.matchAll(/"([^"%]*)"|([^\s"%&|<>^(),;=]+)|(\s+)/g)]
    assert.equal(words.map(([whole]) => whole).join(''), line)
    return words.flatMap(([, quoted, bare]) => quoted ?? bare ?? [])
  },
}

const hostile = [
  'plain-name.txt',
  'C:\\My tool\\x',
  'a b',
  "it's",
  '\u2018x\u2019; calc',
  '$(id)',
  '`id`',
  '$env:TOKEN',
  '%TOKEN%',
  'a&calc',
  'a|calc',
  'a^b',
  'a"b',
  'a\nb',
  'numpy>=2,<3',
  '1!2.0+cu124',
  '-x',
  '@list',
  'a;b',
  'a(b)',
  '#x',
  '',
  'ends\\',
  '~root',
]

describe('quoting', () => {
  for (const shell of shells)
    it(`states a text as one word, or not at all: ${shell}`, () => {
      const stated = hostile.flatMap((text) => {
        const word = quotedIn(shell, text)
        if (word === undefined) return []
        assert.deepEqual(parsers[shell](word), [text])
        return [text]
      })
      assert.ok(stated.length >= 14, stated.join(' '))
    })
})

const places = setups.flatMap((setup) => shellsOf(setup).map((shell): Place => ({ setup, shell })))
const commit = 'a'.repeat(40)

describe('the commands that clone packs', () => {
  const packs = [
    { clone: 'https://code.test/acme/Blur.git', commit, has_requirements: true },
    { clone: 'https://code.test/acme/fog.nodes/', has_submodules: true },
    { clone: 'https://code.test/acme/mist', has_requirements: false },
  ]

  it('are the same words in all shells, with the Python of the tool', () => {
    const pythons = places.map((place) => {
      const lines = cloneCommands(place, packs) ?? []
      const start = /^docker exec -w \/root\/ComfyUI comfyui /
      const words = lines.map((line) => parsers[place.shell](withoutConda(line)).join(' ').replace(start, ''))
      assert.deepEqual(words.slice(0, 5), [
        'git clone https://code.test/acme/Blur.git custom_nodes/Blur',
        `git -C custom_nodes/Blur checkout --quiet ${commit}`,
        'git clone https://code.test/acme/fog.nodes/ custom_nodes/fog.nodes',
        'git -C custom_nodes/fog.nodes submodule update --init --recursive',
        'git clone https://code.test/acme/mist custom_nodes/mist',
      ])
      const [, python = ''] =
        /^(.*) -m pip install -c nodeyard-constraints\.txt -r custom_nodes\/Blur\/requirements\.txt -r nodeyard-requirements\.txt$/.exec(
          words[6] ?? '',
        ) ?? []
      assert.ok(words[5]?.startsWith(`${python} -c from importlib.metadata import`), words[5])
      assert.equal(words.length, 7)
      return `${place.setup} ${place.shell}: ${python}`
    })
    assert.deepEqual(pythons, [
      'active posix: python',
      'active powershell: python',
      'active cmd: python',
      'venv posix: venv/bin/python',
      'venv powershell: .\\venv\\Scripts\\python.exe',
      'venv cmd: .\\venv\\Scripts\\python.exe',
      'portable powershell: ..\\python_embeded\\python.exe -s',
      'portable cmd: ..\\python_embeded\\python.exe -s',
      'desktop posix: .venv/bin/python',
      'desktop powershell: .\\.venv\\Scripts\\python.exe',
      'desktop cmd: .\\.venv\\Scripts\\python.exe',
      'conda posix: CONDA/python',
      'conda powershell: CONDA/python',
      'conda cmd: CONDA/python',
      'docker posix: python',
      'docker powershell: python',
      'docker cmd: python',
    ])
  })

  it('leave out addresses with a meaning in some shell', () => {
    for (const clone of [
      "https://example.org/a;rm -rf $(x)'",
      'https://example.org/$(x)',
      'https://example.org/a&calc&b/x',
      'https://example.org/a|calc|b/x',
      'https://example.org/%USERNAME%-%TOKEN%/x',
      'https://example.org/a^b/x',
      'https://example.org/a/-x',
      'https://example.org/a/~root',
      'https://example.org/a/~+',
      'https://example.org/a/..',
      'https://example.org/a/.nodeyard.disabled',
      'https://example.org/a/.git.git',
      'https://example.org',
      'javascript:x',
      'see readme',
      '',
    ])
      for (const place of places) assert.equal(cloneCommands(place, [{ clone }]), undefined, clone)
    const strange = { clone: 'https://example.org/a/x', commit: '--force; rm -rf x', has_requirements: false }
    assert.deepEqual(cloneCommands(usualPlace, [strange]), [
      'git clone https://example.org/a/x custom_nodes/x',
    ])
  })
})

/** The only variable that commands name, in the form of each shell. */
const withoutConda = (line: string) =>
  line.replace(
    /^(?:"\$CONDA_PREFIX\/bin\/python"|& "\$env:CONDA_PREFIX\\python\.exe"|"%CONDA_PREFIX%\\python\.exe")/,
    'CONDA/python',
  )

describe('commands of a lock', () => {
  const sha256 = 'b'.repeat(64)
  const lock: Pick<Lock, 'packs' | 'python'> = {
    packs: [
      { folder: 'blur', id: 'blur', version: '1.0.0', url: 'https://api.test/blur.zip', sha256 },
      { folder: 'zoom', repository: 'https://code.test/acme/zoom', commit },
    ],
    python: [
      { name: 'pillow', version: '11.0.0' },
      { name: 'numpy', version: '1!2.1.0' },
    ],
  }
  const whole = { ...lock, models: [], unknown: [] } as unknown as Lock

  it('verify archives, check out commits and pin Python packages', () => {
    const commands = commandsByHand(whole, 'venv').join('\n')
    assert.match(commands, /curl .* custom_nodes\/blur\.zip https:\/\/api\.test\/blur\.zip/)
    assert.match(commands, new RegExp(`echo '${sha256}  custom_nodes/blur.zip' \\| sha256sum -c -`))
    assert.match(commands, new RegExp(`git -C custom_nodes/zoom checkout --detach ${commit}`))
    assert.match(
      commands,
      /^venv\/bin\/python -m pip install -c nodeyard-constraints\.txt pillow==11\.0\.0 'numpy==1!2\.1\.0'$/m,
    )
    assert.equal(lockCommand('nodeyard', 'a b.lock', lock), "nodeyard install --lock 'a b.lock' --git")
    const archives = lock.packs.filter(({ url }) => url !== undefined)
    assert.equal(lockCommand('nodeyard', 'a.lock', { packs: archives }), 'nodeyard install --lock a.lock')
    const unpinned = [...archives, { folder: 'fog', repository: 'https://a.test/b' }]
    assert.equal(lockCommand('nodeyard', 'a.lock', { packs: unpinned }), undefined)
  })

  it('install the same Python packages in all shells', () => {
    for (const place of places) {
      const words = pinCommands(place, lock).map((line) => parsers[place.shell](withoutConda(line)))
      assert.deepEqual(words[1]?.slice(-2), ['pillow==11.0.0', 'numpy==1!2.1.0'])
      assert.equal(/k='[^']*numpy/.test(words[0]?.join(' ') ?? ''), false)
    }
  })

  it('pass words on to pip as they are, in all shells', () => {
    const words = ['install', 'a==1!2', 'b>=2,<3', 'x(y)', "it's"]
    for (const place of places) {
      const [write, install] = pipLines(place, [words]).map((line) =>
        parsers[place.shell](withoutConda(line)),
      )
      const all = ['-m', 'pip', 'install', '-c', 'nodeyard-constraints.txt', ...words.slice(1)]
      assert.deepEqual(install?.slice(-all.length), all)
      assert.match(write?.join(' ') ?? '', / -c from importlib\.metadata /)
    }
  })

  it('keep what the runs do not name, and write no constraints to uninstall', () => {
    const keptBy = (...runs: string[][]) =>
      / k='([^']*)'/.exec(pipLines(usualPlace, runs)[0] ?? '')?.[1]?.split(' ')
    assert.equal(keptBy(['install', 'numpy<2', 'torch==2.7.0'])?.includes('numpy'), false)
    assert.equal(keptBy(['install', 'numpy<2', 'torch==2.7.0'])?.includes('torch'), true)
    assert.equal(keptBy(['uninstall', '-y', 'numpy'], ['install', 'pillow'])?.includes('numpy'), true)
    assert.deepEqual(pipLines(usualPlace, [['uninstall', '-y', 'a']]), ['python -m pip uninstall -y a'])
    assert.deepEqual(pipLines(usualPlace, [['install']]), [])
  })

  it('leave nothing to the shell that strangers wrote', () => {
    const folder = "a'; rm -rf ~ #$(id)`"
    const [clone = ''] = commandsByHand(
      { ...whole, python: [], packs: [{ folder, repository: 'https://c.test/$(id)' }] },
      'active',
    ).slice(2)
    assert.equal(clone.includes(`'custom_nodes/a'\\''; rm -rf ~ #$(id)\``), true)
    assert.match(clone, /'https:\/\/c\.test\/\$\(id\)'/)
    assert.equal(
      archiveCommand('blur', "https://api.test/'x"),
      "curl -gfLo blur.zip 'https://api.test/'\\''x' && unzip blur.zip -d blur && rm blur.zip",
    )
  })
})
