import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { gunzipSync, inflateSync } from 'node:zlib'
import { type BuiltArchive, buildArchive } from './pack-archive.ts'
import { type ProjectFile, readProjectFile, toAsciiJson } from './project-file.ts'

export interface PublishOptions {
  folder: string
  /** The API's address, such as `http://127.0.0.1:8080`. */
  apiUrl: string
  token: string
  /** These three come from the project file where they are not given. */
  publisherId?: string | undefined
  nodeId?: string | undefined
  version?: string | undefined
  changelog?: string | undefined
  /** Told what happens, a line at a time. */
  report?: (line: string) => void
}

export interface PublishedFolder {
  nodeId: string
  versionId: string
  version: string
  archive: BuiltArchive
}

/** The publish did not succeed; the message is what the command-line client prints. */
export class PublishError extends Error {
  override name = 'PublishError'
}

const announceSilenceMs = 30_000
const uploadSilenceMs = 60_000
const redirectLimit = 30
const clientHeaders = {
  'User-Agent': 'nodeyard-publish',
  Accept: '*/*',
  'Accept-Encoding': 'gzip, deflate',
}

/**
 * Publishes a folder over HTTP as the command-line client does: announces the version, packs the folder, sends
 * the archive to the address in the answer. Source: clients 4.1.
 */
export async function publishFolder(options: PublishOptions): Promise<PublishedFolder> {
  const project = await readProjectFile(options.folder)
  const nodeId = given('node id', '--id', options.nodeId || project.id)
  const publisherId = given('publisher id', '--publisher', options.publisherId || project.publisherId)
  const version = given('version', '--version', options.version || project.version)
  const report = options.report ?? (() => undefined)

  const address = new URL(
    `publishers/${publisherId}/nodes/${nodeId}/versions`,
    options.apiUrl.endsWith('/') ? options.apiUrl : `${options.apiUrl}/`,
  )
  const body = toPublishBody(project, { ...options, nodeId, version })
  const announced = await announce(address, body, options.changelog, report)
  report(`Announced ${nodeId} ${announced.version}.`)

  const work = await mkdtemp(join(tmpdir(), 'publish-'))
  try {
    const path = join(work, 'node.zip')
    const archive = await buildArchive(options.folder, project.includes, path)
    report(`Packed ${archive.names.length} entries, ${archive.sizeBytes} bytes.`)
    await upload(new URL(announced.signedUrl), path, archive.sizeBytes)
    report('Uploaded the archive.')
    return { nodeId, versionId: announced.id, version: announced.version, archive }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** The body of the publish call, its keys in the client's order. */
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
  signedUrl: string
}

async function announce(
  address: URL,
  body: unknown,
  changelog: string | undefined,
  report: (line: string) => void,
): Promise<Announced> {
  const bytes = Buffer.from(toAsciiJson(body), 'ascii')
  const headers = { 'Content-Length': bytes.byteLength, 'Content-Type': 'application/json' }
  const { status, text } = await send(address, {
    method: 'POST',
    headers,
    silenceLimitMs: announceSilenceMs,
    write: (request) => request.end(bytes),
  })
  if (status !== 201) throw new PublishError(`Failed to publish node version: ${status} ${text}`)
  const { signedUrl, node_version: version } = JSON.parse(text)
  if (!signedUrl || !version?.id || !version.version) {
    throw new PublishError(
      `Failed to publish node version: the answer lacks signedUrl or node_version: ${text}`,
    )
  }
  if (changelog && String(version.changelog ?? '').trim() !== changelog.trim()) {
    report('Warning: the registry stored another changelog than the one that was sent.')
  }
  return { id: version.id, version: version.version, signedUrl }
}

async function upload(address: URL, path: string, sizeBytes: number): Promise<void> {
  const headers = { 'Content-Type': 'application/zip', 'Content-Length': sizeBytes }
  const { status, text } = await send(address, {
    method: 'PUT',
    headers,
    silenceLimitMs: uploadSilenceMs,
    write: (request) => {
      // The answer decides, also when it comes before the last byte was taken.
      pipeline(createReadStream(path), request).catch(() => undefined)
    },
  })
  if (status !== 200) throw new PublishError(`Failed to upload the archive: ${status} ${text}`)
}

interface Outgoing {
  method: 'POST' | 'PUT'
  headers: Record<string, string | number>
  silenceLimitMs: number
  /** Writes the body; called again for every redirect. */
  write: (request: ClientRequest) => void
}

interface Answer {
  status: number
  text: string
}

/** Sends one request. 307 and 308 are followed with the body sent again; other redirects are an answer. */
async function send(address: URL, outgoing: Outgoing): Promise<Answer> {
  let target = address
  for (let redirects = 0; redirects <= redirectLimit; redirects += 1) {
    const response = await sendOnce(target, outgoing)
    const status = response.statusCode ?? 0
    const text = await readText(response)
    if (![307, 308].includes(status) || !response.headers.location) return { status, text }
    target = new URL(response.headers.location, target)
  }
  throw new PublishError(`${address.origin}: too many redirects`)
}

function sendOnce(
  target: URL,
  { method, headers, silenceLimitMs, write }: Outgoing,
): Promise<IncomingMessage> {
  const start = target.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = start(target, { method, headers: { ...clientHeaders, ...headers } })
    request.once('response', resolve)
    request.on('error', (error) =>
      reject(new PublishError(`${target.origin}: ${error.message || error.name}`)),
    )
    request.setTimeout(silenceLimitMs, () => request.destroy(new Error(`no answer in ${silenceLimitMs} ms`)))
    write(request)
  })
}

async function readText(response: IncomingMessage): Promise<string> {
  const bytes = await buffer(response)
  const encoding = response.headers['content-encoding']
  if (encoding === 'gzip') return gunzipSync(bytes).toString('utf8')
  if (encoding === 'deflate') return inflateSync(bytes).toString('utf8')
  return bytes.toString('utf8')
}

function given(what: string, option: string, value: string | undefined): string {
  if (!value) throw new PublishError(`The project file names no ${what}: give one with ${option}.`)
  return value
}
