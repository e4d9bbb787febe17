import { defined } from '../../ground/defined.ts'
import { decodedIn } from './encoded.ts'

/** A secret that was found in a text. */
export interface Secret {
  /** Counted from 1. */
  line: number
  /** Such as `a token of a package index`. */
  what: string
  found: string
  /** Whether nothing else looks like this. */
  isCertain: boolean
}

interface Shape {
  what: string
  /** Every text with such a secret contains one of these. */
  signs: readonly string[]
  /** Sticky if it starts with a sign. */
  pattern: RegExp
  /** The secret follows the last of these marks; public ids come before it. */
  behind?: string
  /** Other things can look like this, or it opens nothing by itself. */
  isLikely?: true
}

const cloud = 'a key of a cloud provider'
const codeHost = 'a token of a code host'
const packageIndex = 'a token of a package index'
const hub = 'a token of a model hub'
const service = 'a key of a model service'
const chat = 'a token of a chat service'
const payment = 'a key of a payment service'
const tool = 'a token of a developer service'
const mail = 'a key of a mail service'

/** Tokens of this registry, which it revokes when it finds them. */
export const ownToken = 'a publish token of this registry'
const ownRest = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}'

/** A token with this prefix, and what its documentation or its issuer's scanner says about the rest. */
const prefixed = (what: string, prefix: string, rest: string, isLikely?: true): Shape => ({
  what,
  signs: [prefix],
  pattern: new RegExp(`(?<![\\w-])${prefix.replaceAll('.', String.raw`\.`)}${rest}(?![\\w])`, 'y'),
  ...defined({ isLikely: isLikely || undefined }),
})

const word = '[A-Za-z0-9]'
const url = '[A-Za-z0-9_-]'
const hex = '[0-9a-f]'

