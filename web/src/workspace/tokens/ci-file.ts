import type { CiKind } from '@nodeyard/contract/trusted-publishing'

export interface CiValues {
  kind: CiKind
  apiUrl: string
  audience: string
  publisherId: string
  nodeId: string
  workflow: string
  environment?: string | undefined
  ref?: string | undefined
}

/** Path of the file in the repository. */
export function ciPath({ kind, workflow }: Pick<CiValues, 'kind' | 'workflow'>): string {
  return kind === 'github' ? `.github/workflows/${workflow}` : workflow
}

/** CI configuration that publishes a node, with every value filled in. */
export function ciFile(values: CiValues): string {
  return values.kind === 'github' ? githubFile(values) : gitlabFile(values)
}

/** Parses a ref such as `refs/heads/main`. Version tags trigger the build when there is no ref. */
function triggerOf(ref: string | undefined): { on: 'tags' | 'branches'; name: string } {
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(ref ?? '') ?? []
  return kind === 'heads' && name ? { on: 'branches', name } : { on: 'tags', name: name ?? 'v*' }
}

function githubFile({ apiUrl, audience, publisherId, nodeId, environment, ref }: CiValues): string {
  const { on, name } = triggerOf(ref)
  return `name: Publish
on:
  push:
    ${on}: [${quoted(name)}]
permissions:
  contents: read
  id-token: write
jobs:
  publish:
    runs-on: ubuntu-latest${environment ? `\n    environment: ${quoted(environment)}` : ''}
    steps:
      - uses: actions/checkout@v4
      - run: pip install comfy-cli
      - name: Get a token for this release
        run: |
          oidc=$(curl -sSf -H "Authorization: Bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" \\
            "$ACTIONS_ID_TOKEN_REQUEST_URL&audience=${encodeURIComponent(audience)}" | jq -r .value)
          answer=$(curl -sS -X POST ${apiUrl}/oidc/mint-token -H 'content-type: application/json' \\
            -d "{\\"token\\": \\"$oidc\\", \\"publisher_id\\": \\"${publisherId}\\", \\"node_id\\": \\"${nodeId}\\"}")
          token=$(jq -r '.token // empty' <<< "$answer")
          if [ -z "$token" ]; then jq -r '"::error::" + .message' <<< "$answer"; exit 1; fi
          echo "::add-mask::$token"
          echo "REGISTRY_TOKEN=$token" >> "$GITHUB_ENV"
      - run: comfy --skip-prompt --no-enable-telemetry node publish --token "$REGISTRY_TOKEN"
`
}

function gitlabFile({ apiUrl, audience, publisherId, nodeId, environment, ref }: CiValues): string {
  const { on, name } = triggerOf(ref)
  const rule = on === 'tags' ? 'if: $CI_COMMIT_TAG' : `if: $CI_COMMIT_BRANCH == ${JSON.stringify(name)}`
  return `publish:
  image: python:3.12
  rules:
    - ${rule}${environment ? `\n  environment: ${quoted(environment)}` : ''}
  id_tokens:
    REGISTRY_ID_TOKEN:
      aud: ${audience}
  script:
    - pip install comfy-cli
    - |
      token=$(python - <<'PY'
      import json, os, sys, urllib.error, urllib.request
      body = {"token": os.environ["REGISTRY_ID_TOKEN"], "publisher_id": "${publisherId}", "node_id": "${nodeId}"}
      request = urllib.request.Request("${apiUrl}/oidc/mint-token", json.dumps(body).encode(),
                                       {"content-type": "application/json"})
      try:
          print(json.load(urllib.request.urlopen(request))["token"])
      except urllib.error.HTTPError as error:
          sys.exit(json.load(error)["message"])
      PY
      )
    - comfy --skip-prompt --no-enable-telemetry node publish --token "$token"
`
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
