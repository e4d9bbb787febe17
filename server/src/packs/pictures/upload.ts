import type { ErrorCode } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { type Actor, assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import { storePicture } from '../../ground/pictures/stored.ts'
import { encode, shapes, type ThumbnailRefusal } from '../../ground/pictures/thumbnails.ts'
import { lockOwnedPublisher } from '../../people/publishers/owner.ts'
import { changePublisher, listNodeIdsOf, type PublisherRow } from '../../people/publishers/sql.ts'
import { type PictureKind, pictureColumns } from '../nodes/picture-addresses.ts'
import { changeNode } from '../nodes/sql.ts'
import { lockEditableNode, type NodePath } from '../nodes/versions/editable-node.ts'
import type { Deps } from './deps.ts'
import { lockPicture } from './sql.ts'

type UploadDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'blobs'>

const refusals: Record<ThumbnailRefusal, ErrorCode> = {
  unreadable: 'picture_unreadable',
  too_many_pixels: 'picture_too_many_pixels',
  too_small: 'picture_too_small',
}
const field = 'body.data'

/** Decodes an uploaded picture and encodes it again, so that only pixels remain. Throws if the registry cannot show it. */
async function encodeUpload(data: string, kind: PictureKind): Promise<Buffer> {
  const bytes = /^[A-Za-z0-9+/]*={0,2}$/.test(data) ? Buffer.from(data, 'base64') : Buffer.alloc(0)
  const limit = limits.uploadedPictureBytes
  if (bytes.length > limit) throw new RegistryError('picture_too_large', { field, limit })
  if (isDrawing(bytes)) throw new RegistryError('picture_is_drawing', { field })
  const encoded = await encode(bytes, shapes[kind], 'uploads')
  if (typeof encoded === 'string') throw new RegistryError(refusals[encoded], { field })
  return encoded
}

const isDrawing = (bytes: Buffer) => /^[^\0]{0,4000}<svg[\s>]/i.test(bytes.toString('latin1', 0, 4096))

/** Takes a picture before its transaction decides whether the caller can set it. Undefined removes the uploaded one. */
async function digestOf(tx: Tx, { blobs }: UploadDeps, encoded: Buffer | undefined): Promise<string> {
  return encoded ? storePicture(blobs, encoded, (digest) => lockPicture(tx, digest)) : ''
}

/** Sets or removes the uploaded icon or banner of a node. */
export async function setNodePicture(
  deps: UploadDeps,
  actor: Actor,
  { kind, ...path }: NodePath & { kind: PictureKind },
  data: string | undefined,
): Promise<void> {
  // Only editors can make the registry decode pictures.
  await transact(deps, (tx) => lockEditableNode(tx, actor, path))
  const encoded = data === undefined ? undefined : await encodeUpload(data, kind)
  const { upload } = pictureColumns[kind]
  await transact(deps, async (tx) => {
    const node = await lockEditableNode(tx, actor, path)
    const digest = await digestOf(tx, deps, encoded)
    if (digest === node[upload]) return
    await changeNode(tx, node.id, { [upload]: digest, updated_at: deps.now() })
    await recordEvent(tx, {
      actor,
      action: 'node.update',
      subject: { kind: 'node', id: node.id },
      publisherId: node.publisher_id,
      before: { [upload]: node[upload] },
      after: { [upload]: digest },
      at: deps.now(),
    })
    markChanged(tx, `node:${node.id}`, 'nodes')
  })
}

/** Sets or removes the uploaded photo of a publisher. */
export async function setPublisherPhoto(
  deps: UploadDeps,
  user: UserActor,
  publisherId: string,
  data: string | undefined,
): Promise<PublisherRow> {
  assertMayWrite(user)
  await transact(deps, (tx) => lockOwnedPublisher(tx, publisherId, user))
  const encoded = data === undefined ? undefined : await encodeUpload(data, 'icon')
  return transact(deps, async (tx) => {
    const before = await lockOwnedPublisher(tx, publisherId, user)
    const digest = await digestOf(tx, deps, encoded)
    if (digest === before.logo_upload) return before
    const after = await changePublisher(tx, before.id, { logo_upload: digest, updated_at: deps.now() })
    await recordEvent(tx, {
      actor: user,
      action: 'publisher.update',
      subject: { kind: 'publisher', id: before.id },
      publisherId: before.id,
      before: { logo_upload: before.logo_upload },
      after: { logo_upload: digest },
      at: deps.now(),
    })
    markChanged(tx, `publisher:${before.id}`, 'publishers')
    if ((await listNodeIdsOf(tx, before.id)).length > 0) markChanged(tx, 'nodes')
    return after
  })
}
