import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../../archive/pack-files.ts'
import { type Finding, isBlocking } from '../../ground/finding.ts'
import { compareWithAnnounced } from '../../manifest/announced.ts'
import { testParser } from '../../python/parser.test-support.ts'
import { rules } from '../../scan/scan-files.ts'
import { inspectPack } from '../inspect.ts'

const parser = await testParser()

type Files = Record<string, string | Uint8Array>

const project = '[project]\nname = "sample"\nversion = "1.0.0"\n[tool.comfy]\nPublisherId = "acme"\n'
const init = 'class Blur:\n    RETURN_TYPES = ("IMAGE",)\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n'
const good = { 'pyproject.toml': project, '__init__.py': init }

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const utf32 = (text: string) =>
  new Uint8Array(Uint32Array.from([...text], (letter) => letter.codePointAt(0) ?? 0).buffer)
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
const gbk = Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3, 0xca, 0xc0, 0xbd, 0xe7)
const withGbk = (before: string, after: string) =>
  new Uint8Array(Buffer.concat([Buffer.from(before), gbk, Buffer.from(after)]))

const inspect = (files: Files) => inspectPack(filesOfRecord(files), parser)

async function findingsOf(files: Files): Promise<Finding[]> {
  return (await inspect({ ...good, ...files })).findings
}

async function finding(rule: string, files: Files): Promise<Finding> {
  const found = (await findingsOf(files)).find((one) => one.rule === rule)
  assert.ok(found, rule)
  assert.equal(isBlocking(found), false)
  return found
}

describe('a file that Python cannot load', () => {
  it('is reported with its line, and leaves the pack without comfy-nodes', async () => {
    const files = { ...good, '__init__.py': `x = (\n${init}` }
    const { comfy_nodes, undecided, findings } = await inspect(files)
    assert.deepEqual(comfy_nodes, [])
    assert.match(undecided[0]?.reason ?? '', /line 1 of __init__\.py: '\(' was never closed/)
    assert.deepEqual(
      findings.map(({ rule, file_path, line_number }) => [rule, file_path, line_number]),
      [['python-cannot-load', '__init__.py', 1]],
    )
  })

  it('is found among imported files, even inside a try block', async () => {
    const files = { '__init__.py': `from .nodes import a\n${init}`, 'nodes.py': 'a = 1\nif a\n    b = 2\n' }
    const found = await finding('python-cannot-load', files)
    assert.equal(`${found.file_path}:${found.line_number}`, 'nodes.py:2')
    assert.deepEqual((await inspect({ ...good, ...files })).comfy_nodes, [])
    const caught = {
      ...files,
      '__init__.py': `try:\n    from . import nodes\nexcept Exception:\n    pass\n${init}`,
    }
    assert.equal((await finding('python-cannot-load', caught)).file_path, 'nodes.py')
    assert.equal((await inspect({ ...good, ...caught })).comfy_nodes.length, 1)
  })

  it('is ignored when nothing loads it', async () => {
    assert.deepEqual(await findingsOf({ 'old/test.py': 'print "x"\nx = (\n' }), [])
  })

  it('can be a file in Latin-1 or UTF-16 that declares no encoding', async () => {
    const found = await finding('python-cannot-load', {
      '__init__.py': latin1(`# \xe9\n${init}a = "caf\xe9"\n`),
    })
    assert.match(found.message, /line 6\b/)
    assert.match(found.message, /no encoding is declared/)
    assert.match((await finding('python-cannot-load', { '__init__.py': utf16(init) })).message, /UTF-16/)
  })

  it('is not one with such characters only in comments, which Python skips', async () => {
    assert.deepEqual(await findingsOf({ '__init__.py': latin1(`# caf\xe9\n${init}`) }), [])
  })

  it('is not one that declares its encoding', async () => {
    const text = latin1(`# -*- coding: latin-1 -*-\nname = "caf\xe9"\n${init}`)
    const { findings, comfy_nodes } = await inspect({ ...good, '__init__.py': text })
    assert.deepEqual([findings, comfy_nodes.length], [[], 1])
  })

  it('does not hold back a version in GBK, which is read as Python reads it', async () => {
    const found = await finding('odd-source-encoding', {
      '__init__.py': withGbk('# coding: gbk\nx = "', `"\n${init}`),
    })
    assert.equal(found.severity, 'medium')
  })
})

