import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { testParser } from './parser.test-support.ts'
import { PythonSources } from './sources.ts'

const parser = await testParser()

function faultOf(text: string) {
  const sources = new PythonSources(parser)
  sources.add('a.py', text)
  try {
    return sources.faultOf('a.py')
  } finally {
    sources.release()
  }
}

/** Each text with the line and the words of Python's error. */
const broken: [string, number, string][] = [
  ['x = (\nclass A:\n    pass\n', 1, "'(' was never closed"],
  ['a = [1, 2\nb = 3\n', 1, "'[' was never closed"],
  ['a = (1, 2]\n', 1, "closing parenthesis ']' does not match opening parenthesis '('"],
  ['a = (1,\n2]\n', 2, "closing parenthesis ']' does not match opening parenthesis '(' on line 1"],
  ['a = 1)\n', 1, "unmatched ')'"],
  ['x = "abc\ny = 1\n', 1, 'unterminated string literal (detected at line 1)'],
  ['x = """abc\ny = 1\n', 1, 'unterminated triple-quoted string literal (detected at line 2)'],
  ['if True\n    x = 1\n', 1, "expected ':'"],
  ['class A\n    pass\n', 1, "expected ':'"],
  ['if True:\nx = 1\n', 2, "expected an indented block after 'if' statement on line 1"],
  ['def f():\n', 1, 'expected an indented block after function definition on line 1'],
  ['x = 1\n    y = 2\n', 2, 'unexpected indent'],
  ['def f():\n    return\n    x = 1\n      y = (2\n', 4, 'unexpected indent'],
  ['def f():\n        x = 1\n    y = 2\n', 3, 'unindent does not match any outer indentation level'],
  ['if x:\n        y = 1\n\tz = 2\n', 3, 'inconsistent use of tabs and spaces in indentation'],
  ['a = {"x": 1 "y": 2}\n', 1, 'invalid syntax. Perhaps you forgot a comma?'],
  ['A = {\n    "A": A\n    "B": B,\n}\n', 3, 'invalid syntax'],
  ['for x in y print(x)\n', 1, 'invalid syntax'],
  ['from x import\n', 1, 'invalid syntax'],
  ['<<<<<<< HEAD\nx = 1\n', 1, 'invalid syntax'],
  ['print "hello"\n', 1, "Missing parentheses in call to 'print'. Did you mean print(...)?"],
  ['x = “abc”\n', 1, "invalid character '“' (U+201C)"],
  ['f(a，b)\n', 1, "invalid character '，' (U+FF0C)"],
  ['a = \\ \n 1\n', 1, 'unexpected character after line continuation character'],
  ['try:\n    x = 1\ny = 2\n', 3, "expected 'except' or 'finally' block"],
  ['x = 10L\n', 1, 'invalid decimal literal'],
  ['x = 1\nreturn x\n', 2, "'return' outside function"],
  ['class A:\n    if x: return 1\n', 2, "'return' outside function"],
  ['if x:\n    break\n', 2, "'break' outside loop"],
  ['def f():\n    x = 1; continue\n', 2, "'continue' not properly in loop"],
  ['return 1\nx = (\n', 2, "'(' was never closed"],
]

const whole = [
  'x = f"{d["a"]} {", ".join(["a"])} {x:>{w}} {x!r:^5}"\n',
  'x = f\'{a}\' rb\'\\\'\' """\n\' " """\n',
  'def f[T](x: T) -> T: return x\ntype A = int\n',
  'match x:\n    case [a, *_] if a: pass\n    case {"k": v}: pass\n',
  'if x:\n\ty = 1\n\tz = 2\n',
  'if x:\n    a = (1,\n2)\n    # comment\n  # comment\n\n    b = 1\n',
  'x = 1; y = 2\nif x: y = 3\nelse: y = 4\nlambda: x\n',
  'with (open("a") as f, open("b") as g):\n    pass\n',
  'print\nprint(1)\nexec("x")\nx = 0_0 + 00 + 0x1F + 1e5 + 1j\n',
  'class A: pass\n\x0cclass B: pass\n',
  'async def f(): return 1\nfor x in y: break\nwhile x:\n    if y: continue\n    else:\n        pass; break\n',
  'def f(\n    a,\n):\n    try:\n        return\n    finally:\n        pass\n',
  'for x in y:\n    match x:\n        case 1: continue\n    with a: break\n',
  'a = """\n    b\n""" if c else \\\n    d\n',
]

describe('a fault that keeps Python from loading a file', () => {
  for (const [text, line, message] of broken)
    it(`is found in ${JSON.stringify(text)}`, () => assert.deepEqual(faultOf(text), { line, message }))
  for (const text of whole)
    it(`is not reported for ${JSON.stringify(text)}`, () => assert.equal(faultOf(text), undefined))

  it('is found in a function that is read only when it is called', () => {
    const long = `def f():\n${'    x = 1\n'.repeat(80)}    y = (1\n`
    assert.deepEqual(faultOf(long), { line: 82, message: "'(' was never closed" })
  })
})

const python = spawnSync('python3', ['--version']).status === 0

describe('the local Python', { skip: python ? false : 'There is no python3.' }, () => {
  const script =
    'import json, sys\nfor text in json.load(sys.stdin):\n' +
    '    try: compile(text, "a", "exec"); print("-")\n    except SyntaxError as e: print(e.lineno)\n'

  it('refuses each of these texts at the same line', () => {
    const texts = broken.map(([text]) => text)
    const { stdout } = spawnSync('python3', ['-c', script], {
      input: JSON.stringify(texts),
      encoding: 'utf8',
    })
    assert.deepEqual(
      stdout.trim().split('\n'),
      broken.map(([, line]) => String(line)),
    )
  })
})
