/** Values to fill into the commands. */
export interface PublishTarget {
  apiUrl: string
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
license = { file = "LICENSE" }
dependencies = []

[project.urls]
Repository = "https://github.com/you/${nodeId}"

[tool.comfy]
PublisherId = "${publisherId}"
DisplayName = "${nodeId}"
`
}

/** Commands of the tool's own client. The registry's address is omitted for the public registry. */
export function clientCommands({ apiUrl }: PublishTarget, token: string): string[] {
  const { hostname, port } = new URL(apiUrl)
  const isLocal = ['localhost', '127.0.0.1'].includes(hostname) && port === '8080'
  const prefix = isLocal ? 'ENVIRONMENT=dev ' : ''
  return ['pip install comfy-cli', `${prefix}comfy node publish --token ${token}`]
}

/**
 * A publish with standard tools: announces the version, then uploads the archive to the address in the
 * response.
 */
export function publishScript({ apiUrl, publisherId, nodeId }: PublishTarget): string {
  return `version=$(python3 -c "import tomllib; print(tomllib.load(open('pyproject.toml', 'rb'))['project']['version'])")
git archive --format=zip --output=/tmp/node.zip HEAD
address=$(curl -fsS ${apiUrl}/publishers/${publisherId}/nodes/${nodeId}/versions \\
  -H 'Content-Type: application/json' \\
  -d "{\\"personal_access_token\\": \\"$${tokenName}\\", \\"node\\": {\\"id\\": \\"${nodeId}\\"}, \\"node_version\\": {\\"version\\": \\"$version\\"}}" \\
  | python3 -c "import json, sys; print(json.load(sys.stdin)['signedUrl'])")
curl -fsS -X PUT "$address" -H 'Content-Type: application/zip' --data-binary @/tmp/node.zip
`
}

/** A workflow that publishes each version tag, with the token stored as a repository secret. */
export function ciFileWithToken(target: PublishTarget): string {
  return `${workflowHead('')}      - name: Publish
        env:
          ${tokenName}: \${{ secrets.${tokenName} }}
        run: |
${indented(publishScript(target))}`
}

/** A workflow without a secret: each job proves its identity and gets a token for one publish. */
export function ciFileTrusted(target: PublishTarget): string {
  const permissions = `    permissions:
      contents: read
      id-token: write
`
  return `${workflowHead(permissions)}      - name: Publish
        run: |
${indented(mintScript(target) + publishScript(target))}`
}

function workflowHead(permissions: string): string {
  return `name: Publish
on:
  push:
    tags: ['v*']
jobs:
  publish:
    runs-on: ubuntu-latest
${permissions}    steps:
      - uses: actions/checkout@v4
`
}

function mintScript({ apiUrl, publisherId, nodeId }: PublishTarget): string {
  return `member() { python3 -c "import json, sys; print(json.load(sys.stdin)['$1'])"; }
audience=$(curl -fsS ${apiUrl}/oidc/issuers | member audience)
proof=$(curl -fsS -G "$ACTIONS_ID_TOKEN_REQUEST_URL" --data-urlencode "audience=$audience" \\
  -H "Authorization: bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" | member value)
${tokenName}=$(curl -fsS ${apiUrl}/oidc/mint-token -H 'Content-Type: application/json' \\
  -d "{\\"token\\": \\"$proof\\", \\"publisher_id\\": \\"${publisherId}\\", \\"node_id\\": \\"${nodeId}\\"}" | member token)
echo "::add-mask::$${tokenName}"
`
}

const indented = (script: string) =>
  script
    .trimEnd()
    .split('\n')
    .map((line) => `          ${line}\n`)
    .join('')