describe('a project file that Python cannot read', () => {
  it('is reported with its encoding and line', async () => {
    const text = `${project}description = "caf\xe9"\n`
    const found = await finding('manifest-encoding', { 'pyproject.toml': latin1(text) })
    assert.equal(found.line_number, 6)
    assert.match(found.message, /pyproject\.toml is not UTF-8, line 6; it looks like Latin-1/)
    const chinese = withGbk('[project]\nname = "sample"\ndescription = "', '"\nversion = "1.0.0"\n')
    assert.match(
      (await finding('manifest-encoding', { 'pyproject.toml': chinese })).message,
      /line 3.*GB18030/,
    )
  })

  it('is reported when it is in UTF-16 or starts with a byte order mark', async () => {
    const found = await finding('manifest-encoding', { 'pyproject.toml': utf16(project) })
    assert.match(found.message, /pyproject\.toml is UTF-16, save it as UTF-8/)
    const marked = await finding('manifest-encoding', { 'pyproject.toml': `\ufeff${project}` })
    assert.match(marked.message, /byte order mark/)
  })

  it('is reported when it has tables that only newer readers accept', async () => {
    const found = await finding('manifest-syntax', { 'pyproject.toml': `${project}a = {b = 1,\n c = 2}\n` })
    assert.match(found.message, /^Line 6: /)
    const fine = "a = {b = [1,\n 2,\n], c = \"{\\n,}\"} # {\nd = '''\n{ '''\n"
    assert.deepEqual(await findingsOf({ 'pyproject.toml': `${project}[tool.other]\n${fine}` }), [])
  })

  it('is still read by the registry if possible', async () => {
    const { manifest } = await inspect({ ...good, 'pyproject.toml': utf16(project) })
    assert.equal(manifest?.name, 'sample')
  })
})

describe('a missing folder of scripts', () => {
  it('is reported for the code and for the project file', async () => {
    const found = await finding('web-directory-missing', {
      '__init__.py': `${init}WEB_DIRECTORY = "./web"\n`,
    })
    assert.equal(`${found.file_path}:${found.line_number}`, '__init__.py:5')
    const inManifest = await finding('web-directory-missing', { 'pyproject.toml': `${project}web = "js"\n` })
    assert.match(inManifest.message, /`web` in \[tool\.comfy\] names the folder js/)
  })

  it('is not reported when it exists, even under the path of its file', async () => {
    const code = `${init}import os\nWEB_DIRECTORY = os.path.join(os.path.dirname(__file__), "web")\n`
    assert.deepEqual(await findingsOf({ '__init__.py': code, 'web/a.js': 'const a = 1\n' }), [])
    assert.equal((await finding('web-directory-missing', { '__init__.py': code })).line_number, 6)
  })
})

describe("a script for the tool's page", () => {
  const script = 'import { app } from "../../scripts/app.js"\napp.registerExtension({})\n'

  it('is reported when the pack names no folder of scripts', async () => {
    const found = await finding('web-directory-missing', { 'web/js/a.js': script })
    assert.deepEqual([found.severity, found.file_path], ['low', 'web/js/a.js'])
    assert.match(found.fix, /WEB_DIRECTORY = "\.\/web\/js"/)
  })

  it('is not reported when a folder is named in any way', async () => {
    for (const code of ['WEB_DIRECTORY = "./web"\n', 'import nodes\nnodes.EXTENSION_WEB_DIRS["a"] = "x"\n'])
      assert.deepEqual(await findingsOf({ '__init__.py': `${init}${code}`, 'web/js/a.js': script }), [])
  })
})

describe("an archive that contains the pack's folder", () => {
  it('is reported instead of a missing project file', async () => {
    const files = { 'my-pack-main/pyproject.toml': project, 'my-pack-main/__init__.py': init }
    const { findings } = await inspect(files)
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ['pack-in-folder'],
    )
    assert.match(findings[0]?.message ?? '', /is in the folder my-pack-main/)
    assert.match(findings[0]?.fix ?? '', /next version/)
  })
})

describe('advice about a mismatch with the announced version', () => {
  const manifest = async () => {
    const { manifest: read } = await inspect(good)
    assert.ok(read)
    return read
  }

  it('never suggests a version number that is already taken', async () => {
    for (const [version, next] of [
      ['2.0.0', '2.0.1'],
      ['1.0.2508161414', '1.0.2508161415'],
      ['3.0.0-rc.1', '3.0.0'],
    ]) {
      const [found] = compareWithAnnounced(await manifest(), { nodeId: 'sample', version: version ?? '' })
      assert.equal(found?.rule, 'manifest-version-differs')
      assert.ok(found?.fix.includes(`set version = "${next}"`), found?.fix)
      assert.ok(found?.fix.includes(`${version} is taken now`))
    }
    const [name] = compareWithAnnounced(await manifest(), { nodeId: 'other', version: '1.0.0' })
    assert.match(name?.fix ?? '', /name = "other".*version = "1\.0\.1"/)
  })
})

