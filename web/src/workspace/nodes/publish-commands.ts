import { programCommand } from '@nodeyard/contract/discovery'
import { nameOfId } from '@nodeyard/contract/ground'

/** Values to fill into the commands. */
export interface PublishTarget {
  apiUrl: string
  servesExistingClients: boolean
  publisherId: string
  nodeId: string
}

/** Environment variable with the secret, which keeps it out of the shell history. */
const tokenName = 'REGISTRY_TOKEN'

/** The project file for the root of the repository. Its name is the id that users install. */
export function projectFile({ publisherId, nodeId }: PublishTarget): string {
  return `[project]
name = "${nodeId}"
version = "1.0.0"
description = "What it does, in one sentence."
license-files = ["LICENSE"]
dependencies = []

[project.urls]
Repository = "https://github.com/you/${nodeId}"

[tool.comfy]
PublisherId = "${publisherId}"
DisplayName = "${nameOfId(nodeId)}"
`
}

/** Commands of the registry's own program, for the folder of the pack. */
export function programCommands({ apiUrl }: PublishTarget): string[] {
  const program = programCommand(apiUrl)
  return [`${program} check`, `${program} publish --token "$${tokenName}"`]
}

/** Commands of the tool's own client. Returns undefined unless it asks this registry: it knows one local address. */
export function clientCommands({ apiUrl, servesExistingClients }: PublishTarget): string[] | undefined {
  const isLocal = ['http://localhost:8080', 'http://127.0.0.1:8080'].includes(apiUrl)
  if (!isLocal && !servesExistingClients) return undefined
  const client = isLocal ? 'ENVIRONMENT=dev comfy' : 'comfy'
  return ['pip install comfy-cli', `${client} node publish --token "$${tokenName}"`]
}

/** A workflow that publishes each version tag, with the token stored as a repository secret. */
export function ciFileWithToken(target: PublishTarget): string {
  return `${workflow(target, '')}        env:
          NODEYARD_TOKEN: \${{ secrets.${tokenName} }}
`
}

/** A workflow without a secret: each job proves its identity and gets a token for one publish. */
export function ciFileTrusted(target: PublishTarget): string {
  const permissions = `    permissions:
      contents: read
      id-token: write
`
  return workflow(target, permissions)
}

function workflow({ apiUrl }: PublishTarget, permissions: string): string {
  return `name: Publish
on:
  push:
    tags: ['v*']
jobs:
  publish:
    runs-on: ubuntu-latest
${permissions}    steps:
      - uses: actions/checkout@v4
      - run: ${programCommand(apiUrl)} publish
`
}