const shapes: readonly Shape[] = [
  ...['nyp_', 'nyo_'].map((mark) => prefixed(ownToken, mark, ownRest)),

  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((mark) => prefixed(codeHost, mark, `${word}{36,255}`)),
  prefixed(codeHost, 'github_pat_', `${word}{22}_${word}{59}`),
  ...['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-', 'glagent-', 'glimt-'].map((mark) =>
    prefixed(codeHost, mark, `${url}{20,255}(?:\\.${url}{2}\\.${url}{9})?`),
  ),
  prefixed(codeHost, 'ATBB', `${word}{32}`),
  prefixed(codeHost, 'ATCTT3xFfG', `${url}{100,255}={0,1}${hex}{0,10}`),
  prefixed(tool, 'ATATT3xFfG', `${url}{100,255}=?${word}{0,10}`),

  prefixed(packageIndex, 'npm_', `${word}{36}`),
  prefixed(packageIndex, 'pypi-AgE', `${url}{50,600}`),
  prefixed(packageIndex, 'rubygems_', `${hex}{48}`),
  prefixed(packageIndex, 'cio', `${word}{32}`),
  prefixed(packageIndex, 'oy2', '[a-z0-9]{43}'),
  ...['dckr_pat_', 'dckr_oat_'].map((mark) => prefixed(packageIndex, mark, `${url}{27,40}`)),
  prefixed(packageIndex, 'AKCp', `${word}{69}`),
  prefixed(packageIndex, 'CLOJARS_', '[a-z0-9]{60}'),

  prefixed(hub, 'hf_', '[A-Za-z0-9]{34,40}'),
  prefixed(hub, 'api_org_', '[A-Za-z]{34}'),
  prefixed(service, 'r8_', `${word}{37,40}`),
  prefixed(service, 'sk-ant-', `${url}{24,255}`),
  prefixed(service, 'sk-or-', `(?:v1-)?${hex}{64}`),
  prefixed(service, 'sk-proj-', `${url}{40,255}`),
  prefixed(service, 'sk-svcacct-', `${url}{40,255}`),
  prefixed(service, 'sk-admin-', `${url}{40,255}`),
  prefixed(service, 'sk-lf-', `${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}`),
  prefixed(service, 'sk-', `${url}{32,255}`),
  prefixed(service, 'gsk_', `${word}{52}`),
  prefixed(service, 'pplx-', `${word}{48,64}`),
  prefixed(service, 'xai-', `${word}{80}`),
  prefixed(service, 'nvapi-', `${url}{60,80}`),
  prefixed(service, 'csk-', `${word}{48}`),
  prefixed(service, 'tgp_v1_', `${url}{43}`),
  prefixed(service, 'jina_', `${word}{60}`),
  prefixed(service, 'tvly-', `(?:dev-|prod-)?${word}{32}`),
  prefixed(service, 'fc-', `${hex}{32}`),
  prefixed(service, 'pcsk_', `${url}{60,90}`),
  prefixed(service, 'rpa_', `[A-Z0-9]{40,46}${word}{0,6}`),
  prefixed(service, 'key_', `${hex}{128}`),
  prefixed(service, 'sk_', `${hex}{48}`),
  prefixed(service, 'pa-', `${url}{43}`),
  prefixed(service, 'lsv2_', `(?:pt|sk)_${hex}{32}_${hex}{10}`),
  prefixed(service, 'bce-v3/ALTAK-', `${word}{21}/${hex}{40}`),
  prefixed(service, 'luma-', `${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}${url}{0,60}`),
  // Firmware and frameworks have names that begin like this.
  {
    what: service,
    signs: ['ireworks', 'IREWORKS'],
    behind: '_',
    pattern: /(?<![\w-])fw_[A-Za-z0-9]{22,40}(?!\w)/g,
  },
  // A key id as UUID, and a secret in hex.
  {
    what: service,
    signs: ['FAL_KEY', 'fal_key', 'fal_client', 'fal.ai'],
    pattern: /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}:[\da-f]{32}\b/g,
  },

  ...['AKIA', 'ASIA', 'ABIA', 'ACCA'].map((mark) => prefixed(cloud, mark, '[A-Z2-7]{16}', true)),
  prefixed(cloud, 'AIza', `${url}{35}`),
  prefixed(cloud, 'GOCSPX-', `${url}{28}`),
  prefixed(cloud, 'ya29.', `${url}{60,1000}`),
  prefixed(cloud, '1//0', `${url}{60,120}`, true),
  {
    what: cloud,
    signs: ['AccountKey=', 'SharedAccessKey='],
    pattern: /\b(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{43,86}={1,2}/g,
  },
  {
    what: cloud,
    signs: ['0Q~', '1Q~', '2Q~', '3Q~', '4Q~', '5Q~', '6Q~', '7Q~', '8Q~', '9Q~'],
    pattern: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/g,
  },
  {
    what: cloud,
    signs: ['sig='],
    behind: '=',
    pattern: /\bsv=\d{4}-\d\d-\d\d&[^\s"'<>]{0,300}\bsig=[\w%+/-]{43,60}/g,
  },
  ...['dop_v1_', 'doo_v1_', 'dor_v1_'].map((mark) => prefixed(cloud, mark, `${hex}{64}`)),
  prefixed(cloud, 'LTAI', `${word}{16,24}`, true),
  prefixed(cloud, 'AKID', `${word}{32}`, true),
  prefixed(cloud, 'AQVN', `${url}{35,38}`),
  prefixed(cloud, 'HRKU-', `${url}{36,60}`),
  prefixed(cloud, 'FlyV1 fm', `${url}{40,600}`),
  ...['fm1r_', 'fm2_', 'fo1_'].map((mark) => prefixed(cloud, mark, '[A-Za-z0-9_+/=-]{43,600}')),
  prefixed(cloud, 'nfp_', `${word}{36}`),
  prefixed(cloud, 'vcp_', `${word}{56}`),
  prefixed(cloud, 'sbp_', `${hex}{40}`),
  prefixed(cloud, 'sb_secret_', `${url}{31}`),
  prefixed(cloud, 'pscale_', `(?:tkn|oauth|pw)_${url}{32,64}`),
  prefixed(cloud, 'v1.0-', `${hex}{24}-${hex}{146}`),
  prefixed(cloud, 'K00', '[A-Za-z0-9+/]{28}', true),
  prefixed(cloud, 'dapi', `${hex}{32}(?:-\\d)?`),

  ...[
    'xoxa-',
    'xoxb-',
    'xoxp-',
    'xoxo-',
    'xoxr-',
    'xoxs-',
    'xoxe-',
    'xoxc-',
    'xoxd-',
    'xapp-',
    'xoxe.xoxp-',
  ].map((mark) => ({ ...prefixed(chat, mark, '[0-9A-Za-z%-]{20,255}'), behind: '-' })),
  {
    what: 'the address of a chat webhook',
    signs: ['hooks.slack.com'],
    behind: '/',
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Z]\w{6,14}\/[\w/]{20,90}/g,
  },
  {
    what: 'the address of a chat webhook',
    signs: ['/api/webhooks/'],
    behind: '/',
    pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,80}/g,
  },
  {
    what: 'the address of a chat webhook',
    signs: ['webhook.office.com'],
    behind: '/',
    pattern:
      /[\w-]{1,60}\.webhook\.office\.com\/webhookb2\/[\w@-]{36,90}\/IncomingWebhook\/\w{32}\/[\w-]{36}/g,
  },
  {
    what: 'the address of a chat webhook',
    signs: ['open.feishu.cn', 'open.larksuite.com', 'oapi.dingtalk.com', 'qyapi.weixin'],
    behind: '=',
    pattern:
      /(?:open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/|oapi\.dingtalk\.com\/robot\/send\?access_token=|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=)[\w-]{32,64}/g,
  },
  {
    what: chat,
    signs: ['iscord', 'ISCORD', 'bot', 'Bot', 'BOT'],
    pattern: /(?<![\w-])[MNO][A-Za-z\d]{23,27}\.[\w-]{6}\.[\w-]{27,38}(?![\w-])/g,
  },
  { what: chat, signs: [':AA'], behind: ':', pattern: /(?<![\w/])\d{8,10}:AA[\w-]{33}(?![\w-])/g },

  ...['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_', 'whsec_'].map((mark) =>
    prefixed(payment, mark, `${word}{24,247}`),
  ),
  prefixed(payment, 'sq0csp-', `${url}{43}`),
  prefixed(payment, 'sq0atp-', `${url}{22}`),
  prefixed(payment, 'EAAA', `${url}{60}`, true),
  ...['shpat_', 'shpca_', 'shppa_', 'shpss_'].map((mark) => prefixed(payment, mark, '[0-9a-fA-F]{32}')),
  {
    what: payment,
    signs: ['access_token$production$'],
    pattern: /access_token\$production\$[\da-z]{16}\$[\da-f]{32}/g,
  },
  prefixed(payment, 'rzp_live_', `${word}{14}`, true),

  prefixed(mail, 'SG.', `${url}{22}\\.${url}{43}`),
  prefixed(mail, 'xkeysib-', `${hex}{64}-${word}{16}`),
  prefixed(mail, 're_', `${word}{8}_${word}{24}`),
  {
    what: mail,
    signs: ['-us1', '-us2', '-us3', '-us4', '-us5', '-us6', '-us7', '-us8', '-us9'],
    pattern: /(?<![\w-])[\da-f]{32}-us\d{1,2}(?!\w)/g,
  },
  { what: mail, signs: ['key-'], pattern: /(?<![\w-])key-[\da-f]{32}(?!\w)/g },
  prefixed('a key of a phone service', 'SK', `${hex}{32}`),

  prefixed(tool, 'ntn_', `${word}{46}`),
  prefixed(tool, 'secret_', `${word}{43}`),
  ...['lin_api_', 'lin_oauth_'].map((mark) => prefixed(tool, mark, `${word}{32,64}`)),
  prefixed(tool, 'figd_', `${url}{40,60}`),
  prefixed(tool, 'sntrys_', '[A-Za-z0-9_=+/]{60,300}'),
  prefixed(tool, 'sntryu_', `${hex}{64}`),
  prefixed(tool, 'NRAK-', '[A-Z0-9]{27}'),
  ...['glsa_', 'glc_'].map((mark) => prefixed(tool, mark, '[A-Za-z0-9_=+/]{32,400}')),
  ...['hvs.', 'hvb.'].map((mark) => prefixed(tool, mark, `${url}{24,300}`)),
  ...['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'].map((mark) =>
    prefixed(tool, mark, `(?:[a-z0-9_-]{2,35}\\.)?${word}{40,44}`),
  ),
  { what: tool, signs: ['.atlasv1.'], pattern: /(?<!\w)[A-Za-z\d]{14}\.atlasv1\.[\w-]{60,70}/g },
  prefixed(tool, 'pul-', `${hex}{40}`),
  prefixed(tool, 'PMAK-', `${hex}{24}-${hex}{34}`),
  { what: tool, signs: ['pat'], pattern: /(?<!\w)pat[A-Za-z\d]{14}\.[\da-f]{64}(?!\w)/g },
  prefixed(tool, 'sl.', `(?:u\\.)?${url}{130,1200}`),
  ...['sk.eyJ', 'tk.eyJ'].map((mark) => prefixed(tool, mark, `${url}{60,300}\\.${url}{20,30}`)),
  prefixed(tool, 'EAACEdEose0cBA', `${word}{20,255}`),
  prefixed(tool, 'AGE-SECRET-KEY-1', '[0-9A-Z]{58}'),
  prefixed(tool, 'ops_eyJ', `${url}{100,2000}`),
  prefixed(tool, 'A3-', `[A-Z0-9]{6}-[A-Z0-9]{6}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}`),
  prefixed(tool, 'tskey-', `(?:auth|api|client|scim|webhook)-${word}{11,21}-${word}{24,40}`),
  prefixed(tool, 'ptr_', '[A-Za-z0-9+/]{40,60}=?', true),
  prefixed(tool, 'phx_', `${word}{40,60}`),
  prefixed(tool, 'wandb_v1_', `${url}{60,120}`),

  // The text does not say what it opens.
  {
    what: 'a signed token',
    signs: ['eyJ'],
    pattern: /(?<![\w.-])eyJ[\w-]{14,2000}\.eyJ[\w-]{14,4000}\.[\w-]{20,1000}/g,
    isLikely: true,
  },
]