const commandsIn = (text: string) =>
  [...text.matchAll(/`((?:python|pip|git|npm|npx|zip) [^`]+)`/g)].map(([, command = '']) => command)

const python = spawnSync('python3', ['--version']).status === 0

/** Packs that get advice with commands, each with the rule that produces it. */
const advised: [string, Files][] = [
  ['python-cannot-load', { '__init__.py': `x = (\n${init}` }],
  [
    'python-cannot-load',
    { '__init__.py': 'from .lib.nodes import *\n', 'lib/nodes.py': latin1('a = "\xe9"\n') },
  ],
  ['manifest-syntax', { 'pyproject.toml': '[project]\ndependencies = [\n  "numpy"\n  "torch"\n]\n' }],
  ['manifest-syntax', { 'pyproject.toml': `${project}a = { b = 1, }\n` }],
  ['manifest-encoding', { 'pyproject.toml': latin1(`${project}description = "caf\xe9"\n`) }],
  ['manifest-encoding', { 'pyproject.toml': withGbk(`${project}description = "`, '"\n') }],
  ['manifest-encoding', { 'pyproject.toml': utf16(project) }],
  ['manifest-encoding', { 'pyproject.toml': `\ufeff${project}` }],
  ['readme-encoding', { 'README.md': utf16('# Title\n') }],
  ['readme-encoding', { 'README.md': new Uint8Array(Buffer.from('# Title\n', 'utf16le').swap16()) }],
  ['readme-encoding', { 'README.md': utf32('\ufeff# Title\n') }],
  ['manifest-encoding', { 'pyproject.toml': new Uint8Array(Buffer.from(project, 'utf16le')) }],
  ['readme-encoding', { 'docs/README.rst': latin1('caf\xe9\n') }],
]

describe('commands in advice', { skip: python ? false : 'There is no python3.' }, () => {
  for (const [rule, files] of advised)
    it(`shows the fault or removes it for ${rule} (${Object.keys(files).join(', ')})`, async () => {
      const { fix } = await finding(rule, files)
      const commands = commandsIn(fix)
      assert.notEqual(commands.length, 0, fix)
      await inFolder({ ...good, ...files }, async (folder, read) => {
        for (const command of commands) {
          const { status, stderr } = runCommand(command, folder)
          const isRepair = command.includes('write_text')
          assert.equal(status, isRepair ? 0 : 1, `${command}\n${stderr}`)
          if (!isRepair) assert.match(stderr, /(SyntaxError|TOMLDecodeError)/)
          const left = (await inspect(read())).findings.some((one) => one.rule === rule)
          assert.equal(left, !isRepair, command)
        }
        assert.deepEqual(
          Object.keys(read()).sort(),
          Object.keys({ ...good, ...files }).sort(),
          'no command leaves files behind',
        )
      })
    })

  it('reports nothing for a correct pack', async () => {
    const commands = new Set(
      (
        await Promise.all(advised.map(async ([rule, files]) => commandsIn((await finding(rule, files)).fix)))
      ).flat(),
    )
    const files = { ...good, 'README.md': '# Title\n', 'lib/nodes.py': '', 'docs/README.rst': '' }
    await inFolder(files, async (folder) => {
      for (const command of commands)
        if (!command.includes('write_text')) assert.equal(runCommand(command, folder).status, 0, command)
    })
  })

  it('occurs only in rules that these packs cover', () => {
    assert.deepEqual(
      rules.flatMap(({ fix, why }) => commandsIn(`${fix} ${why}`)),
      [],
    )
  })
})

/** Runs the command as a user would type it, with the local name of the interpreter. */
function runCommand(command: string, cwd: string) {
  return spawnSync('sh', ['-c', command.replace(/^python /, 'python3 ')], { cwd, encoding: 'utf8' })
}

async function inFolder(
  files: Files,
  work: (folder: string, read: () => Files) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'advice-'))
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    await work(folder, () => readFolder(folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readFolder(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length + 1), new Uint8Array(readFileSync(path))]
    }),
  )
}
