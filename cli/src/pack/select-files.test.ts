import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { folderWith, packOf, serverThat, Terminal } from '../run.test-support.ts'
import { selectFiles } from './select-files.ts'

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.email=a@example.test', '-c', 'user.name=A', ...args], { cwd: folder })

async function checkoutWith(files: Record<string, string>, ...tracked: string[]): Promise<string> {
  const folder = await folderWith(files)
  git(folder, 'init', '--quiet')
  git(folder, 'add', '--force', ...tracked)
  return folder
}

const namesIn = async (folder: string, includes: string[] = []) =>
  (await selectFiles(folder, includes)).entries.map(({ name }) => name).sort()

/** Is put together, so that no scanner reports this file. */
const key = `${'hf'}_q7RwT2yUp9SdF4gHjK6lZx3CvB8nM1aEo5`

describe('selecting the files of a pack', () => {
  it('stops with the words of git where git refuses', async () => {
    const folder = await checkoutWith({ 'a.py': '', '.env': 'KEY=1' }, 'a.py')
    await writeFile(join(folder, '.git/index'), 'broken')
    await assert.rejects(selectFiles(folder, []), { key: 'git_refused', message: /index/ })
    const { code, stderr } = await new Terminal().run('pack', folder)
    assert.equal(code, 1)
    assert.match(stderr, /index/)
    assert.deepEqual((await selectFiles(folder, [], { isWithoutGit: true })).leftOut, ['.env'])
  })

  it('needs an answer in a checkout without git, and says what is packed elsewhere', async () => {
    const folder = await checkoutWith(
      { 'a.py': '', '.env': 'KEY=1', '.venv/x.py': '', 'env2/pyvenv.cfg': '', 'env2/y.py': '' },
      'a.py',
    )
    const bare = await folderWith({ ...packOf('a', 'b'), '.env': 'KEY=1', '__pycache__/x.pyc': '' })
    const { PATH } = process.env
    process.env['PATH'] = ''
    try {
      await assert.rejects(selectFiles(folder, []), { key: 'git_needed', message: /a\.py/ })
      const asked: string[] = []
      const options = { mayPackAll: async (names: readonly string[]) => asked.push(...names) > 0 }
      assert.deepEqual(
        (await selectFiles(folder, [], options)).entries.map(({ name }) => name),
        ['a.py'],
      )
      assert.deepEqual(asked, ['.env', 'a.py'])
      const output = join(bare, '../bare.zip')
      const { code, stderr } = await new Terminal().run('pack', bare, '--output', output)
      assert.equal(code, 0, stderr)
      assert.match(stderr, /not a git checkout.*\n {2}README\.md\n/)
      assert.match(stderr, /Left out.*\n {2}\.env\n/)
    } finally {
      process.env['PATH'] = PATH
    }
  })

  it('refuses links that lead out of the pack, and follows all others', async () => {
    const folder = await checkoutWith(
      {
        'packs/one/a.py': '',
        'shared/b.py': '',
        'shared/c/d.py': '',
        'private.env': 'x',
        'packs/one/built/e.js': '',
      },
      'packs/one/a.py',
      'shared',
    )
    const pack = join(folder, 'packs/one')
    const link = (name: string, target: string) => symlink(target, join(pack, name))
    await link('shared', '../../shared')
    await link('again.py', 'a.py')
    await link('dangling', 'nothing')
    git(folder, 'add', 'packs/one/shared', 'packs/one/again.py', 'packs/one/dangling')
    assert.deepEqual(await namesIn(pack, ['built']), [
      'a.py',
      'again.py',
      'built/e.js',
      'shared/b.py',
      'shared/c/d.py',
    ])
    for (const [name, target, problem] of [
      ['settings.txt', '../../private.env', 'link_outside'],
      ['host.txt', '/etc/hostname', 'link_outside'],
      ['config', '../../.git/config', 'link_outside'],
      ['etc', '/etc', 'link_outside'],
      ['untracked', 'built', 'link_untracked'],
      ['loop', '.', 'file_circular'],
    ] as const) {
      await link(name, target)
      git(folder, 'add', '-f', `packs/one/${name}`)
      await assert.rejects(selectFiles(pack, []), { key: problem }, name)
      await assert.rejects(selectFiles(pack, [name], { isWithoutGit: true }), (error: Error) =>
        /link|circular/.test(error.message),
      )
      git(folder, 'rm', '-qf', `packs/one/${name}`)
    }
    await mkdir(join(pack, 'deep'))
    await symlink('/etc', join(pack, 'deep/etc'))
    await assert.rejects(selectFiles(pack, ['deep/etc/hostname']), { key: 'link_outside' })
    await assert.rejects(selectFiles(pack, ['deep']), { key: 'link_outside' })
  })

  it('reads .comfyignore up to the top of the repository', async () => {
    const files = {
      '.comfyignore': '*.psd\npacks/one/docs/\n',
      'packs/one/.comfyignore': '!keep.psd\n',
      'packs/one/a.py': '',
      'packs/one/art.psd': '',
      'packs/one/keep.psd': '',
      'packs/one/docs/a.md': '',
    }
    const folder = await checkoutWith(files, '.')
    assert.deepEqual(await namesIn(join(folder, 'packs/one')), ['.comfyignore', 'a.py', 'keep.psd'])
  })

  it('leaves out files that keep secrets by their name, also behind links and in includes', async () => {
    const files = {
      'a.py': '',
      '.env': 'KEY=1',
      '.env.example': 'KEY=',
      'certs/x.pem': '',
      id_rsa: '',
      'gha-creds-0a1b.json': '{}',
      'sub/.npmrc': 'a=b',
      'credentials.json': '{}',
    }
    const folder = await checkoutWith(files, '.')
    await symlink('.env', join(folder, 'settings.txt'))
    git(folder, 'add', 'settings.txt')
    const { entries, leftOut } = await selectFiles(folder, ['sub', 'certs'])
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['.env.example', 'a.py'],
    )
    assert.equal(leftOut.length, 7)
    const allowed = await selectFiles(folder, [], { allowed: ['certs/x.pem'] })
    assert.ok(allowed.entries.some(({ name }) => name === 'certs/x.pem'))
  })

  it('stops before anything is sent where a file has a secret, unless it is named', async () => {
    let requests = 0
    const registry = await serverThat((_, response) => {
      requests += 1
      response.writeHead(500).end()
    })
    const files = {
      ...packOf('a', 'b'),
      '.npmrc': `//host.test/:_authToken=${key.slice(3)}\n`,
      'deep/a.py': `\n\ntoken = "${key}"\n`,
    }
    const folder = await folderWith(files)
    const terminal = new Terminal({ NODEYARD_REGISTRY: registry, NODEYARD_TOKEN: 'x' })
    const { code, stderr } = await terminal.run('publish', folder)
    assert.equal(code, 1)
    assert.match(stderr, /Stopped before sending/)
    assert.match(stderr, / {2}\.npmrc:1 a login\n {2}deep\/a\.py:3 a token of a model hub/)
    assert.ok(!stderr.includes(key))
    assert.equal(requests, 0)
    const check = await terminal.run('check', folder)
    assert.equal(check.code, 1)
    assert.match(check.stdout, / {2}\.npmrc:1 a login .*\n {2}deep\/a\.py:3 a token of a model hub/)
    const allowed = ['--allow-secret', 'deep/a.py', '--allow-secret', '.npmrc']
    assert.equal((await terminal.run('check', folder, ...allowed)).code, 2)
    await terminal.run('publish', folder, ...allowed)
    assert.ok(requests > 0)
  })

  it('finds secrets in every encoding, in compiled files and at the end of long texts', async () => {
    const line = `first\n\nkey = "${key}"\n`
    const big = `${'a long log\n'.repeat(900_000)}`
    const files = {
      'utf8.txt': `\ufeff${line}`,
      'utf16.txt': Buffer.from(`\ufeff${line}`, 'utf16le'),
      'big-endian.txt': Buffer.from(`\ufeff${line}`, 'utf16le').swap16(),
      'unmarked.txt': Buffer.from(line, 'utf16le'),
      'compiled.pyc': Buffer.from(`\0\0\xff\n\n\0${key}\0\xfe`, 'latin1'),
      'table.db': Buffer.from(`SQLite format 3\0\n\n\x02\x17WW${key}\0`, 'latin1'),
      'long.txt': big + line,
      'edge.txt': `${big.slice(0, 8 * 1024 * 1024 - 20)}\n${line}`,
    }
    const { secrets } = await selectFiles(await folderWith(files), [])
    const lines = Object.fromEntries(secrets.map((secret) => [secret.file, secret.line]))
    assert.equal(secrets.length, Object.keys(files).length)
    assert.deepEqual(Object.keys(lines).sort(), Object.keys(files).sort())
    const { 'long.txt': long, 'edge.txt': edge, ...short } = lines
    assert.deepEqual(new Set(Object.values(short)), new Set([3]))
    assert.equal(long, 900_003)
    assert.equal(edge, big.slice(0, 8 * 1024 * 1024 - 20).split('\n').length + 3)
  })

  it('obeys a list of ignored files in UTF-16', async () => {
    const ignored = Buffer.from('\ufeffprivate.txt\r\n', 'utf16le')
    const folder = await checkoutWith({ 'a.py': '', 'private.txt': '' }, '.')
    await writeFile(join(folder, '.comfyignore'), ignored)
    assert.deepEqual(await namesIn(folder), ['a.py'])
  })

  it('takes nothing from the folder of git, of any repository and in any spelling', async () => {
    const folder = await checkoutWith({ 'a.py': '', 'lib/b.py': '' }, 'a.py')
    git(join(folder, 'lib'), 'init', '--quiet')
    await symlink('lib/.git', join(folder, 'inner'))
    for (const name of ['.GIT', '.g\u200cit', '.git.\u200b', '.git .:a', 'git~1']) {
      await mkdir(join(folder, name), { recursive: true })
      await writeFile(join(folder, name, 'config'), '')
    }
    const includes = [
      '.GIT',
      '.g\u200cit/config',
      '.git.\u200b/config',
      '.git .:a/config',
      'git~1',
      'lib',
      'lib/.git',
      '.git/config',
    ]
    assert.deepEqual(await namesIn(folder, includes), ['a.py', 'lib/b.py'])
    await assert.rejects(selectFiles(folder, ['inner']), { key: 'link_outside' })
  })

  it('names a file that cannot be read', { skip: process.getuid?.() === 0 }, async () => {
    const folder = await checkoutWith({ 'a.py': 'x' }, '.')
    await chmod(join(folder, 'a.py'), 0)
    await assert.rejects(selectFiles(folder, []), { key: 'file_denied' })
  })

  it('names includes that add nothing, and what was probably meant', async () => {
    const folder = await checkoutWith({ 'a.py': '', 'Web/dist/x.js': '' }, 'a.py')
    const { unmatched, entries } = await selectFiles(folder, [
      'web/dist',
      'Web/*.js',
      'gone',
      '../out',
      'Web',
    ])
    assert.deepEqual(unmatched, [
      { include: 'web/dist', near: 'Web/dist' },
      { include: 'Web/*.js', near: 'Web' },
      { include: 'gone' },
      { include: '../out' },
    ])
    assert.ok(entries.some(({ name }) => name === 'Web/dist/x.js'))
    await writeFile(join(folder, 'pyproject.toml'), '[tool.comfy]\nincludes = ["web/dist"]\n')
    const { stderr } = await new Terminal().run('check', folder)
    assert.match(stderr, /names web\/dist, but patterns .* Write Web\/dist\./)
  })
})
