import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../../archive/pack-files.ts'
import { testParser } from '../../python/parser.test-support.ts'
import { inspectPack, readReleaseFacts } from '../inspect.ts'
import { isCertain } from './certain.ts'

const parser = await testParser()

type Files = Record<string, string | Uint8Array>
const project = '[project]\nname = "sample"\nversion = "1.0.0"\n'
const node = 'class Blur:\n    RETURN_TYPES = ("IMAGE",)\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n'

async function certainIn(files: Files) {
  const pack = filesOfRecord({ 'pyproject.toml': project, '__init__.py': node, ...files })
  const { findings, cannot_load, missing_files } = await inspectPack(pack, parser)
  const certain = findings.filter(isCertain)
  const facts = await readReleaseFacts(pack, parser)
  assert.deepEqual([facts.findings, facts.missing_files], [certain, missing_files])
  return {
    found: certain.map(({ rule, file_path: file, line_number: line }) => [rule, file, line]),
    cannot_load,
  }
}
const none = { found: [], cannot_load: false }
const missingAt = (line: number, file = '__init__.py') => ({
  found: [['import-missing', file, line]],
  cannot_load: true,
})

describe('an import of a file that the archive does not have', () => {
  const failing: Record<string, [code: string, line: number, files?: Files]> = {
    'of a name in a module': ['from .palettes import all\n', 1],
    'of a module itself': ['import os\nfrom . import palettes\n', 2],
    'of a module in a missing folder': ['from .a.b import c\n', 1],
    'in a folder without the module': ['from .a.b import c\n', 1, { 'a/__init__.py': '' }],
    'in a function that runs at once': ['def load():\n    from .palettes import all\nload()\n', 2],
    'with other letters': ['from .Palettes import all\n', 1, { 'palettes.py': 'all = 1\n' }],
    'behind a known condition': ['if True:\n    from .palettes import all\n', 2],
  }
  for (const [name, [code, line, files]] of Object.entries(failing))
    it(`fails for certain ${name}`, async () => {
      assert.deepEqual(await certainIn({ '__init__.py': code + node, ...files }), missingAt(line))
    })

  it('is reported where it stands', async () => {
    const files = { '__init__.py': `from .lib import x\n${node}`, 'lib.py': '\nfrom .palettes import x\n' }
    assert.deepEqual(await certainIn(files), missingAt(2, 'lib.py'))
  })

  const fine: Record<string, [code: string, files?: Files]> = {
    'in a try': ['try:\n    from .palettes import all\nexcept ImportError:\n    all = []\n'],
    'in a file that is imported in a try': [
      'try:\n    from . import lib\nexcept Exception:\n    pass\n',
      { 'lib.py': 'from .palettes import all\n' },
    ],
    'in a suppressed block': [
      'from contextlib import suppress\nwith suppress(ImportError):\n    from .palettes import all\n',
    ],
    'for type checkers': [
      'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .palettes import all\n',
    ],
    'on some systems': ['import sys\nif sys.platform == "win32":\n    from .palettes import all\n'],
    'with an option of the machine': ['import os\nif os.environ.get("X"):\n    from .palettes import all\n'],
    'if its file is there': [
      'import os\nif os.path.exists(os.path.join(os.path.dirname(__file__), "palettes.py")):\n    from .palettes import all\n',
    ],
    'in a function that nodes call': ['def later():\n    from .palettes import all\n'],
    'of a compiled module': ['from .palettes import all\n', { 'palettes.cp312-win_amd64.pyd': 'MZ' }],
    'of a folder without code': ['from . import data\n', { 'data/a.json': '{}' }],
    'of a name that the package makes': ['from . import shown\n', { '__init__.py': '' }],
    'that code downloads first': [
      'import subprocess\nsubprocess.run(["git", "clone", "https://example.org/x", "palettes"])\nfrom .palettes import all\n',
    ],
    'that code answers itself': [
      'import sys, types\nsys.modules[__name__ + ".palettes"] = types.ModuleType("palettes")\nfrom .palettes import all\n',
    ],
    'of a package that the user installs': ['from palettes import all\n'],
  }
  for (const [name, [code, files]] of Object.entries(fine))
    it(`does not fail for certain ${name}`, async () => {
      const made = name.includes('package makes') ? `globals()["shown"] = 1\n${code}` : code
      assert.deepEqual(await certainIn({ ...files, '__init__.py': made + node }), none)
    })
})

