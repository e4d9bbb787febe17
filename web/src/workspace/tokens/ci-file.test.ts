import { describe, expect, it } from 'vitest'
import { ciFile, ciPath } from './ci-file.ts'

const values = {
  kind: 'github',
  apiUrl: 'https://api.registry.test',
  audience: 'https://api.registry.test',
  publisherId: 'acme',
  nodeId: 'acme-blur',
  workflow: 'publish.yml',
} as const

describe('CI file', () => {
  it('names registry, publisher and node, and runs on version tags in a GitHub workflow', () => {
    const file = ciFile(values)
    expect(file).toContain('audience=https%3A%2F%2Fapi.registry.test"')
    expect(file).toContain('POST https://api.registry.test/oidc/mint-token')
    expect(file).toContain('\\"publisher_id\\": \\"acme\\", \\"node_id\\": \\"acme-blur\\"')
    expect(file).toContain("    tags: ['v*']\n")
    expect(file).not.toContain('environment:')
    expect(ciPath(values)).toBe('.github/workflows/publish.yml')
  })

  it('uses the trusted branch and environment', () => {
    const file = ciFile({ ...values, ref: 'refs/heads/main', environment: "maya's" })
    expect(file).toContain("    branches: ['main']\n")
    expect(file).toContain("    environment: 'maya''s'\n")
  })

  it('requests a registry token in a GitLab file', () => {
    const file = ciFile({ ...values, kind: 'gitlab', workflow: 'ci/publish.yml', ref: 'refs/heads/main' })
    expect(file).toContain('aud: https://api.registry.test\n')
    expect(file).toContain('if: $CI_COMMIT_BRANCH == "main"')
    expect(ciPath({ kind: 'gitlab', workflow: 'ci/publish.yml' })).toBe('ci/publish.yml')
  })
})
