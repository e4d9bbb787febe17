import { programCommand } from '@nodeyard/contract/discovery'
import type { CiKind } from '@nodeyard/contract/packs'

export interface CiValues {
  kind: CiKind
  apiUrl: string
  audience: string
  workflow: string
  environment?: string | undefined
  ref?: string | undefined
}

/** Path of the file in the repository. */
export function ciPath({ kind, workflow }: Pick<CiValues, 'kind' | 'workflow'>): string {
  return kind === 'github' ? `.github/workflows/${workflow}` : workflow
}

/** CI configuration that publishes the pack of its repository. The program proves the identity of the job. */
export function ciFile(values: CiValues): string {
  return values.kind === 'github' ? githubFile(values) : gitlabFile(values)
}

/** Parses a ref such as `refs/heads/main`. Version tags trigger the build when there is no ref. */
function triggerOf(ref: string | undefined): { on: 'tags' | 'branches'; name: string } {
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(ref ?? '') ?? []
  return kind === 'heads' && name ? { on: 'branches', name } : { on: 'tags', name: name ?? 'v*' }
}

function githubFile({ apiUrl, environment, ref }: CiValues): string {
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
      - run: ${programCommand(apiUrl)} publish
`
}

function gitlabFile({ apiUrl, audience, environment, ref }: CiValues): string {
  const { on, name } = triggerOf(ref)
  const rule = on === 'tags' ? 'if: $CI_COMMIT_TAG' : `if: $CI_COMMIT_BRANCH == ${JSON.stringify(name)}`
  return `publish:
  image: node:22
  rules:
    - ${rule}${environment ? `\n  environment: ${quoted(environment)}` : ''}
  id_tokens:
    NODEYARD_ID_TOKEN:
      aud: ${audience}
  script:
    - ${programCommand(apiUrl)} publish
`
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
