import type { Hit } from '../../ground/finding.ts'
import { declaredEncoding, decoderOf } from '../../python/decode.ts'
import { isDisguised } from '../interest/interest.ts'
import type { TextRule } from './rule.ts'
import { bundledLine, codeFile, hasRun, isBlank, matches } from './text-matches.ts'

export const bidirectional: TextRule = {
  of: 'text',
  id: 'bidirectional-text',
  severity: 'high',
  why: 'These invisible characters make code look different from what it does.',
  fix: 'Remove the characters; write them as escapes where a text really needs them.',
  appliesTo: codeFile,
  examples: {
    matching: [
      'access = "user\u202e \u2066# admin\u2069 \u2066"\n',
      'x = 1 # \u202d comment',
      'if (/[\u202a-\u202e]/.test(user) && isAdmin) grant()',
      'x = "[user\u202e-admin]"',
      '/* [\u2066 begin admins only ] */',
      `const a = 1 /*[\u202a-\u202e]*/;${'x'.repeat(200)}()`,
    ],
    harmless: [
      'x = "مرحبا"',
      'y = "\\u202e"',
      'z = "\u200fשלום"',
      'const word = new RegExp("([!-Z]|[\u2010-\u2027\u202a-\ud7ff\uf900-\uffff])")',
      'const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;',
      's = s.replace(/[\u202a-\u202e]/g, "")',
      `a(/[!-\\[\\]-\u2027\u202a-\ud7ff]/)${',b(1)'.repeat(30)}`,
      `a(/[\u202a-\u202e]/g)${',b(1)'.repeat(1100)}`,
    ],
  },
  find: (text) =>
    matches(text, /[\u202a-\u202e\u2066-\u2069]/g, ({ 0: character, index }) =>
      isInCharacterClass(text, index)
        ? undefined
        : {
            message: `Contains the invisible character U+${character.charCodeAt(0).toString(16).toUpperCase()}, which reverses text.`,
            snippet: '(the line contains invisible characters)',
          },
    ),
}

const longestClass = 500

/**
 * Whether the character is inside a character class of a regular expression such as `[\u202a-\u202e]`, where
 * it stands for itself and does not reorder visible text. Characters that reorder Latin letters act up to the
 * end of the line, so no words may follow in a hand-written line.
 */
function isInCharacterClass(text: string, at: number): boolean {
  const start = classStart(text, at)
  const end = start < 0 ? -1 : classEnd(text, at)
  if (end < 0 || holdsWords(text.slice(start + 1, end))) return false
  if (!/[\u202b\u202e\u2067\u2068]/.test(text.charAt(at))) return true
  const lineEnd = text.indexOf('\n', end)
  const rest = text.slice(end + 1, Math.min(lineEnd < 0 ? text.length : lineEnd, end + 1 + bundledLine))
  return rest.length >= bundledLine || !/\w{2}|\w\W*\w/.test(rest.replace(/^\/[dgimsuvy]{1,8}\b/, ''))
}

function classStart(text: string, at: number): number {
  for (let i = at - 1; i >= Math.max(0, at - longestClass); i--) {
    const letter = text.charAt(i)
    if (letter === '\n' || (letter === ']' && text.charAt(i - 1) !== '\\')) return -1
    if (letter === '[' && text.charAt(i - 1) !== '\\') return i
  }
  return -1
}

function classEnd(text: string, at: number): number {
  for (let i = at + 1; i < Math.min(text.length, at + longestClass); i++) {
    const letter = text.charAt(i)
    if (letter === '\n') return -1
    if (letter === '\\') i++
    else if (letter === ']') return i
  }
  return -1
}

/** A character class consists of ranges and escapes; other content means something to a reader. */
function holdsWords(content: string): boolean {
  const bare = content.replace(/\\+(u\{?[\da-fA-F]{1,6}\}?|x[\da-fA-F]{2}|.)/g, '').replace(/\w-\w/g, '')
  return /\w{2}|[ \t]/.test(bare)
}

/**
 * Runs of characters that no editor shows: variation selectors, tags, and characters without width. One selector follows a
 * letter, flags have six tags, and words of some languages have single joiners.
 */
