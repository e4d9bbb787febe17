import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readRepository } from './repository.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'

describe('the address of a repository', () => {
  it('has one key and one normal form in every spelling', () => {
    const spellings = [
      'https://github.com/Owner/Name',
      'http://github.com/Owner/Name/',
      'https://www.github.com/Owner/Name.git',
      'HTTPS://GitHub.com/Owner/Name.GIT/',
      'https://github.com./Owner/Name',
      'https://github.com:443/Owner/Name',
      'http://github.com:80/Owner/Name',
      'https://github.com/Owner/Name?tab=readme#top',
      'https://github.com/Owner/Name/issues/12',
      'https://github.com/Owner/Name/other/page',
      'git+https://github.com/Owner/Name.git',
      'git://github.com/Owner/Name',
      'ssh://git@github.com:22/Owner/Name.git',
      'git+ssh://git@github.com/Owner/Name.git',
      'git@github.com:Owner/Name.git',
      'git@github.com:/Owner/Name',
      'github.com/Owner/Name',
      '  https://github.com//Owner//Name  ',
    ]
    for (const spelling of spellings)
      assert.deepEqual(
        readRepository(spelling),
        {
          key: 'github.com/owner/name',
          folder: '',
          clone: 'https://github.com/Owner/Name',
          address: 'https://github.com/Owner/Name',
        },
        spelling,
      )
  })

  it('is no other repository to git than to its readers', () => {
    for (const address of [
      'git@github.com:22/owner/name',
      'git@github.com:owner/name/tree/main',
      'ssh://git@github.com/owner/name/other.git',
      'git://git.example/a/b/src/c',
    ])
      assert.equal(readRepository(address), undefined, address)
  })

  it('keeps branch, folder and commit', () => {
    const folders = {
      'https://github.com/owner/name/tree/main': '',
      'https://github.com/owner/name/tree/main/': '',
      'https://github.com/owner/name/tree/main/Packs/B/': 'packs/b',
      'https://github.com/owner/name/tree/main/my%20pack': 'my%20pack',
      'https://github.com/owner/name/blob/main/packs/b?plain=1': 'packs/b',
      'https://gitlab.example/owner/name/-/tree/main/packs/b': 'packs/b',
      'https://codeberg.org/owner/name/src/branch/main/packs/b': 'packs/b',
      [`https://github.com/owner/name/tree/main/${'x'.repeat(400)}`]: '',
    }
    for (const [address, folder] of Object.entries(folders))
      assert.equal(readRepository(address)?.folder, folder, address)
    const commits = ['tree', 'blob', 'commit', 'src', 'src/commit', '-/tree']
    for (const words of commits)
      assert.equal(
        readRepository(`https://git.example/a/b/${words}/${commit.toUpperCase()}`)?.commit,
        commit,
        words,
      )
    for (const other of [`?x=/tree/${commit}`, `#/tree/${commit}`, `/issues/${commit}`, '/tree/main'])
      assert.equal(readRepository(`https://git.example/a/b${other}`)?.commit, undefined, other)
  })

  it('keeps what another server can need: nested groups, ports, http and the ending', () => {
    const address = 'http://git.example:3000/Group/Inner/name.git'
    const found = readRepository(`${address}/-/tree/main`)
    assert.equal(found?.clone, address)
    assert.equal(found.key, 'git.example:3000/group/inner/name')
    assert.equal(
      readRepository('https://models.example/spaces/owner/name')?.key,
      'models.example/spaces/owner/name',
    )
  })

  it('is refused if a URL parser, git or a person could read another one', () => {
    const hostile = [
      'https://github.com/attacker/x/../../victim-org/tool',
      'https://github.com/attacker/x/tree/main/../../../../victim-org/tool',
      'https://github.com/attacker/x/%2e%2e/%2E%2e/victim-org/tool',
      'https://github.com/attacker/x/.%2e/victim-org',
      'https://github.com/./owner/name',
      'https://github.com/attacker/x/tree/main/%2fvictim%2f',
      'https://github.com/attacker/x/tree/main/%5cvictim',
      'https://github.com/attacker/x/tree/main/%252e%252e',
      'https://github.com/attacker/x/tree/main/%00',
      'https://github.com\\victim-org\\tool\\wiki\\@github.com/attacker/x',
      'https://evil.example\\@github.com/victim-org/tool',
      'https:\\\\github.com\\victim-org\\tool',
      'https://user@github.com/owner/name',
      'https://user:secret@github.com/owner/name',
      'https://github.com@evil.example/owner/name',
      'https://github.com%2fvictim-org%2ftool@evil.example/owner/name',
      'ssh://user@github.com/owner/name',
      'ssh://git@github.com:2222/owner/name',
      'ssh://git@evil.example@github.com/owner/name',
      'github.com:443/owner/name',
      'https://github.com:/owner/name',
      'https://github.com:99999/owner/name',
      'https://github.com:x/owner/name',
      'https://gıthub.com/owner/name',
      'https://ｇithub.com/owner/name',
      'https://github。com/owner/name',
      'https://github.com/оwner/name',
      'https://github.com/owner/na\u200bme',
      'https://github.com/owner/name\u202e',
      'https://github.com/%6fwner/name',
      'https://0x7f.1/owner/name',
      'https://127.1/owner/name',
      'https://2130706433.0/owner/name',
      'https://git\thub.com/owner/name',
      'https://github.com/ow\nner/name',
      'https://github.com/a b/c',
      'https://github.com/\0/name',
      'https://github.com/a/..git',
      'https://github.com/a/.git',
      'https://github.com/a/b.git.git',
      'https://github.com/a/$(id)',
      'https://github.com/a/b;id',
    ]
    const others = [
      '',
      'owner/name',
      '../x',
      'https://github.com',
      'https://github.com/owner',
      'javascript:alert(1)',
    ]
    const broken = [
      'https://',
      'https://localhost/owner/name',
      'https://[::1]/a/b',
      'git@github.com',
      'file:///a/b',
    ]
    const long = [
      '/'.repeat(5000),
      `https://github.com/a/${'b'.repeat(2048)}`,
      `https://git.example${'/a'.repeat(9)}`,
    ]
    for (const address of [...hostile, ...others, ...broken, ...long])
      assert.equal(readRepository(address), undefined, address)
  })

  it('reads its own forms back', () => {
    for (const address of [
      'https://github.com/Owner/Name/tree/main/Packs/B',
      `https://codeberg.org/Owner/Name/src/commit/${commit}/x`,
      'http://git.example:3000/Group/Inner/name.git/-/tree/main/x',
    ]) {
      const found = readRepository(address)
      assert.ok(found)
      assert.equal(found.address, address)
      assert.deepEqual(readRepository(found.address), found)
      assert.equal(readRepository(found.clone)?.key, found.key)
      const { host, pathname } = new URL(found.clone)
      assert.equal(`${host}${pathname}`.toLowerCase().replace(/\.git$/, ''), found.key)
    }
  })
})