describe('a file that Python refuses', () => {
  it('keeps the pack from loading, unless its import is caught', async () => {
    const broken = { 'lib.py': 'x = (\n' }
    const found = [['python-cannot-load', 'lib.py', 1]]
    assert.deepEqual(await certainIn({ '__init__.py': `from . import lib\n${node}`, ...broken }), {
      found,
      cannot_load: true,
    })
    const caught = `try:\n    from . import lib\nexcept Exception:\n    pass\n${node}`
    assert.deepEqual(await certainIn({ '__init__.py': caught, ...broken }), { found, cannot_load: false })
  })
})

describe('files that the archive lacks', () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12300000\n`

  it('are pointers of Git LFS, reported together', async () => {
    const { found } = await certainIn({
      'a.png': pointer,
      'b.safetensors': pointer,
      'docs.md': `# ${pointer}`,
    })
    assert.deepEqual(found, [['lfs-pointer', 'a.png', undefined]])
  })

  const modules = '[submodule "x"]\n\tpath = lib/x-kit\n\turl = https://example.org/x\n'
  it('are submodules that code names', async () => {
    const code = `import os\nfolder = os.path.join("lib", "x-kit")\n${node}`
    assert.deepEqual((await certainIn({ '.gitmodules': modules, '__init__.py': code })).found, [
      ['submodule-missing', '.gitmodules', 2],
    ])
    assert.deepEqual(await certainIn({ '.gitmodules': modules }), none)
    const files = { '.gitmodules': modules, '__init__.py': code, 'lib/x-kit/a.py': '' }
    assert.deepEqual(await certainIn(files), none)
  })

  const named: Record<string, [license: string, files: Files, isMissing: boolean]> = {
    'a table': ['license = { file = "LICENSE" }', {}, true],
    'a table, with the file': ['license = { file = "./license" }', { LICENSE: 'MIT' }, false],
    'a file name instead of a license': ['license = "LICENSE"', {}, true],
    'PEP 639': ['license = "MIT"\nlicense-files = ["LICEN[CS]E*", "legal/*.txt"]', { LICENSE: 'MIT' }, true],
    'PEP 639, with files': ['license-files = ["LICEN[CS]E*"]', { LICENSE: 'MIT' }, false],
    'a license instead of a file': ['license = { file = "MIT License" }', {}, false],
  }
  for (const [name, [license, files, isMissing]] of Object.entries(named))
    it(`are license files named by ${name}`, async () => {
      const { found } = await certainIn({ 'pyproject.toml': `${project}${license}\n`, ...files })
      assert.deepEqual(
        found.map(([rule]) => rule),
        isMissing ? ['license-missing'] : [],
      )
    })

  it('are pictures that the project file names, which do not stop a release', async () => {
    const manifest = `${project}[tool.comfy]\nIcon = "a/icon.png"\nBanner = "https://example.org/b.png"\n`
    const pack = filesOfRecord({ 'pyproject.toml': manifest, '__init__.py': node })
    const { findings } = await inspectPack(pack, parser)
    assert.deepEqual(
      findings.map(({ rule, severity, message }) => [rule, severity, message]),
      [['picture-missing', 'low', 'The icon a/icon.png is not in the archive.']],
    )
  })
})

describe('a pack without comfy-nodes', () => {
  const isEmpty = async (files: Files) =>
    (await readReleaseFacts(filesOfRecord({ 'pyproject.toml': project, ...files }), parser)).has_no_nodes

  it('has none for certain only if nothing that was not followed could add some', async () => {
    for (const files of [{}, { '__init__.py': '' }, { '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n' }])
      assert.equal(await isEmpty(files), true)
    for (const code of [
      node,
      'from elsewhere import *\n',
      'from elsewhere import NODE_CLASS_MAPPINGS\n',
      'import elsewhere\nNODE_CLASS_MAPPINGS = elsewhere.make()\n',
    ])
      assert.equal(await isEmpty({ '__init__.py': code }), false, code)
  })
})
