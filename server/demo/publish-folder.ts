import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { normalizeVersion } from '@nodeyard/analysis/manifest/announced'
import { limits } from '@nodeyard/contract/limits'
import { type BuiltArchive, buildArchive } from './pack-archive.ts'
import { type ProjectFile, readProjectFile, toAsciiJson } from './project-file.ts'
import { PublishError, rethrowFileError, UnavailableError } from './publish-error.ts'
import { refusalOf, send } from './send.ts'

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
  progress?: Progress | undefined
  signal?: AbortSignal | undefined
}

export interface PublishedFolder {
  nodeId: string
  versionId: string
  version: string
  archive: BuiltArchive
}

const announceSilenceMs = 30_000
const uploadSilenceMs = 60_000
const silent: Progress = { begin() {}, end() {} }

/**
 * Publishes a folder over HTTP as the command-line client does: announces the version, then uploads the archive to the
 * URL in the response. Problems with the folder are found before anything is sent. Source: clients 4.1.
 */
export async function publishFolder(options: PublishOptions): Promise<PublishedFolder> {
  const { folder, progress = silent, signal, changelog } = options
  await assertFolder(folder)
  const project = await readProjectFile(folder)
  const subject = subjectOf(project, options)
  const address = new URL(
    `publishers/${encodeURIComponent(subject.publisherId)}/nodes/${encodeURIComponent(subject.nodeId)}/versions`,
    options.apiUrl.endsWith('/') ? options.apiUrl : `${options.apiUrl}/`,
  )
  const work = await mkdtemp(join(tmpdir(), 'publish-')).catch((error) => rethrowFileError(error, tmpdir()))
  try {
    progress.begin('Packing')
    const path = join(work, 'node.zip')
    const archive = await buildArchive(folder, project.includes, path)
    assertSize(folder, archive)
    progress.end(`Packed ${archive.names.length} entries, ${archive.sizeBytes} bytes.`)
    signal?.throwIfAborted()

    progress.begin('Announcing')
    const body = toPublishBody(project, { ...options, ...subject })
    const announced = await announce(address, body, { changelog, signal })
    progress.end(`Announced ${subject.nodeId} ${announced.version}.`)
    if (announced.warning) progress.end(announced.warning)

    progress.begin('Uploading')
    await upload(announced.signedUrl, path, { sizeBytes: archive.sizeBytes, signal })
    progress.end('Uploaded the archive.')
    return { nodeId: subject.nodeId, versionId: announced.id, version: announced.version, archive }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function assertFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error) => rethrowFileError(error, folder))
  if (found.isDirectory()) return
  throw new PublishError(`${folder} is not a folder. Pass the folder that contains pyproject.toml.`)
}

interface Subject {
  publisherId: string
  nodeId: string
  version: string
}

/** Throws if a value is missing, or an option contradicts the project file, which installers use. */
function subjectOf(project: ProjectFile, options: PublishOptions): Subject {
  const { folder, nodeId, version } = options
  if (!project.exists && !(options.publisherId && nodeId && version)) {
    const path = join(folder, 'pyproject.toml')
    throw new PublishError(
      `${path} does not exist. Create it with name and version in [project], and PublisherId in [tool.comfy].`,
    )
  }
  if (nodeId && project.id && nodeId.toLowerCase() !== project.id.toLowerCase())
    throw contradiction(folder, { key: 'name', inFile: project.id, option: '--id', given: nodeId })
  if (version && project.version && normalizeVersion(version) !== normalizeVersion(project.version))
    throw contradiction(folder, {
      key: 'version',
      inFile: project.version,
      option: '--version',
      given: version,
    })
  return {
    nodeId: given(folder, 'name in [project]', '--id', nodeId || project.id),
    publisherId: given(
      folder,
      'PublisherId in [tool.comfy]',
      '--publisher',
      options.publisherId || project.publisherId,
    ),
    version: given(folder, 'version in [project]', '--version', version || project.version),
  }
}

function contradiction(
  folder: string,
  { key, inFile, option, given }: { key: string; inFile: string; option: string; given: string },
): PublishError {
  return new PublishError(
    `pyproject.toml says ${key} = "${inFile}", but ${option} says ${given}. Installers use the file, so the registry would hold the version back.\n` +
      `Set ${key} = "${given}" in ${join(folder, 'pyproject.toml')}, or omit ${option}. Nothing was sent.`,
  )
}

function given(folder: string, key: string, option: string, value: string | undefined): string {
  if (value) return value
  throw new PublishError(`${join(folder, 'pyproject.toml')}: ${key} is missing. Add it, or pass ${option}.`)
}

/** Throws if there are no files to publish, or the archive is too large. */
export function assertSize(folder: string, { names, sizeBytes, largest }: BuiltArchive): void {
  if (names.length === 0) throw new PublishError(`${folder} contains no files to publish.`)
  if (sizeBytes <= limits.archiveBytes) return
  const mebibytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MiB`
  throw new PublishError(
    `The archive has ${mebibytes(sizeBytes)}, but the registry accepts at most ${mebibytes(limits.archiveBytes)}. Nothing was sent.\n` +
      `The largest file is ${largest?.path} (${mebibytes(largest?.sizeBytes ?? 0)}). Exclude it with .comfyignore, and download it when it is needed.`,
  )
}

/** Returns the body of the publish call, with keys in the client's order. */
export function toPublishBody(
  project: ProjectFile,
  {
    nodeId,
    version,
    token,
    changelog,
  }: { nodeId: string; version: string; token: string; changelog?: string | undefined },
): unknown {
  return {
    personal_access_token: token,
    node: { id: nodeId, ...project.node, ...project.compatibility },
    node_version: {
      version,
      dependencies: project.dependencies,
      ...project.compatibility,
      ...(changelog ? { changelog } : {}),
    },
  }
}

interface Announced {
  id: string
  version: string
  signedUrl: URL
  warning: string | undefined
}

async function announce(
  address: URL,
  body: unknown,
  { changelog, signal }: Pick<PublishOptions, 'changelog' | 'signal'>,
): Promise<Announced> {
  const bytes = Buffer.from(toAsciiJson(body), 'ascii')
  const answer = await send(address, {
    method: 'POST',
    headers: { 'Content-Length': bytes.byteLength, 'Content-Type': 'application/json' },
    silenceLimitMs: announceSilenceMs,
    signal,
    write: (request) => request.end(bytes),
  })
  if (answer.status !== 201) throw refusalOf('the new version', address, answer)
  const { signedUrl, node_version: version } = parsed(answer.text)
  if (!version?.id || !version.version || !URL.canParse(signedUrl ?? '')) {
    throw new PublishError(
      `${address.origin} did not respond like a registry. Check that --api is the URL of its API.`,
    )
  }
  const isOther = changelog && String(version.changelog ?? '').trim() !== changelog.trim()
  return {
    id: version.id,
    version: version.version,
    signedUrl: new URL(signedUrl ?? ''),
    warning: isOther ? 'Warning: the registry stored a different changelog than the one sent.' : undefined,
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
    headers: { 'Content-Type': 'application/zip', 'Content-Length': sizeBytes },
    silenceLimitMs: uploadSilenceMs,
    signal,
    write: (request) => {
      // The response decides, even if it arrives before the upload ends.
      pipeline(createReadStream(path), request).catch(() => undefined)
    },
  }).catch((error: unknown) => {
    if (!(error instanceof UnavailableError)) throw error
    throw new UnavailableError(`${error.message}\nThe archive did not arrive, so nothing was published.`)
  })
  if (answer.status !== 200) throw refusalOf('the archive', address, answer)
}
