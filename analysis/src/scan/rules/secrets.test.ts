import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findSecrets, isSecretFile, ownTokensIn } from './secrets.ts'

const mixed =
  'q7RwT2yUp9SdF4gHjK6lZx3CvB8nM1aEo5iXcVbN0mQwErTyU2iOpAsD7fGhJkL4zXcV6bNm9QaZwSxEd3CrFv5TgBy8HnUj2MkIl0oP'
const hex =
  '9f3a7c1e5b8d2046ace813579bdf02468c1b7e3d5a9f0c2e4d6b8a17395f0e2c9f3a7c1e5b8d2046ace813579bdf02468c1b7e3d5a9f0c2e4d6b8a17395f0e2c'
const letters = (count: number) => mixed.slice(0, count)
const digits = (count: number) => hex.slice(0, count)
const upper = 'Q7RWT2YUP6SDF4GHJK6LZX3CVBNM5AEO'
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** No token is whole in this file, so that scanners do not report it. */
const samples: Readonly<Record<string, readonly (readonly [file: string, text: string])[]>> = {
  'a publish token of this registry': [['a.sh', `T=${'nyp'}_2b5c1f0e-6a1d-4c38-9b7e-53d0c8a4f1e2`]],
  'a private key': [
    [
      'id_ed25519',
      `-----BEGIN ${'OPENSSH'} PRIVATE KEY-----\n${letters(70)}\n-----END OPENSSH PRIVATE KEY-----`,
    ],
    ['a.json', `{"private_key": "-----BEGIN ${'PRIVATE'} KEY-----\\n${letters(64)}\\n-----END"}`],
    [
      'a.py',
      `k = "-----BEGIN ${'RSA'} PRIVATE KEY-----\\nProc-Type: 4,ENCRYPTED\\n\\n" \\\n  "${letters(64)}"`,
    ],
    ['a.asc', `-----BEGIN ${'PGP'} PRIVATE KEY BLOCK-----\nVersion: 2\n\n${letters(64)}\n`],
    [
      'a.ppk',
      `${'PuTTY'}-User-Key-File-3: ssh-rsa\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 1\n${letters(64)}\n`,
    ],
  ],
  'a token of a code host': [
    ['a.py', `${'ghp'}_${letters(36)}`],
    ['a.py', `${'github'}_pat_${letters(22)}_${letters(59)}`],
    ['a.sh', `git clone https://oauth2:${'glpat'}-${letters(20)}@host.test/a`],
  ],
  'a token of a package index': [
    ['a.txt', `${'npm'}_${letters(36)}`],
    ['a.txt', `${'pypi'}-AgEIcHlwaS5vcmc${letters(80)}`],
    ['a.txt', `${'dckr'}_pat_${letters(27)}`],
  ],
  'a token of a model hub': [['README.md', `export HF_TOKEN=${'hf'}_${letters(34)}`]],
  'a key of a model service': [
    ['a.py', `${'sk'}-proj-${letters(90)}`],
    ['a.py', `${'sk'}-ant-api03-${letters(90)}`],
    ['a.py', `${'r8'}_${letters(37)}`],
    ['a.py', `${'gsk'}_${letters(52)}`],
    ['a.py', `fireworks = "${'fw'}_${letters(24)}"`],
    ['a.py', `${'nvapi'}-${letters(64)}`],
    ['a.py', `FAL_KEY=2b5c1f0e-6a1d-4c38-9b7e-53d0c8a4f1e2:${digits(32)}`],
  ],
  'a key of a cloud provider': [
    ['a.py', `${'AK'}IA${upper.slice(0, 16)}`],
    ['a.py', `${'AI'}za${letters(35)}`],
    ['a.cfg', `Account${'Key'}=${letters(86)}==`],
    ['a.py', `${'dop'}_v1_${digits(64)}`],
  ],
  'a token of a chat service': [
    ['a.py', `${'xoxb'}-123456789012-${letters(24)}`],
    ['a.py', `bot = "M${letters(25)}.${letters(6)}.${letters(38)}"`],
    ['a.py', `7123459876:${'AA'}${letters(33)}`],
  ],
  'the address of a chat webhook': [
    ['a.py', `https://${'hooks'}.slack.com/services/T02ABCDEF/B03ABCDEF/${letters(24)}`],
    ['a.py', `https://discord.com/${'api'}/webhooks/112233445566778899/${letters(68)}`],
  ],
  'a key of a payment service': [['a.py', `${'sk'}_live_${letters(24)}`]],
  'a key of a mail service': [['a.py', `${'SG'}.${letters(22)}.${letters(43)}`]],
  'a token of a developer service': [['a.py', `${'ntn'}_${letters(46)}`]],
  'a signed token': [
    ['a.py', `${base64url({ alg: 'HS256' })}.${base64url({ sub: '7', jti: 'q7Rw' })}.${letters(43)}`],
  ],
  'a login': [
    ['.npmrc', `//host.test/:_auth${'Token'}=${letters(20)}`],
    ['.pypirc', `[pypi]\nusername = u\npassword = ${letters(18)}`],
    ['.netrc', `machine host.test login u password ${letters(12)}`],
  ],
  'a password in an address': [['a.py', `postgresql://u:${letters(14)}@db.host.test/app`]],
  'a secret with a name': [
    ['a.env', `AWS_SECRET_ACCESS_${'KEY'}=${letters(40)}`],
    ['a.env', `WANDB_API_${'KEY'}=${digits(40)}`],
    ['a.py', `client_${'secret'} = "${letters(32)}"`],
  ],
}