/** Finds the secrets in a text, by line, also in base64. Texts that stand for a secret are not reported. */
export function findSecrets(path: string, text: string): Secret[] {
  const lineAt = linesOf(text)
  return placedIn(path, text, deepestEncoding)
    .map(({ start, end, ...secret }) => ({ line: lineAt(start), ...secret }))
    .sort((a, b) => a.line - b.line)
}

/** Some programs encode what is encoded already. */
const deepestEncoding = 2

type Placed = Omit<Secret, 'line'> & { start: number; end: number }

/** Finds the secrets in a text, at places that do not overlap. */
function placedIn(path: string, text: string, depth: number): Placed[] {
  const placed: Placed[] = []
  for (const secret of allIn(path, text, depth)) {
    if (placed.some(({ start, end }) => secret.start < end && start < secret.end)) continue
    placed.push(secret)
    if (placed.length >= mostSecrets) break
  }
  return placed
}

function* allIn(path: string, text: string, depth: number): Generator<Placed> {
  for (const search of [keysIn, tokensIn, loginsIn, addressesIn, assignedIn])
    for (const { at, ...secret } of search(text, path))
      yield { ...secret, start: at, end: at + secret.found.length }
  if (depth === 0) return
  for (const { text: inner, placeOf } of decodedIn(text))
    for (const { start, end, ...secret } of placedIn(path, inner, depth - 1))
      yield { ...secret, start: placeOf(start), end: placeOf(end) }
}

