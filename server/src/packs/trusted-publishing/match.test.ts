import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { githubClaims, gitlabClaims } from '../../../test/fakes/oidc-issuer.ts'
import { type Build, toBuild } from './build.ts'
import { matchBuild } from './match.ts'

const github = { kind: 'github', url: 'https://token.actions.githubusercontent.com' } as const
const gitlab = { kind: 'gitlab', url: 'https://gitlab.com' } as const
const buildOf = (claims: Parameters<typeof githubClaims>[0] = {}): Build =>
  toBuild(github, githubClaims(claims))

const trusted = {
  repository: 'acme/acme-blur',
  repository_id: null,
  repository_owner_id: null,
  workflow: 'publish.yml',
  environment: '',
  ref: '',
}
const refusalOf = (...args: Parameters<typeof matchBuild>) => {
  const match = matchBuild(...args)
  return 'refusal' in match ? match.refusal : undefined
}

describe('matching a build', () => {
  it('trusts a build of the trusted repository and workflow, in any letter case of the repository', () => {
    assert.deepEqual(matchBuild([trusted], buildOf({ repository: 'ACME/Acme-Blur' })), { trusted })
  })

  it('names each claim that differs, with expected and actual value', () => {
    const strict = { ...trusted, environment: 'release', ref: 'refs/heads/main' }
    assert.deepEqual(refusalOf([strict], buildOf({ workflow: 'test.yml' })), [
      'workflow: expected publish.yml, came test.yml',
      'environment: expected release, came nothing',
      'ref: expected refs/heads/main, came refs/tags/v1.0.0',
    ])
  })

  it('lists the differences from the closest settings', () => {
    const other = { ...trusted, workflow: 'nightly.yml', ref: 'refs/heads/main' }
    assert.deepEqual(refusalOf([other, trusted], buildOf({ workflow: 'test.yml' })), [
      'workflow: expected publish.yml, came test.yml',
    ])
  })

  it('reveals no settings to a build of another repository', () => {
    assert.deepEqual(refusalOf([trusted], buildOf({ repository: 'mallory/acme-blur' })), [
      'repository: came mallory/acme-blur, which is not trusted for this node',
    ])
  })

  it('reveals no settings to the new owner of a repository name', () => {
    const bound = { ...trusted, repository_id: '7001', repository_owner_id: '42' }
    for (const claims of [{ repository_owner_id: '43' }, { repository_id: '7002' }]) {
      const [refusal = '', ...more] = refusalOf([bound], buildOf({ ...claims, workflow: 'x.yml' })) ?? []
      assert.match(refusal, /was another repository, or of another account/)
      assert.doesNotMatch(refusal, /publish\.yml/)
      assert.deepEqual(more, [])
    }
    assert.deepEqual(matchBuild([bound], buildOf()), { trusted: bound })
  })

  describe('the event that triggered a build', () => {
    const ofGithub = {
      trusted: ['push', 'create', 'release', 'schedule', 'workflow_dispatch', 'repository_dispatch'],
      others: [
        ...['pull_request', 'pull_request_target', 'pull_request_review', 'pull_request_review_comment'],
        ...['issue_comment', 'issues', 'discussion', 'discussion_comment', 'fork', 'watch', 'gollum', 'star'],
        ...['workflow_run', 'check_run', 'check_suite', 'status', 'deployment_status', 'merge_group'],
        ...['Push', 'push,issues', 'constructor', '__proto__', 'an_event_of_the_future'],
      ],
    }
    const ofGitlab = {
      trusted: ['push', 'schedule', 'web', 'webide', 'api', 'trigger'],
      others: [
        ...['merge_request_event', 'external_pull_request_event', 'external', 'pipeline', 'parent_pipeline'],
        ...['chat', 'ondemand_dast_scan', 'security_orchestration_policy', 'release', 'workflow_dispatch'],
      ],
    }
    const gitlabBuildOf = (pipeline_source: string) => toBuild(gitlab, gitlabClaims({ pipeline_source }))
    const trustedAtGitlab = { ...trusted, repository: 'acme/tools/acme-blur', workflow: '.gitlab-ci.yml' }

    it('is trusted when only people of the repository can trigger it', () => {
      for (const event_name of ofGithub.trusted)
        assert.equal(refusalOf([trusted], buildOf({ event_name })), undefined, event_name)
      for (const source of ofGitlab.trusted)
        assert.equal(refusalOf([trustedAtGitlab], gitlabBuildOf(source)), undefined, source)
    })

    it('is refused otherwise, and the refusal lists the trusted events', () => {
      for (const event_name of ofGithub.others)
        assert.deepEqual(refusalOf([trusted], buildOf({ event_name })), [
          `event: expected one of ${ofGithub.trusted.join(', ')}, came ${event_name}`,
        ])
      for (const source of ofGitlab.others)
        assert.deepEqual(refusalOf([trustedAtGitlab], gitlabBuildOf(source)), [
          `event: expected one of ${ofGitlab.trusted.join(', ')}, came ${source}`,
        ])
    })
  })

  it('matches any suffix with a star at the end of a ref', () => {
    const tags = { ...trusted, ref: 'refs/tags/v*' }
    assert.equal(refusalOf([tags], buildOf({ ref: 'refs/tags/v2.0.0' })), undefined)
    assert.ok(refusalOf([tags], buildOf({ ref: 'refs/heads/v2' })))
  })

  it('matches the workflow file of the repository itself, not one of a called repository', () => {
    const called = 'mallory/tools/.github/workflows/publish.yml@refs/heads/main'
    assert.equal(buildOf({ workflow_ref: called }).workflow, called.split('@')[0])
    assert.ok(refusalOf([trusted], buildOf({ workflow_ref: called })))
  })

  it('accepts tags and files that contain the separator', () => {
    const workflows = 'acme/acme-blur/.github/workflows/'
    for (const [file, ref] of [
      ['publish.yml', 'refs/tags/blur@1.2.0'],
      ['publish.yml', 'refs/tags/@acme/blur@1.2.0'],
      ['publish.yml@evil.yml', 'refs/tags/v1'],
      ['publish.yml@refs/heads/evil.yml', 'refs/heads/main'],
    ] as const) {
      assert.equal(buildOf({ workflow_ref: `${workflows}${file}@${ref}` }).workflow, file)
      const uri = `gitlab.com/acme/tools/acme-blur//${file}@${ref}`
      assert.equal(toBuild(gitlab, gitlabClaims({ ci_config_ref_uri: uri })).workflow, file)
    }
  })

  it('reads the claims of a GitLab job', () => {
    const { repository, workflow, ref, runUrl, commitUrl, ownerId } = toBuild(gitlab, gitlabClaims())
    assert.deepEqual(
      { repository, workflow, ref, ownerId },
      {
        repository: 'acme/tools/acme-blur',
        workflow: '.gitlab-ci.yml',
        ref: 'refs/heads/main',
        ownerId: '77',
      },
    )
    assert.equal(runUrl, 'https://gitlab.com/acme/tools/acme-blur/-/jobs/5001')
    assert.match(commitUrl, /^https:\/\/gitlab\.com\/acme\/tools\/acme-blur\/-\/commit\/3f2c/)
  })

  it('names a required claim that is missing', () => {
    assert.throws(() => buildOf({ repository_owner_id: undefined }), {
      code: 'ci_token_invalid',
      message: /repository_owner_id/,
    })
  })
})