const invisibleRun =
  /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}|(?<![\u{1f3f4}\u{e0020}-\u{e007f}])[\u{e0001}\u{e0020}-\u{e007f}]{4,}|[\u{e0020}-\u{e007f}]{12,}|[\u200b-\u200f\u2060-\u2064\u180e\u3164\uffa0\ufeff\u115f\u1160]{8,}/gu

/** Letters that stand for those of ASCII, which agents read. In documents, the others belong to languages. */
const invisibleTags = /(?<![\u{1f3f4}\u{e0020}-\u{e007f}])[\u{e0020}-\u{e007f}]{4,}/gu

export const invisibleData: TextRule = {
  of: 'text',
  id: 'invisible-data',
  severity: 'high',
  why: 'Characters that no editor shows carry data that no reader sees.',
  fix: 'Remove the characters.',
  appliesTo: /\.(pyi?|m?[jt]s|[jt]sx|sh|bat|ps1|mdc?|txt|json|ya?ml|toml)$|(^|\/)\.\w+rules$/i,
  examples: {
    matching: [
      `key = "${'\u{e0101}\u{e0132}\ufe01'.repeat(4)}"`,
      `name = "Node${'\u{e0061}\u{e0062}'.repeat(4)}"`,
      `note = "ok${'\u200b\u200c'.repeat(8)}"`,
    ],
    harmless: [
      'heart = "\u2764\ufe0f"',
      'flag = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"',
      'word = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"',
      'const blanks = /[\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\ufeff]/g',
    ],
  },
  *find(text, path) {
    if (!/[^\0-\u0fff]/.test(text)) return
    yield* matches(text, codeFile.test(path) ? invisibleRun : invisibleTags, ({ 0: run, index }) =>
      isInCharacterClass(text, index)
        ? undefined
        : {
            message: `Contains ${[...run].length} characters in a row that no editor shows.`,
            snippet: '(the line contains invisible characters)',
          },
    )
  },
}

/** An unterminated string counts up to the end of its line, or of the file. */
const textOrRemark =
  /"""(?:[^"\\]|\\[\s\S]|"(?!""))*(?:"""|$)|'''(?:[^'\\]|\\[\s\S]|'(?!''))*(?:'''|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|#[^\n]*/g

export const confusableName: TextRule = {
  of: 'text',
  id: 'confusable-name',
  severity: 'medium',
  why: 'A name that mixes look-alike letters of two scripts can be mistaken for another one.',
  fix: 'Write names in one script.',
  appliesTo: /\.py$/i,
  examples: {
    matching: ['def ev\u0430l(x): pass', '\u0456mport_os = 1', 'import \u017fubprocess', 'x.\uff45xec(1)'],
    harmless: [
      'имя = 1',
      'name = "p\u0430ypal"',
      'x = "Привет"  # hello',
      '# \u0430bc',
      '\u0438\u043c\u044f_node = 1',
      'x_\u03c3 = 1',
      '\u00b5_r = 1',
    ],
  },
  *find(text) {
    if (!/[^\0-\x7f]/.test(text)) return
    // Comments and strings may contain anything, so only the code between them is checked.
    const bare = text.replace(textOrRemark, (part) => part.replace(/[^\n]/g, ' '))
    yield* matches(bare, /[\p{L}\p{N}_]{1,120}/gu, ([name]) =>
      mixesScripts(name)
        ? { message: `The name \`${name}\` mixes letters of two scripts.` }
        : isDisguised(name)
          ? {
              message: `Python reads the name \`${name}\` as \`${name.normalize('NFKC')}\`.`,
              ...isNoIndex(name),
            }
          : undefined,
    )
  },
}

/** Formulas use superscript and subscript letters, which Python reads as plain ones. */
function isNoIndex(name: string): Pick<Hit, 'severity'> {
  return /^[\w\p{Lm}]+$/u.test(name) ? {} : { severity: 'high' }
}

/** Letters of other scripts that look exactly like Latin ones, except those used in formulas. */
const lookAlike =
  /[\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u03bf\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7]/

/**
 * Whether a word mixes scripts. A word of another script next to Latin ones is fine; a Latin word with a
 * foreign look-alike is not.
 */
function mixesScripts(name: string): boolean {
  const foreign = name.replace(/[\x00-\x7f]/g, '')
  return /[A-Za-z]/.test(name) && foreign !== '' && [...foreign].every((letter) => lookAlike.test(letter))
}