type Found = Omit<Secret, 'line'> & { at: number }

/** More of them in one file tell nothing new. */
const mostSecrets = 50

/** Returns the line of a position. Most texts have no secret, so that their lines are never counted. */
function linesOf(text: string): (at: number) => number {
  const ends: number[] = []
  return (at) => {
    if (ends.length === 0) {
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) ends.push(end)
      ends.push(text.length)
    }
    return ends.findIndex((end) => at <= end) + 1
  }
}

interface Sign {
  text: string
  third: number
  shape: Shape
}

const signs: readonly Sign[] = shapes.flatMap((shape) =>
  shape.signs.map((text) => ({ text, third: text.charCodeAt(2), shape })),
)
/** Signs by their first two characters. */
const signsByPair = Map.groupBy(signs, ({ text }) => pairAt(text, 0))
const isPair = Uint8Array.from({ length: 128 * 128 }, (_, pair) => Number(signsByPair.has(pair)))

const longSigns = new RegExp(
  signs
    .filter(({ text, shape }) => shape.pattern.sticky && (text.length > 3 || text === 'hf_'))
    .map(({ text }) => text.replace(/[.$/]/g, '\\$&'))
    .join('|'),
  'g',
)

/** Sets tokens apart from what is in front of them. Binary formats write fields and their lengths without a space between. */
export const separated = (text: string): string => text.replace(longSigns, ' $&')

