import { execFileSync } from 'node:child_process'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import {
  ciFileTrusted,
  ciFileWithToken,
  clientCommands,
  projectFile,
  publishScript,
} from './publish-commands.ts'

const target = { apiUrl: 'https://api.test', publisherId: 'acme', nodeId: 'soft-blur' }
const isShell = (script: string) => execFileSync('sh', ['-n'], { input: script })

interface Workflow {
  on: { push: { tags: string[] } }
  jobs: { publish: { permissions?: object; steps: { run?: string; env?: Record<string, string> }[] } }
}
const lastStep = (file: string) => (parseYaml(file) as Workflow).jobs.publish.steps.at(-1)

describe('project file', () => {
  it('is valid TOML that names node and publisher', () => {
    expect(parseToml(projectFile(target))).toMatchObject({
      project: { name: 'soft-blur', version: '1.0.0', license: { file: 'LICENSE' } },
      tool: { comfy: { PublisherId: 'acme', DisplayName: 'soft-blur' } },
    })
  })
})

describe('client commands', () => {
  it('name the token', () => {
    expect(clientCommands(target, 'secret')).toEqual([
      'pip install comfy-cli',
      'comfy node publish --token secret',
    ])
  })

  it.each(['http://127.0.0.1:8080', 'http://localhost:8080'])(
    'select the development environment for %s',
    (apiUrl) => {
      expect(clientCommands({ ...target, apiUrl }, 'secret')[1]).toMatch(/^ENVIRONMENT=dev comfy /)
    },
  )

  it('do not select it for another port', () => {
    expect(clientCommands({ ...target, apiUrl: 'http://localhost:3000' }, 'x')[1]).toMatch(/^comfy /)
  })
})

describe('publish script', () => {
  it('is valid shell', () => {
    expect(() => isShell(publishScript(target))).not.toThrow()
  })

  it('announces the version and uploads to the address in the response', () => {
    const script = publishScript(target)
    expect(script).toContain('https://api.test/publishers/acme/nodes/soft-blur/versions')
    expect(script).toContain('curl -fsS -X PUT "$address"')
  })

  it('reads the secret from the environment', () => {
    expect(publishScript(target)).toContain('$REGISTRY_TOKEN')
  })
})

describe('CI workflow', () => {
  it.each([ciFileWithToken, ciFileTrusted])('runs valid shell for version tags: %o', (fileOf) => {
    const file = fileOf(target)
    expect((parseYaml(file) as Workflow).on.push.tags).toEqual(['v*'])
    const { run = '' } = lastStep(file) ?? {}
    expect(() => isShell(run)).not.toThrow()
    expect(run).toContain('/publishers/acme/nodes/soft-blur/versions')
  })

  it('takes the token from a secret of the repository', () => {
    expect(lastStep(ciFileWithToken(target))?.env).toEqual({
      REGISTRY_TOKEN: `\${{ secrets.REGISTRY_TOKEN }}`,
    })
  })

  it('needs no secret when the build is trusted', () => {
    const file = ciFileTrusted(target)
    expect(file).not.toContain('secrets.')
    expect((parseYaml(file) as Workflow).jobs.publish.permissions).toEqual({
      contents: 'read',
      'id-token': 'write',
    })
    expect(file).toContain('::add-mask::')
  })
})
