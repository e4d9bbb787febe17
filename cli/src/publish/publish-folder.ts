import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { ArchiveRefusal } from '@nodeyard/analysis/archive'
import { addressOf } from '@nodeyard/contract/ground'
import { publishVersion } from '@nodeyard/contract/packs'
import { announcementOf, type GivenSubject, subjectOf, toAsciiJson } from '@nodeyard/planning/project'
import { CliError, rethrowFileError, UnavailableError } from '../ground/errors.ts'
import { inEnglish, type Texts } from '../ground/texts.ts'
import { type OpenPack, withPack } from '../pack/open-pack.ts'
import { assertAccepted, readProjectFile } from '../pack/project-file.ts'
import { assertWithoutSecrets, noticesOf, type Selection, type SelectOptions } from '../pack/select-files.ts'
import { refusalOf } from '../registry/refusal.ts'
import { addressIn } from '../registry/registry.ts'
import { send } from '../registry/send.ts'
import { assertAbout, type Bundle } from './bundle.ts'
import { assertComplete, type ReleaseOptions } from './certain-failures.ts'

/** Receives the current and completed steps. */
export interface Progress {
  begin(text: string): void
  end(text: string): void
}

export interface PublishOptions extends GivenSubject {
  folder: string
  /** The URL of the API, such as `http://127.0.0.1:8080`. */
  apiUrl: string
  token: string
  changelog?: string | undefined
  /** Must be about the archive. */
  bundle?: Bundle | undefined
  progress?: Progress | undefined
  text?: Texts | undefined
  signal?: AbortSignal | undefined
  select?: SelectOptions | undefined
  release?: ReleaseOptions | undefined
}

export interface PublishedFolder {
  nodeId: string
  versionId: string
  version: string
  archive: Pick<OpenPack, 'digest' | 'sizeBytes'>
}

const uploadSilenceMs = 60_000
const silent: Progress = { begin() {}, end() {} }

/**
 * Publishes a folder over HTTP: announces the version with the digest of its archive, then uploads the archive to the URL in
 * the response. Problems with the folder are found before anything is sent. Source: clients 4.1.
 */
export async function publishFolder(options: PublishOptions): Promise<PublishedFolder> {
  const {
    folder,
    progress = silent,
    text = inEnglish,
    signal,
    changelog,
    bundle,
    select,
    release = {},
  } = options
  await assertFolder(folder)
  const project = await readProjectFile(folder)
  assertAccepted(project, options)
  const subject = subjectOf(project, options)
  const { publisherId, nodeId } = subject
  const address = addressIn(options.apiUrl.replace(/\/$/, ''), () =>
    addressOf(publishVersion, { publisherId, nodeId }),
  )
  const onSelected = (selection: Selection) => {
    for (const notice of noticesOf(selection, text)) progress.end(notice)
    assertWithoutSecrets(selection)
  }
  const publish = async (pack: OpenPack): Promise<PublishedFolder> => {
    const { path, archive, sizeBytes, digest } = pack
    if (bundle) assertAbout(bundle, digest)
    const passed = await assertComplete(pack, release, { folder, apiUrl: options.apiUrl, nodeId, signal })
    progress.end(text('packed', { count: archive.entries.length, bytes: sizeBytes }))
    signal?.throwIfAborted()

    progress.begin(text('announcing'))
    const { node, version } = announcementOf(project.manifest, subject)
    const announced = await announce(
      address,
      {
        personal_access_token: options.token,
        node,
        node_version: {
          ...version,
          ...(changelog ? { changelog } : {}),
          ...(passed.length > 0 ? { allowed_failures: passed } : {}),
          sha256: digest,
          size: sizeBytes,
        },
      },
      { changelog, signal },
    )
    progress.end(text('announced', { node: nodeId, version: announced.version }))
    if (announced.hasOtherChangelog) progress.end(text('other_changelog'))

    progress.begin(text('uploading'))
    await upload(announced.signedUrl, path, { sizeBytes, signal })
    progress.end(text('uploaded'))
    return { nodeId, versionId: announced.id, version: announced.version, archive: { digest, sizeBytes } }
  }
  progress.begin(text('packing'))
  return withPack(folder, publish, { ...select, includes: project.includes, onSelected }).catch(
    (error: unknown) => {
      if (error instanceof ArchiveRefusal)
        throw new CliError('archive_not_accepted', { problem: error.message }, { code: error.code })
      throw error
    },
  )
}

/** Throws unless it is a folder. */
export async function assertFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error) => rethrowFileError(error, folder))
  if (!found.isDirectory()) throw new CliError('file_not_folder', { path: folder })
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