function pairAt(text: string, at: number): number {
  const [first, second] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
  return first < 128 && second < 128 ? first * 128 + second : 0
}

/** One pass over a text is much faster than one for each shape. */
function* tokensIn(text: string): Generator<Found> {
  const searched = new Set<Shape>()
  let first = 0
  for (let at = 0; at < text.length; at++) {
    const second = text.charCodeAt(at)
    const pair = first < 128 && second < 128 ? first * 128 + second : 0
    first = second
    if (isPair[pair] !== 1) continue
    for (const { text: sign, third, shape } of signsByPair.get(pair) ?? []) {
      if (text.charCodeAt(at + 1) !== third || searched.has(shape) || !text.startsWith(sign, at - 1)) continue
      if (!shape.pattern.sticky) searched.add(shape)
      for (const { 0: found, index } of matchesFrom(shape.pattern, text, at - 1)) {
        const rest = shape.behind
          ? found.slice(found.lastIndexOf(shape.behind) + 1)
          : found.slice(found.startsWith(sign) ? sign.length : 0)
        if (!isPlaceholder(rest) && !isPublicToken(found))
          yield { at: index, what: shape.what, found, isCertain: !shape.isLikely }
      }
    }
  }
}

function* matchesFrom(pattern: RegExp, text: string, at: number): Generator<RegExpExecArray> {
  if (!pattern.sticky) return yield* text.matchAll(pattern)
  pattern.lastIndex = at
  const match = pattern.exec(text)
  if (match) yield match
}

const keyStart = /-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d:/g
const longestKey = 12_000

/** Keys have lines of base64 below their heading, in source code also between quotes or with line breaks as text. */
function* keysIn(text: string): Generator<Found> {
  for (const { 0: heading, index } of text.matchAll(keyStart)) {
    const rest = text.slice(index + heading.length, index + heading.length + longestKey)
    const end = rest.search(/-----(?:END|BEGIN)|\nPrivate-MAC|PuTTY-User/)
    // The files of PuTTY begin with the public half.
    const start = heading.startsWith('PuTTY') ? rest.indexOf('\nPrivate-Lines:') : 0
    if (start < 0) continue
    const body = rest.slice(start, end < 0 ? rest.length : end).replace(/(?<!\\)\\+[nr]/g, '\n')
    const letters = (body.match(/[A-Za-z0-9+/]{40,}={0,2}/g) ?? []).join('')
    if (letters.length >= 48 && /\d/.test(letters) && /[a-z]/.test(letters) && new Set(letters).size >= 20)
      yield { at: index, what: 'a private key', found: heading, isCertain: true }
  }
}

