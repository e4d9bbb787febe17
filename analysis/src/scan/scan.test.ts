import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testParser } from '../python/parser.test-support.ts'
import { PythonSources } from '../python/sources.ts'
import { checkBinary } from './binaries.ts'
import { isBlocking } from './finding.ts'
import type { Rule } from './rule.ts'
import { factsOf, rules, scanDependencies, scanPython, scanText } from './scan.ts'

const parser = await testParser()

function rulesFoundIn(rule: Rule, example: string): string[] {
  return findingsIn(rule, example).map((finding) => finding.rule)
}

function findingsIn(rule: Rule, example: string) {
  if (rule.of === 'dependency') return scanDependencies('requirements.txt', [{ text: example, line: 1 }])
  if (rule.of === 'text') return scanText('nodes.py', example)
  const sources = new PythonSources(parser)
  try {
    const facts = factsOf(sources.add('nodes.py', example))
    return facts ? scanPython(facts) : []
  } finally {
    sources.release()
  }
}

for (const rule of rules) {
  for (const [i, example] of rule.examples.matching.entries()) {
    test(`${rule.id} finds its matching example ${i + 1}`, () => {
      const found = findingsIn(rule, example).find((finding) => finding.rule === rule.id)
      assert.ok(found, example)
      assert.ok(found.message && found.why && found.fix && found.issue_type === rule.id)
    })
  }
  for (const [i, example] of rule.examples.harmless.entries()) {
    test(`${rule.id} leaves its harmless example ${i + 1} alone`, () => {
      assert.ok(!rulesFoundIn(rule, example).includes(rule.id), example)
    })
  }
}

test('rules have ids of their own, and each has both kinds of examples', () => {
  assert.equal(new Set(rules.map((rule) => rule.id)).size, rules.length)
  for (const { id, examples } of rules)
    assert.ok(examples.matching.length > 0 && examples.harmless.length > 0, id)
})

test('starting well-known programs never blocks a version', () => {
  const sources = new PythonSources(parser)
  const text =
    'import subprocess, sys\n' +
    ['git', 'ffmpeg', 'nvidia-smi'].map((name) => `subprocess.run(["${name}", x])`).join('\n')
  const facts = factsOf(
    sources.add(
      'a.py',
      `${text}\nsubprocess.check_call([sys.executable, "-m", "pip", "install", "-r", "requirements.txt"])\n`,
    ),
  )
  assert.ok(facts)
  const findings = scanPython(facts)
  sources.release()
  assert.ok(findings.length >= 4)
  assert.equal(findings.some(isBlocking), false)
})

test('machine code is told by its first bytes, and a false name makes it worse', () => {
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
