import { type CiKind, codeHostOf } from '@nodeyard/contract/packs'
import type { JWTPayload } from 'jose'
import { malformed, unacceptable } from './refusal.ts'

/** The facts about a build, in the same form for every CI service. */
export interface Build {
  kind: CiKind
  issuer: string
  /** Owner and name. */
  repository: string
  repositoryId: string
  ownerId: string
  repositoryUrl: string
  workflow: string
  ref: string
  commit: string
  commitUrl: string
  runUrl: string
  /** Empty when the job names none. */
  environment: string
  /** The event that triggered the build. */
  event: string
}

export interface IssuerName {
  kind: CiKind
  url: string
}

const maxCharacters = 1000

/** Reads the claims of a verified token. Throws when one is missing or is not text. */
export function toBuild(issuer: IssuerName, claims: JWTPayload): Build {
  const text = (name: string, fallback?: string): string => {
    const value = claims[name] ?? fallback
    if (value !== undefined && typeof value !== 'string' && typeof value !== 'number')
      throw malformed(`its claim ${name} is not text`)
    const written = String(value ?? '')
      .replace(/[\x00-\x1f\x7f]/g, '')
      .toWellFormed()
    if (written.length > maxCharacters || (written === '' && fallback === undefined))
      throw unacceptable(`its claim ${name} is missing or too long`)
    return written
  }
  return issuer.kind === 'github' ? ofGithub(issuer.url, text) : ofGitlab(issuer.url, text)
}

type ReadText = (name: string, fallback?: string) => string

function ofGithub(issuer: string, text: ReadText): Build {
  const host = codeHostOf({ kind: 'github', issuer })
  const repository = text('repository')
  const commit = text('sha')
  const repositoryUrl = `${host}/${repository}`
  return {
    kind: 'github',
    issuer,
    repository,
    repositoryId: text('repository_id'),
    ownerId: text('repository_owner_id'),
    repositoryUrl,
    workflow: fileOf(text('workflow_ref'), `${repository}/.github/workflows/`),
    ref: text('ref'),
    commit,
    commitUrl: `${repositoryUrl}/commit/${commit}`,
    runUrl: `${repositoryUrl}/actions/runs/${text('run_id')}/attempts/${text('run_attempt', '1')}`,
    environment: text('environment', ''),
    event: text('event_name'),
  }
}

function ofGitlab(issuer: string, text: ReadText): Build {
  const repository = text('project_path')
  const commit = text('sha')
  const repositoryUrl = `${new URL(issuer).origin}/${repository}`
  return {
    kind: 'gitlab',
    issuer,
    repository,
    repositoryId: text('project_id'),
    ownerId: text('namespace_id'),
    repositoryUrl,
    workflow: fileOf(text('ci_config_ref_uri'), `${new URL(issuer).host}/${repository}//`),
    ref: text('ref_path'),
    commit,
    commitUrl: `${repositoryUrl}/-/commit/${commit}`,
    runUrl: `${repositoryUrl}/-/jobs/${text('job_id')}`,
    environment: text('environment', ''),
    event: text('pipeline_source'),
  }
}

/**
 * Extracts FILE from `PREFIX` + `FILE@REF`. Both parts can contain an `@`, as in
 * `publish.yml@refs/tags/blur@1.2.0`, but a ref starts with `refs/`. A file of another repository keeps its
 * full name, which matches no trusted file.
 */
function fileOf(reference: string, prefix: string): string {
  const at = reference.lastIndexOf('@refs/')
  const file = at < 0 ? reference : reference.slice(0, at)
  return file.toLowerCase().startsWith(prefix.toLowerCase()) ? file.slice(prefix.length) : file
}
