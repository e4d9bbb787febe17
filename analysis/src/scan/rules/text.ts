import type { Hit, TextRule } from '../rule.ts'

const codeFile = /\.(py|pyi|js|mjs|ts|jsx|tsx|sh|bat|ps1)$/i
const textFile =
  /\.(py|pyi|js|mjs|ts|jsx|tsx|sh|bat|ps1|json|toml|ya?ml|ini|cfg|env|txt|pem|key)$|(^|\/)\.env(\.\w+)?$/i

function* matches(
  text: string,
  pattern: RegExp,
  make: (match: RegExpExecArray) => Omit<Hit, 'line'> | undefined,
): Generator<Hit> {
  let line = 1
  let at = 0
  for (const match of text.matchAll(pattern)) {
    for (let next = text.indexOf('\n', at); next >= 0 && next < match.index; next = text.indexOf('\n', at)) {
      line++
      at = next + 1
    }
    const hit = make(match as RegExpExecArray)
    if (hit) yield { line, ...hit }
  }
}

export const bidirectional: TextRule = {
  of: 'text',
  id: 'bidirectional-text',
  severity: 'high',
  why: 'These invisible characters make code look different from what it does.',
  fix: 'Remove the characters; write them as escapes where a text really needs them.',
  appliesTo: codeFile,
  examples: {
    matching: ['access = "user\u202e \u2066# admin\u2069 \u2066"\n', 'x = 1 # \u202d comment'],
    harmless: ['x = "مرحبا"', 'y = "\\u202e"', 'z = "\u200fשלום"'],
  },
  find: (text) =>
    matches(text, /[\u202a-\u202e\u2066-\u2069]/g, ([character]) => ({
      message: `Holds the invisible character U+${character.charCodeAt(0).toString(16).toUpperCase()}, which turns text around.`,
      snippet: '(the line holds invisible characters)',
    })),
}

export const confusableName: TextRule = {
  of: 'text',
  id: 'confusable-name',
  severity: 'medium',
  why: 'A name that mixes look-alike letters of two scripts can pass for another one.',
  fix: 'Write names in one script.',
  appliesTo: /\.py$/i,
  examples: {
    matching: ['def ev\u0430l(x): pass', '\u0456mport_os = 1'],
    harmless: [
      'имя = 1',
      'name = "p\u0430ypal"',
      'x = "Привет"  # hello',
      '# \u0430bc',
      '\u0438\u043c\u044f_node = 1',
      'x_\u03c3 = 1',
    ],
  },
  *find(text) {
    if (!lookAlike.test(text)) return
    // Comments and texts may hold anything: only the code between them is looked at.
    const bare = text.replace(
      /("""|''')[\s\S]*?\1|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*/g,
      (part) => part.replace(/[^\n]/g, ' '),
    )
    yield* matches(bare, /[\p{L}\p{N}_]{1,120}/gu, ([name]) =>
      mixesScripts(name) ? { message: `The name \`${name}\` mixes letters of two scripts.` } : undefined,
    )
  },
}

/** Letters of other scripts that look exactly like Latin ones. Those that formulas use are left out. */
const lookAlike =
  /[\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u03bf\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7]/

/** A word of another script may stand beside Latin ones; a Latin word with a foreign look-alike in it may not. */
function mixesScripts(name: string): boolean {
  const foreign = name.replace(/[\x00-\x7f]/g, '')
  return /[A-Za-z]/.test(name) && foreign !== '' && [...foreign].every((letter) => lookAlike.test(letter))
}

const secrets: [RegExp, string][] = [
  [
    /-----BEGIN (?:RSA |EC |OPENSSH |DSA |ENCRYPTED |PGP )?PRIVATE KEY(?: BLOCK)?-----\s*(?:\\n)?[A-Za-z0-9+/=\s\\]{60,}/g,
    'a private key',
  ],
  [/\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_[A-Za-z0-9_]{60,}\b/g, 'a code host token'],
  [/\bsk-(?:proj-|ant-)?[A-Za-z0-9_-]{40,}\b/g, 'a key of a model service'],
  [/\bhf_[A-Za-z0-9]{34}\b/g, 'a model hub token'],
  [/\bAKIA[0-9A-Z]{16}\b/g, 'a cloud access key'],
  [/\bAIza[0-9A-Za-z_-]{35}\b/g, 'a cloud key'],
  [/\bxox[abprs]-[0-9A-Za-z-]{20,}\b/g, 'a chat token'],
  [/\bglpat-[0-9A-Za-z_-]{20}\b/g, 'a code host token'],
]

export const committedSecret: TextRule = {
  of: 'text',
  id: 'committed-secret',
  severity: 'medium',
  why: 'Everyone who downloads the pack can use it.',
  fix: 'Revoke it where it was made, and publish a version without it.',
  appliesTo: textFile,
  examples: {
    // Put together here, so that no scanner takes this file for a leak.
    matching: [
      `token = "ghp_${'a1B2c3D4e'.repeat(4)}"`,
      `k = "AKIA${'ABCD1234'.repeat(2)}"`,
      `-----BEGIN ${'PRIVATE'} KEY-----\n${'MIIEvQ'.repeat(20)}`,
    ],
    harmless: [
      'token = "ghp_xxx"',
      'k = os.environ["AWS_KEY"]',
      `-----BEGIN ${'PRIVATE'} KEY-----\n...`,
      `t = "hf_${'x'.repeat(34)}"`,
    ],
  },
  *find(text) {
    for (const [pattern, what] of secrets) {
      yield* matches(text, pattern, ([found]) =>
        isPlaceholder(found)
          ? undefined
          : { message: `Holds what looks like ${what}.`, snippet: `${found.slice(0, 8)}…` },
      )
    }
  },
}

function isPlaceholder(text: string): boolean {
  const tail = text.slice(8)
  return new Set(tail).size < 6 || /example|your|placeholder|xxxx|0000/i.test(tail)
}

export const textRules = [bidirectional, confusableName, committedSecret]
