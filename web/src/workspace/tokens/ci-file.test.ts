import { expect, test } from 'vitest'
import { ciFile, ciPath } from './ci-file.ts'

const values = {
  kind: 'github',
  apiUrl: 'https://api.registry.test',
  audience: 'https://api.registry.test',
  publisherId: 'acme',
  nodeId: 'acme-blur',
  workflow: 'publish.yml',
} as const

test('a workflow for GitHub names the registry, the publisher and the node, and runs for tags of versions', () => {
  const file = ciFile(values)
  expect(file).toContain('audience=https%3A%2F%2Fapi.registry.test"')
  expect(file).toContain('POST https://api.registry.test/oidc/mint-token')
  expect(file).toContain('\\"publisher_id\\": \\"acme\\", \\"node_id\\": \\"acme-blur\\"')
  expect(file).toContain("    tags: ['v*']\n")
  expect(file).not.toContain('environment:')
  expect(ciPath(values)).toBe('.github/workflows/publish.yml')
})

test('the branch and the environment that are trusted are those of the workflow', () => {
  const file = ciFile({ ...values, ref: 'refs/heads/main', environment: "maya's" })
  expect(file).toContain("    branches: ['main']\n")
  expect(file).toContain("    environment: 'maya''s'\n")
})

test('a file for GitLab asks for a token of the registry', () => {
  const file = ciFile({ ...values, kind: 'gitlab', workflow: 'ci/publish.yml', ref: 'refs/heads/main' })
  expect(file).toContain('aud: https://api.registry.test\n')
  expect(file).toContain('if: $CI_COMMIT_BRANCH == "main"')
  expect(ciPath({ kind: 'gitlab', workflow: 'ci/publish.yml' })).toBe('ci/publish.yml')
})
