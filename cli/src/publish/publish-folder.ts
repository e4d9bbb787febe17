import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { normalizeVersion } from '@nodeyard/analysis/manifest/announced'
import { addressOf } from '@nodeyard/contract/client'
import { limits } from '@nodeyard/contract/limits'
import { publishVersion } from '@nodeyard/contract/versions'
import { CliError, rethrowFileError, UnavailableError } from '../ground/errors.ts'
import { inEnglish, type Texts } from '../ground/texts.ts'
import { type BuiltArchive, buildArchive } from '../pack/pack-archive.ts'
import { type ProjectFile, readProjectFile, toAsciiJson } from '../pack/project-file.ts'
import { assertWithoutSecrets, noticesOf, type SelectOptions, selectFiles } from '../pack/select-files.ts'
import { refusalOf } from '../registry/refusal.ts'
import { addressIn } from '../registry/registry.ts'
import { send } from '../registry/send.ts'
import { assertAbout, type Bundle } from './bundle.ts'

/** Receives the current and completed steps. */
export interface Progress {
  begin(text: string): void
  end(text: string): void
}

export interface PublishOptions {
  folder: string
  /** The URL of the API, such as `http://127.0.0.1:8080`. */
  apiUrl: string
  token: string
  /** Defaults to the project file, like the node id and version. */
  publisherId?: string | undefined
  nodeId?: string | undefined
  version?: string | undefined
  changelog?: string | undefined
  /** Must be about the archive. */
  bundle?: Bundle | undefined
  progress?: Progress | undefined
  text?: Texts | undefined
  signal?: AbortSignal | undefined
  select?: SelectOptions | undefined
}

export interface PublishedFolder {
  nodeId: string
  versionId: string
  version: string
  archive: BuiltArchive
}

const uploadSilenceMs = 60_000
const silent: Progress = { begin() {}, end() {} }

/**
 * Publishes a folder over HTTP: announces the version with the digest of its archive, then uploads the archive to the URL in
 * the response. Problems with the folder are found before anything is sent. Source: clients 4.1.
 */
export async function publishFolder(options: PublishOptions): Promise<PublishedFolder> {
  const { folder, progress = silent, text = inEnglish, signal, changelog, bundle, select } = options
  await assertFolder(folder)
  const project = await readProjectFile(folder)
  const subject = subjectOf(project, options)
  const { publisherId, nodeId } = subject
  const address = addressIn(options.apiUrl.replace(/\/$/, ''), () =>
    addressOf(publishVersion, { publisherId, nodeId }),
  )
  const work = await mkdtemp(join(tmpdir(), 'nodeyard-')).catch((error) => rethrowFileError(error, tmpdir()))
  try {
    progress.begin(text('packing'))
    const path = join(work, 'node.zip')
    const selection = await selectFiles(folder, project.includes, select)
    for (const notice of noticesOf(selection, text)) progress.end(notice)
    assertWithoutSecrets(selection)
    const archive = await buildArchive(selection, path)
    assertSize(folder, archive)
    if (bundle) assertAbout(bundle, archive.digest)
    progress.end(text('packed', { count: archive.names.length, bytes: archive.sizeBytes }))
    signal?.throwIfAborted()

    progress.begin(text('announcing'))
    const body = toPublishBody(project, { ...options, ...subject, archive })
    const announced = await announce(address, body, { changelog, signal })
    progress.end(text('announced', { node: subject.nodeId, version: announced.version }))
    if (announced.hasOtherChangelog) progress.end(text('other_changelog'))

    progress.begin(text('uploading'))
    await upload(announced.signedUrl, path, { sizeBytes: archive.sizeBytes, signal })
    progress.end(text('uploaded'))
    return { nodeId: subject.nodeId, versionId: announced.id, version: announced.version, archive }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Throws unless it is a folder. */
export async function assertFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error) => rethrowFileError(error, folder))
  if (!found.isDirectory()) throw new CliError('file_not_folder', { path: folder })
}

interface Subject {
  publisherId: string
  nodeId: string
  version: string
}