const asideCode = /^;|^(import|exec|eval|__import__)\b/

export const pushedAside: TextRule = {
  of: 'text',
  id: 'pushed-aside-code',
  severity: 'high',
  why: 'Code far to the right of everything else is meant to be off the screen.',
  fix: 'Put the code at the start of its line.',
  appliesTo: /\.(py|[cm]?js|pth|sh)$/i,
  examples: {
    matching: [
      `x = 1${' '.repeat(300)};import os`,
      `import json${' '.repeat(200)}; exec(y)`,
      `a = 2${'\t'.repeat(60)};eval(z)`,
    ],
    harmless: [
      `x = 1${' '.repeat(300)}# comment`,
      `table = [1,${' '.repeat(150)}2]`,
      `${' '.repeat(300)}y = 1`,
    ],
  },
  *find(text) {
    if (!hasGap(text)) return
    yield* matches(text, /(?<=\S)[^\S\n]{50,}(?=\S)/g, ({ 0: gap, index }) => {
      const width = gap.length + 3 * (gap.match(/\t/g)?.length ?? 0)
      const [code = ''] = text.slice(index + gap.length, index + gap.length + 200).split('\n', 1)
      return width >= 120 && asideCode.test(code) && !/^;\s*(\/\/|#|$)/.test(code)
        ? { message: 'Holds code that is pushed out of sight.', snippet: code }
        : undefined
    })
  },
}

const widestGap = 50

/** At the start of a line it is indentation. */
function hasGap(text: string): boolean {
  return hasRun(text, widestGap, isBlank, (start) => start > 0 && text[start - 1] !== '\n')
}

/** Encodings in which each ASCII byte, and each letter of the code, is itself. */
const sameAsShown =
  /^(utf-?8(-sig)?|u8|ascii|us-ascii|latin-?1|iso-?latin-1|l1|iso-?8859-?\d+(-\w+)?|cp(1252|125\d|437|850|852|866)|windows-125\d|koi8-[rtu])$/

/**
 * A character in these encodings can contain a byte that is a quote or a backslash in UTF-8, so Python ends
 * strings elsewhere than a reader expects. A file without such characters is the same in both.
 */
const othersThanShown =
  /^((iso-?2022|gbk?|hz|big5|euc|shift|s|ms|ks|johab|cp|mac|iso|windows|koi8)[-\w.]*|\d+)$/

/** Such a file was decoded as it declares, so the scan follows the code that runs. */
const isReadAsPythonDoes = (text: string, name: string) =>
  decoderOf(name) !== undefined && !text.includes('\ufffd')

export const oddEncoding: TextRule = {
  of: 'text',
  id: 'odd-source-encoding',
  severity: 'critical',
  why: 'With this encoding, Python runs different code than an editor shows.',
  fix: 'Write the file in UTF-8.',
  appliesTo: /\.pyw?$/i,
  examples: {
    matching: [
      '# -*- coding: utf-7 -*-\n+AGkAbQBwAG8AcgB0-',
      '#!/usr/bin/python\n# coding=unicode_escape\nx = 1',
      '# vim: set fileencoding=raw-unicode-escape :\n',
      '# coding: latin-1-or-what\nx = 1',
      '# coding: gbk\nx = "\ufffd\\"; import os; os.system("x") #"',
      '# coding: iso-2022-jp\nx = "\u001b$B"',
    ],
    harmless: [
      '# -*- coding: utf-8 -*-\nx = 1',
      '# coding: latin-1',
      '# coding: latin-1\nname = "M\ufffdller"',
      '# coding: gbk\nx = 1',
      '# coding: UTF8\nx = "\u00e9"',
      'x = "coding: utf-7"',
      '# a\n# b\n# coding: utf-7',
    ],
  },
  *find(text) {
    const { name, line } = declaredEncoding(text) ?? { name: '', line: 0 }
    if (name === '' || sameAsShown.test(name)) return
    const message = `Is written in the encoding \`${name}\`.`
    if (!othersThanShown.test(name)) yield { line, message }
    else if (/[\u001b\u0080-\uffff]/.test(text))
      yield { line, message, severity: isReadAsPythonDoes(text, name) ? 'medium' : 'high' }
  },
}
