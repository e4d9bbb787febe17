import assert from 'node:assert/strict'
import type { NodeVersion } from '@nodeyard/contract/packs'
import { type RawAnswer, RawConnection } from './raw-connection.ts'
import { untilTrue } from './until-true.ts'
import type { World } from './world.ts'

export interface PublishArguments {
  apiUrl: string
  publisherId: string
  nodeId: string
  token: string
  version?: string
  node?: Record<string, unknown>
  nodeVersion?: Record<string, unknown>
}

/** Announces a version with exactly the keys and values of the command-line client. Source: clients 4.1. */
export async function announce(publish: PublishArguments): Promise<Response> {
  const { apiUrl, publisherId, nodeId, token, version = '1.0.0' } = publish
  const unset = {
    supported_os: [],
    supported_accelerators: [],
    supported_comfyui_version: '',
    supported_comfyui_frontend_version: '',
  }
  const body = {
    personal_access_token: token,
    node: {
      id: nodeId,
      description: 'Blurs pictures.',
      icon: '',
      name: '',
      license: '{"text": "MIT"}',
      repository: `https://github.com/acme/${nodeId}`,
      banner_url: '',
      ...unset,
      ...publish.node,
    },
    node_version: { version, dependencies: ['numpy>=1.0'], ...unset, ...publish.nodeVersion },
  }
  return fetch(`${apiUrl}/publishers/${publisherId}/nodes/${nodeId}/versions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: '*/*' },
    body: JSON.stringify(body),
  })
}

export interface AnnounceAnswer {
  signedUrl: string
  node_version: NodeVersion
}

/** Uploads an archive to a signed URL. */
export function upload(
  signedUrl: string,
  archive: Uint8Array,
  contentType = 'application/zip',
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(signedUrl, {
    method: 'PUT',
    headers: { 'content-type': contentType, ...headers },
    body: new Blob([archive as Uint8Array<ArrayBuffer>]),
  })
}

/** Starts an upload that has been received in part. */
export async function beginUpload(
  { deps }: World,
  signedUrl: string,
  archive: Uint8Array,
): Promise<{ finish(): Promise<RawAnswer> }> {
  const { origin, pathname, search, host } = new URL(signedUrl)
  const connection = await RawConnection.open(origin)
  const head = `PUT ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: ${archive.length}\r\n\r\n`
  const bytes = Buffer.from(archive)
  await connection.send(head, bytes.subarray(0, 10))
  await untilTrue(async () => {
    for await (const _ of deps.blobs.list('staging/')) return true
    return false
  })
  return {
    async finish() {
      await connection.send(bytes.subarray(10))
      const answer = await connection.receive()
      connection.close()
      return answer
    },
  }
}

/** Sends both requests of a publish, and fails where the command-line client would. */
export async function publish(
  publishing: PublishArguments & { archive: Uint8Array; uploadHeaders?: Record<string, string> },
): Promise<AnnounceAnswer> {
  const announced = await announce(publishing)
  assert.equal(announced.status, 201, await announced.clone().text())
  const answer = (await announced.json()) as AnnounceAnswer
  const uploaded = await upload(answer.signedUrl, publishing.archive, undefined, publishing.uploadHeaders)
  assert.equal(uploaded.status, 200, await uploaded.clone().text())
  return answer
}