/** Files of programs that keep logins. */
const loginFiles: readonly { file: RegExp; pattern: RegExp }[] = [
  { file: /(^|\/)[._]netrc$|\.netrc$/i, pattern: /\bpassword\s+("[^"\n]{1,200}"|\S{1,200})/gi },
  {
    file: /(^|\/)\.?npmrc$|(^|\/)\.yarnrc(\.yml)?$/i,
    pattern:
      /(?:_authToken|_auth|_password|npmAuthToken|npmAuthIdent)["']?\s*[=:]\s*["']?([^\s"'#]{6,2000})/gi,
  },
  { file: /(^|\/)\.?pypirc$/i, pattern: /^[ \t]*password\s*[=:]\s*(\S{1,500})/gim },
  { file: /(^|\/)\.git-credentials$/i, pattern: /:\/\/[^\s:/@]{1,200}:([^\s@/]{4,500})@/g },
  {
    file: /(^|\/)\.pgpass$/i,
    pattern: /^[^:#\n]{1,200}:[^:\n]{1,9}:[^:\n]{1,200}:[^:\n]{1,200}:(\S{1,200})$/gm,
  },
  {
    file: /(^|\/)\.?docker(cfg|\/config\.json)$|(^|\/)config\.json$/i,
    pattern: /"auth"\s*:\s*"([A-Za-z0-9+/]{16,400}={0,2})"/g,
  },
]

function* loginsIn(text: string, path: string): Generator<Found> {
  for (const { file, pattern } of loginFiles) {
    if (!file.test(path)) continue
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? ''
      if (!isVariable(value) && !isWordy(value) && !hasFewLetters(value, 4))
        yield { at: match.index, what: 'a login', found: match[0], isCertain: true }
    }
  }
}

const login = /:\/\/([^\s:/@"'`<>{}$]{0,100}):([^\s:/@"'`<>\\]{8,300})@[\w.-]{1,200}/g

/** `scheme://user:password@host` */
function* addressesIn(text: string): Generator<Found> {
  for (const match of text.matchAll(login)) {
    const password = match[2] ?? ''
    if (isVariable(password) || isWordy(password) || hasFewLetters(password, 5)) continue
    const isMixed =
      /[a-z]/i.test(password) && (/\d/.test(password) || changesIn(password) > password.length / 4)
    if (isMixed)
      yield { at: match.index, what: 'a password in an address', found: match[0], isCertain: false }
  }
}

const assignment =
  /(?:api_?-?key|secret_?-?key|access_?-?key|private_?-?key|auth_?-?key|secret|token|passw(?:or)?d|passphrase)["']?\s{0,9}[:=]\s{0,9}[rbu]?(?:"([\w+/=~-]{20,256})"|'([\w+/=~-]{20,256})'|([\w+/=~-]{20,256}))(?![\w+/=~(.[-])/gi
/** The rest of the name, in front of what `assignment` matches. */
const nameBefore = /[\w.-]{0,60}$/
const otherValues =
  /public|sealed|continuation|page_?token|nextToken|hash|sha\d|checksum|digest|tokenizer|max_|num_|example|sample|dummy|fake|mock/i
/** Languages in which a word without quotes is a name. */
const codeFile = /\.(py|pyi|pyw|ipynb|[cm]?[jt]sx?|json|html?)$/i

/** Values that look random and are given the name of a secret, which have no shape of their own. */
function* assignedIn(text: string, path: string): Generator<Found> {
  const needsQuotes = codeFile.test(path)
  for (const match of text.matchAll(assignment)) {
    const [found, inDouble, inSingle, bare] = match
    const value = inDouble ?? inSingle ?? bare ?? ''
    if ((needsQuotes && bare !== undefined) || !isRandom(value)) continue
    const before = nameBefore.exec(text.slice(Math.max(0, match.index - 60), match.index))?.[0] ?? ''
    const name = before + found.slice(0, found.search(/["']?\s{0,9}[:=]/))
    if (otherValues.test(name)) continue
    const isCertain = /aws_?secret_?access_?key$/i.test(name) && /^[A-Za-z0-9+/]{40}$/.test(value)
    yield { at: match.index, what: 'a secret with a name', found, isCertain }
  }
}

/** Values that another program fills in. */
const isVariable = (value: string): boolean =>
  /^["']?(?:[$%<{[*#]|\(|os\.|process\.|env[.:])|\$\{|\{\{|<[\w -]+>|%\w+%|\.\.\.|…/.test(value)

const standIns =
  /example|sample|placeholder|dummy|changeme|change_me|redacted|removed|insert|replace|your|xxxx|\*\*\*|00000|11111|abcdef|12345|(.)\1{5}|password|passwd|secret|token|goes|here|test|fake|mock|demo|none|null|todo|invalid|not_?-?real|my_?-?(?:key|api)|api_?-?key/i
/** UUIDs of standards and tutorials, and digits that people type in a row. */
const knownUuids =
  /123e4567-e89b|550e8400-e29b|f47ac10b-58cc|6ba7b81\d-9dad|1b4e28ba-2fa1|deadbeef|cafebabe|a1b2c3d4-|fedcba|98765/i
/** Longer texts contain a word by chance. */
const longestJudged = 200

/** Whether a text consists of words, as people write in place of a secret. */
function isWordy(text: string): boolean {
  if (text.length <= longestJudged && (standIns.test(text) || knownUuids.test(text))) return true
  const letters = text.replace(/[^A-Za-z0-9]/g, '')
  // Some have no lowercase letters.
  return letters.length >= 16 && /[a-z]/.test(letters) && changesIn(letters) < letters.length / 10
}

/** Random texts change between lowercase, uppercase and digits all the time. */
const changesIn = (text: string): number =>
  text.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|[0-9](?=[A-Za-z])/g)?.length ?? 0

const hasFewLetters = (text: string, most: number) => new Set(text).size <= most

const shortestSecret = 14

function isPlaceholder(rest: string): boolean {
  if (rest.length < shortestSecret) return true
  return hasFewLetters(rest, Math.min(8, Math.floor(rest.length / 3))) || isVariable(rest) || isWordy(rest)
}

/** Whether a value is as mixed as a generated one: letters, digits, and few repetitions. */
function isRandom(value: string): boolean {
  if (!/\d/.test(value) || !/[a-z]/i.test(value) || isPlaceholder(value)) return false
  // Paths and addresses have words between slashes.
  if (value.split(/[/+=_~-]/).every((part) => part.length < 12)) return false
  return bitsPerLetter(value) >= (/^[\da-f]+$/i.test(value) ? 3 : 3.6)
}

function bitsPerLetter(text: string): number {
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** Tokens that are meant for everyone who opens a page, and those of tutorials. */
function isPublicToken(found: string): boolean {
  const [, payload] = found.split('.')
  if (!found.startsWith('eyJ') || payload === undefined) return false
  try {
    const claims = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    return /"role"\s*:\s*"anon"|John Doe|1234567890/.test(claims)
  } catch {
    return true
  }
}

/** Names of files that keep secrets, whatever is in them, for `committed-secret`. */
const secretNames = [
  String.raw`\.env[^/]*`,
  String.raw`[^/]*\.env`,
  'id_[^/.]*',
  'id_(?:rsa|dsa|ecdsa|ed25519|xmss)[^/]*',
  String.raw`gha-creds-[^/]*\.json`,
  String.raw`\.npmrc`,
  String.raw`\.pypirc`,
  String.raw`\.yarnrc`,
  '[._]netrc',
  String.raw`\.git-credentials`,
  String.raw`\.pgpass`,
  String.raw`\.htpasswd`,
  String.raw`\.dockercfg`,
  String.raw`\.docker/config\.json`,
  String.raw`\.aws/(?:credentials|config)`,
  String.raw`\.kube/config`,
  'kubeconfig',
  String.raw`credentials[^/]*\.json`,
  String.raw`client_secrets?[^/]*\.json`,
  String.raw`service[_-]?account[^/]*\.json`,
  String.raw`\.streamlit/secrets\.toml`,
  String.raw`\.s3cfg`,
  String.raw`\.boto`,
  String.raw`\.my\.cnf`,
  String.raw`\.vault-token`,
  String.raw`\.terraformrc`,
  String.raw`rclone\.conf`,
  String.raw`cookies\.txt`,
  String.raw`\.\w+_history`,
  String.raw`\.?huggingface/token`,
  String.raw`[^/]*\.(?:pem|ppk|p12|pfx|jks|keystore|kdbx|tfstate)`,
]
const secretFiles = new RegExp(`(^|/)(${secretNames.join('|')})$`, 'i')
/** Files that show which settings exist, and public halves of keys. */
const publicFiles = /(^|\/)(?:\.env[^/]*\.(?:example|sample|template|dist|defaults?)|id_[^/]*\.pub)$/i

export const isSecretFile = (path: string): boolean => secretFiles.test(path) && !publicFiles.test(path)

/** Returns the publish tokens of this registry in a text, also in base64. */
export const ownTokensIn = (text: string): string[] => [...new Set(ownTokensAt(text, deepestEncoding))]

function* ownTokensAt(text: string, depth: number): Generator<string> {
  yield* text.match(new RegExp(`nyp_${ownRest}`, 'g')) ?? []
  if (depth > 0) for (const { text: inner } of decodedIn(text)) yield* ownTokensAt(inner, depth - 1)
}
