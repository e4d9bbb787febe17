import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toTrustedSettings } from './trusted-settings.ts'

const github = 'https://token.actions.githubusercontent.com'
const settings = { node_id: 'blur', issuer: github, repository: 'acme/blur', workflow: 'publish.yml' }
const ofGithub = (part: object) => toTrustedSettings({ ...settings, ...part }, 'github')
const ofGitlab = (part: object) =>
  toTrustedSettings({ ...settings, issuer: 'https://gitlab.com', ...part }, 'gitlab')

describe('the repository of a trusted build', () => {
  it('is shortened to an owner and a name for GitHub', () => {
    for (const pasted of [
      'acme/blur',
      ' acme/blur\n',
      '"acme/blur"',
      'acme/blur.git',
      'acme/blur/',
      '/acme/blur',
      'https://github.com/acme/blur',
      'http://www.github.com/acme/blur/',
      'https://GitHub.com/acme/blur.git',
      'https://github.com/acme/blur/tree/main/packs?tab=readme#top',
      'https://token@github.com/acme/blur',
      'git+https://github.com/acme/blur.git',
      'ssh://git@github.com/acme/blur.git',
      'git@github.com:acme/blur.git',
      'github.com/acme/blur',
      '\u200bacme/blur\ufeff',
    ])
      assert.equal(ofGithub({ repository: pasted }).repository, 'acme/blur', pasted)
  })

  it('keeps nested groups for GitLab, including self-hosted instances', () => {
    for (const pasted of [
      'acme/tools/blur.git',
      'https://gitlab.com/acme/tools/blur/-/tree/main',
      'git@gitlab.com:acme/tools/blur.git',
    ])
      assert.equal(ofGitlab({ repository: pasted }).repository, 'acme/tools/blur', pasted)
    const own = { issuer: 'https://git.example:8443/', repository: 'https://git.example:8443/acme/blur.git' }
    const { issuer, repository } = ofGitlab(own)
    assert.deepEqual([issuer, repository], ['https://git.example:8443', 'acme/blur'])
  })

  it('stays unchanged when it is on another host or is not a repository', () => {
    for (const pasted of [
      'https://gitlab.com/acme/blur',
      'https://github.com.evil.test/acme/blur',
      '@acme/blur',
      'acme',
    ])
      assert.equal(ofGithub({ repository: pasted }).repository, pasted)
  })
})

describe('the workflow of a trusted build', () => {
  it('is shortened to its file name for GitHub', () => {
    for (const pasted of [
      'publish.yml',
      ' publish.yml ',
      'publish.yml@refs/heads/main',
      'publish.yml@v1',
      '.github/workflows/publish.yml',
      '/.github/workflows/publish.yml',
      './.github/workflows/publish.yml@refs/tags/v1@2',
      'acme/blur/.github/workflows/publish.yml@refs/heads/main',
      'https://github.com/acme/blur/blob/main/.github/workflows/publish.yml?plain=1#L3',
      'https://github.com/ACME/blur/actions/workflows/publish.yml',
    ])
      assert.equal(ofGithub({ workflow: pasted }).workflow, 'publish.yml', pasted)
    assert.equal(ofGithub({ workflow: 'publish.yml@evil.yml' }).workflow, 'publish.yml@evil.yml')
  })

  it('is shortened to its file path for GitLab', () => {
    for (const pasted of [
      'ci/publish.yml',
      './ci/publish.yml',
      'gitlab.com/acme/blur//ci/publish.yml@refs/heads/main',
      'https://gitlab.com/acme/blur/-/blob/main/ci/publish.yml',
    ])
      assert.equal(ofGitlab({ workflow: pasted }).workflow, 'ci/publish.yml', pasted)
  })

  it('is refused from another repository', () => {
    for (const pasted of [
      'evil/tools/.github/workflows/publish.yml@refs/heads/main',
      'https://github.com/evil/tools/blob/main/.github/workflows/publish.yml',
    ])
      assert.match(ofGithub({ workflow: pasted }).workflow, /\//)
  })
})

it('loses pasted characters in the other settings', () => {
  const { node_id, environment, ref } = ofGithub({
    node_id: ' blur',
    environment: '"release"\n',
    ref: ' refs/heads/main ',
  })
  assert.deepEqual([node_id, environment, ref], ['blur', 'release', 'refs/heads/main'])
})
