import { parse as parseToml } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import {
  ciFileTrusted,
  ciFileWithToken,
  clientCommands,
  programCommands,
  projectFile,
} from './publish-commands.ts'

const target = {
  apiUrl: 'https://api.test',
  servesExistingClients: false,
  publisherId: 'acme',
  nodeId: 'soft-blur',
}

interface Workflow {
  on: { push: { tags: string[] } }
  jobs: { publish: { permissions?: object; steps: { run?: string; env?: Record<string, string> }[] } }
}
const lastStep = (file: string) => (parseYaml(file) as Workflow).jobs.publish.steps.at(-1)

describe('project file', () => {
  it('is valid TOML that names node and publisher', () => {
    expect(parseToml(projectFile(target))).toMatchObject({
      project: { name: 'soft-blur', version: '1.0.0', 'license-files': ['LICENSE'] },
      tool: { comfy: { PublisherId: 'acme', DisplayName: 'Soft Blur' } },
    })
  })
})

describe('the commands of the program', () => {
  it('name this registry, and the token by its variable', () => {
    expect(programCommands(target)).toEqual([
      'npx --yes https://api.test/nodeyard.tgz check',
      'npx --yes https://api.test/nodeyard.tgz publish --token "$REGISTRY_TOKEN"',
    ])
  })
})

describe('the commands of the tool’s client', () => {
  it('are shown only for the registry that it can reach', () => {
    expect(clientCommands(target)).toBeUndefined()
    for (const apiUrl of ['http://localhost:3000', 'https://localhost:8080', 'http://localhost:8080/api'])
      expect(clientCommands({ ...target, apiUrl })).toBeUndefined()
    for (const apiUrl of ['http://localhost:8080', 'http://127.0.0.1:8080'])
      expect(clientCommands({ ...target, apiUrl })?.[1]).toMatch(/^ENVIRONMENT=dev comfy node publish /)
    expect(clientCommands({ ...target, servesExistingClients: true })?.[1]).toMatch(/^comfy node publish /)
  })
})

describe('CI workflow', () => {
  it.each([ciFileWithToken, ciFileTrusted])('publishes version tags: %o', (fileOf) => {
    const file = fileOf(target)
    expect((parseYaml(file) as Workflow).on.push.tags).toEqual(['v*'])
    const { run = '' } = lastStep(file) ?? {}
    expect(run).toBe('npx --yes https://api.test/nodeyard.tgz publish')
  })

  it('takes the token from a secret of the repository', () => {
    expect(lastStep(ciFileWithToken(target))?.env).toEqual({
      NODEYARD_TOKEN: `\${{ secrets.REGISTRY_TOKEN }}`,
    })
  })

  it('needs no secret when the build is trusted', () => {
    const file = ciFileTrusted(target)
    expect(file).not.toContain('secrets.')
    expect((parseYaml(file) as Workflow).jobs.publish.permissions).toEqual({
      contents: 'read',
      'id-token': 'write',
    })
  })
})
