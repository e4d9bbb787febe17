import { describe, expect, it } from 'vitest'
import { ciFile, ciPath } from './ci-file.ts'

const values = {
  kind: 'github',
  apiUrl: 'https://api.registry.test',
  audience: 'https://api.registry.test',
  workflow: 'publish.yml',
} as const

describe('CI file', () => {
  it('publishes version tags with the program of the registry in a GitHub workflow', () => {
    const file = ciFile(values)
    expect(file).toContain('- run: npx --yes https://api.registry.test/nodeyard.tgz publish\n')
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
    expect(file).toContain('NODEYARD_ID_TOKEN:\n      aud: https://api.registry.test\n')
    expect(file).toContain('- npx --yes https://api.registry.test/nodeyard.tgz publish\n')
    expect(file).toContain('if: $CI_COMMIT_BRANCH == "main"')
    expect(ciPath({ kind: 'gitlab', workflow: 'ci/publish.yml' })).toBe('ci/publish.yml')
  })
})