const placeholders: readonly (readonly [file: string, text: string])[] = [
  ['a.py', `"hf_${'x'.repeat(34)}", "sk-your-key-goes-here-and-is-quite-long-indeed-yes"`],
  ['a.md', `ghp_${'abcdefghijklmnopqrstuvwxyz1234567890'}`],
  ['a.py', `AKIA${'IOSFODNN7EXAMPLE'}`],
  ['.npmrc', `//host.test/:_authToken=${'$'}{NPM_TOKEN}`],
  ['.netrc', 'machine host.test login you password yourpassword'],
  ['a.pem', '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----'],
  ['a.pem', `-----BEGIN CERTIFICATE-----\n${letters(64)}\n-----END CERTIFICATE-----`],
  ['a.py', 'url = f"https://{user}:{token}@host.test/x"; other = "postgres://user:password@localhost/db"'],
  ['a.py', 'api_key = os.environ["API_KEY"]; token = self.tokenizer_for_everything_2'],
  ['a.json', `{"sha256": "${digits(64)}", "tokenizer_key": "${digits(64)}"}`],
  ['a.css', '.sk-fading-circle-container-with-a-very-long-name-indeed-2 {}'],
  ['a.env', 'API_KEY=not-a-real-key'],
  ['a.py', `fw_${letters(24)} = load()`],
  ...['123e4567-e89b-12d3-a456-426614174000', '550e8400-e29b-41d4-a716-446655440000'].flatMap(
    (id): [string, string][] => [
      ['a.sh', `T=nyp_${id}`],
      ['a.py', `api_key = "${id}"`],
    ],
  ),
  ['a.py', 'api_key = "a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d"'],
  ['a.md', `https://host.test/chart?sealed_${'token'}=${letters(48)}`],
]

describe('finding secrets', () => {
  for (const [what, texts] of Object.entries(samples))
    it(`finds ${what}, with its line`, () => {
      for (const [file, text] of texts)
        assert.deepEqual(
          findSecrets(file, `# first\n${text}\n`).map((one) => [one.what, one.line >= 2]),
          [[what, true]],
          `${file}: ${text}`,
        )
    })

  const wrapped = (text: string) => text.match(/.{1,76}/g)?.join('\n') ?? ''
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const encodings: Record<string, (text: string) => string> = {
    'one line': (text) => `key: ${base64(text)}`,
    quotes: (text) => `KEY_DATA = "${base64(text)}"`,
    'an address': (text) => `data:text/plain;base64,${base64(text)}`,
    'a path': (text) => `/files/of/${Buffer.from(text).toString('base64url')}`,
    lines: (text) => wrapped(base64(text)),
    'lines of code': (text) => `k = (\n  b"${wrapped(base64(text)).replaceAll('\n', '"\n  b"')}"\n)`,
    'line breaks as text': (text) => `{"k": "${wrapped(base64(text)).replaceAll('\n', '\\n')}"}`,
    'UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
    twice: (text) => base64(base64(text)),
  }
  for (const [name, encode] of Object.entries(encodings))
    it(`finds all of them in base64, with their line: ${name}`, () => {
      for (const [what, texts] of Object.entries(samples))
        for (const [file, text] of texts)
          assert.deepEqual(
            [
              ...new Set(
                findSecrets(file, `# first\n${encode(`${text}\n`)}\n`).map(
                  (one) => `${one.what} ${one.line >= 2}`,
                ),
              ),
            ],
            [`${what} true`],
            `${file}: ${text}`,
          )
    })

  it('finds nothing in what stands for a secret, or in pictures, in base64', () => {
    for (const [file, text] of placeholders) assert.deepEqual(findSecrets(file, base64(text)), [], text)
    const picture = Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at * at * 31 + (at >> 3)) & 255))
    assert.deepEqual(findSecrets('a.ipynb', picture.toString('base64')), [])
  })

  it('finds nothing in the words and patterns that stand for a secret', () => {
    for (const [file, text] of placeholders) assert.deepEqual(findSecrets(file, text), [], text)
  })

  it('takes time in proportion to the length', () => {
    for (const part of [
      'sk-',
      'eyJ',
      '://a:',
      'token = "',
      '-----BEGIN PRIVATE KEY-----\n',
      'a1',
      ':AA',
      'PuTTY-User-Key-File-3:\n',
      'token=',
      '\\',
      '\n',
      ' \n\t',
      'QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFB\n',
      'LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0t"',
    ])
      for (const file of ['a.txt', '.pypirc']) assert.ok(findSecrets(file, part.repeat(40_000)).length <= 50)
    assert.ok(!isSecretFile(`${'.env'.repeat(40_000)}/id_rsa.pub`))
  })

  it('recognizes files that keep secrets, and the tokens of this registry', () => {
    for (const path of [
      '.env',
      'a/.env.local',
      'id_rsa',
      'keys/id_ed25519_work',
      'gha-creds-0a1b.json',
      'x.pem',
      '.npmrc',
      'credentials-prod.json',
      '.vault-token',
      '.bash_history',
      'rclone.conf',
    ])
      assert.ok(isSecretFile(path), path)
    for (const path of [
      '.env.example',
      'id_rsa.pub',
      'id_map.json',
      'nodes/id_tools.py',
      'environment.py',
      'a.json',
    ])
      assert.ok(!isSecretFile(path), path)
    const token = `${'nyp'}_2b5c1f0e-6a1d-4c38-9b7e-53d0c8a4f1e2`
    assert.deepEqual(ownTokensIn(`${token} ${token} nyp_x`), [token])
    assert.deepEqual(ownTokensIn(base64(`token ${token}`)), [token])
  })
})
