import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { repositoryKey, repositoryPlace } from './repository.ts'

describe('the key of a repository', () => {
  it('is the same for every spelling of one repository', () => {
    const spellings = [
      'https://github.com/Owner/Name',
      'http://github.com/owner/name/',
      'https://www.github.com/owner/name.git',
      'HTTPS://GitHub.com/OWNER/NAME.git/',
      'https://github.com/owner/name?tab=readme#top',
      'https://github.com/owner/name/tree/main/folder',
      'https://user:secret@github.com:443/owner/name',
      'git+https://github.com/owner/name.git',
      'git://github.com/owner/name',
      'ssh://git@github.com:22/owner/name.git',
      'git@github.com:owner/name.git',
      'git@github.com:/owner/name',
      'github.com/owner/name',
      '  https://github.com//owner//name  ',
    ]
    for (const spelling of spellings) assert.equal(repositoryKey(spelling), 'github.com/owner/name', spelling)
  })

  it('supports addresses of a folder in the repository', () => {
    const folders = {
      'https://github.com/owner/name': '',
      'https://github.com/owner/name/tree/main': '',
      'https://github.com/owner/name/tree/main/': '',
      'https://github.com/owner/name.git': '',
      'https://github.com/owner/name/issues/12': '',
      'https://github.com/owner/name/tree/main/Packs/B/': 'packs/b',
      'https://github.com/owner/name/blob/main/packs/b?plain=1': 'packs/b',
      'https://gitlab.example/owner/name/-/tree/main/packs/b': 'packs/b',
      [`https://github.com/owner/name/tree/main/${'x'.repeat(400)}`]: '',
    }
    for (const [address, folder] of Object.entries(folders)) {
      assert.equal(repositoryPlace(address)?.folder, folder, address)
    }
  })

  it('includes nested groups', () => {
    assert.equal(
      repositoryKey('https://gitlab.example/group/inner/name/-/tree/main'),
      'gitlab.example/group/inner/name',
    )
    assert.equal(
      repositoryKey('https://models.example/spaces/owner/name'),
      'models.example/spaces/owner/name',
    )
  })

  it('is undefined for a text that names no repository', () => {
    const others = ['', 'owner/name', 'https://github.com', 'https://github.com/owner', 'javascript:alert(1)']
    const broken = [
      'https://',
      'https://localhost/owner/name',
      'https://github.com/../name',
      'https://github.com/a/..git',
      'git@github.com',
    ]
    const hostile = ['https://github.com/a b/c', 'https://github.com/\0/name', '/'.repeat(5000)]
    for (const address of [...others, ...broken, ...hostile]) assert.equal(repositoryKey(address), undefined)
  })
})