/** Throws if a value is missing, or an option contradicts the project file, which installers use. */
export function subjectOf(project: ProjectFile, options: Omit<PublishOptions, 'apiUrl' | 'token'>): Subject {
  const { folder, nodeId, version } = options
  const path = join(folder, 'pyproject.toml')
  if (!project.exists && !(options.publisherId && nodeId && version))
    throw new CliError('project_missing', { path })
  if (nodeId && project.id && nodeId.toLowerCase() !== project.id.toLowerCase())
    throw contradiction(path, { key: 'name', inFile: project.id, option: '--id', given: nodeId })
  if (version && project.version && normalizeVersion(version) !== normalizeVersion(project.version))
    throw contradiction(path, {
      key: 'version',
      inFile: project.version,
      option: '--set-version',
      given: version,
    })
  const given = (key: string, option: string, value: string | undefined): string => {
    if (value) return value
    throw new CliError('project_incomplete', { path, key, option })
  }
  return {
    nodeId: given('name in [project]', '--id', nodeId || project.id),
    publisherId: given(
      'PublisherId in [tool.comfy]',
      '--publisher',
      options.publisherId || project.publisherId,
    ),
    version: given('version in [project]', '--set-version', version || project.version),
  }
}

function contradiction(
  path: string,
  values: { key: string; inFile: string; option: string; given: string },
): CliError {
  return new CliError('project_contradiction', { path, ...values })
}

/** Throws if there are no files to publish, or the archive is too large. */
export function assertSize(folder: string, { names, sizeBytes, largest }: BuiltArchive): void {
  if (names.length === 0) throw new CliError('folder_empty', { path: folder })
  if (sizeBytes <= limits.archiveBytes) return
  const mebibytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024)
  throw new CliError('archive_too_large', {
    size: mebibytes(sizeBytes),
    limit: mebibytes(limits.archiveBytes),
    file: largest?.path ?? '',
    fileSize: mebibytes(largest?.sizeBytes ?? 0),
  })
}

/** Returns the body of the publish call, with keys in the order of older clients. */
export function toPublishBody(
  project: ProjectFile,
  {
    nodeId,
    version,
    token,
    changelog,
    archive,
  }: {
    nodeId: string
    version: string
    token: string
    changelog?: string | undefined
    archive: Pick<BuiltArchive, 'digest' | 'sizeBytes'>
  },
): unknown {
  return {
    personal_access_token: token,
    node: { id: nodeId, ...project.node, ...project.compatibility },
    node_version: {
      version,
      dependencies: project.dependencies,
      ...project.compatibility,
      ...(changelog ? { changelog } : {}),
      sha256: archive.digest,
      size: archive.sizeBytes,
    },
  }
}

interface Announced {
  id: string
  version: string
  signedUrl: URL
  hasOtherChangelog: boolean
}

async function announce(
  address: URL,
  body: unknown,
  { changelog, signal }: Pick<PublishOptions, 'changelog' | 'signal'>,
): Promise<Announced> {
  const bytes = Buffer.from(toAsciiJson(body), 'ascii')
  const answer = await send(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal,
    body: () => bytes,
  })
  if (answer.status !== 201) throw refusalOf('version', address, answer)
  const { signedUrl, node_version: version } = parsed(answer.text)
  if (!version?.id || !version.version || !URL.canParse(signedUrl ?? ''))
    throw new CliError('not_a_registry', { origin: address.origin, status: '201' })
  const hasOther = changelog && String(version.changelog ?? '').trim() !== changelog.trim()
  return {
    id: version.id,
    version: version.version,
    signedUrl: new URL(signedUrl ?? ''),
    hasOtherChangelog: Boolean(hasOther),
  }
}

function parsed(text: string): {
  signedUrl?: string
  node_version?: { id?: string; version?: string; changelog?: string }
} {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

async function upload(
  address: URL,
  path: string,
  { sizeBytes, signal }: { sizeBytes: number; signal: AbortSignal | undefined },
): Promise<void> {
  const answer = await send(address, {
    method: 'PUT',
    headers: { 'content-type': 'application/zip', 'content-length': String(sizeBytes) },
    silenceLimitMs: uploadSilenceMs,
    signal,
    body: () => createReadStream(path),
  }).catch((error: unknown) => {
    if (!(error instanceof UnavailableError)) throw error
    const { key, values, details } = error
    throw new UnavailableError(key, values, { details, advice: 'archive_did_not_arrive' })
  })
  if (answer.status !== 200) throw refusalOf('archive', address, answer)
}
