import { archivePath, picturesIn } from '../../ground/markdown/pictures-in.ts'
import { archivePicture } from './archive-picture.ts'
import type { Deps } from './deps.ts'
import type { SiteFile } from './file.ts'
import type { Picture } from './picture-source.ts'
import { findDocument, findNodeIcon, findPublisherLogo, findReadme, type PackText } from './sql.ts'

/** Pictures are fetched once a day. Missing ones are retried sooner. */
const cachedSeconds = 86_400
const missingSeconds = 300
/** Clients always revalidate, because the same URL must show a new picture, or none after a removal. */
const clientSeconds = 0

/*
 * URLs contain the node or publisher and a position, never the source of a picture. Readers therefore cannot make the registry
 * fetch arbitrary URLs.
 */

export async function nodePicture(deps: Deps, nodeId: string): Promise<SiteFile> {
  return pictureAt(deps, await findNodeIcon(deps.db, nodeId), [`node:${nodeId}`])
}

export async function publisherPicture(deps: Deps, publisherId: string): Promise<SiteFile> {
  return pictureAt(deps, await findPublisherLogo(deps.db, publisherId), [`publisher:${publisherId}`])
}

/** Returns the picture at a position in the README of a version. The first one is at 0. */
export async function readmePicture(
  deps: Deps,
  nodeId: string,
  version: string,
  place: number,
): Promise<SiteFile> {
  const readme = await findReadme(deps.db, nodeId, version)
  return pictureOfText(deps, readme, place, [`node:${nodeId}`])
}

/** Returns the picture at a position on a page about a comfy-node. The first one is at 0. */
export async function documentPicture(
  deps: Deps,
  page: { nodeId: string; version: string; name: string; language: string },
  place: number,
): Promise<SiteFile> {
  const document = await findDocument(deps.db, page)
  return pictureOfText(deps, document, place, [`node:${page.nodeId}`])
}

/** Reads the picture from the archive if the text refers to a file, or else fetches it from its host. */
async function pictureOfText(
  deps: Deps,
  text: PackText | undefined,
  place: number,
  tags: string[],
): Promise<SiteFile> {
  const address = picturesIn(text?.html ?? '')[place]
  const path = address === undefined ? undefined : archivePath(address)
  if (path === undefined) return pictureAt(deps, address, tags)
  const digest = text?.archiveDigest
  return toFile(digest ? await archivePicture(deps, digest, path) : undefined, tags)
}

async function pictureAt({ pictures }: Deps, address: string | undefined, tags: string[]): Promise<SiteFile> {
  return toFile(address ? await pictures.get(address) : undefined, tags)
}

function toFile(picture: Picture | undefined, tags: string[]): SiteFile {
  return picture
    ? { contentType: picture.contentType, body: picture.bytes, tags, cachedSeconds, clientSeconds }
    : { contentType: 'text/plain', body: '', tags, cachedSeconds: missingSeconds, clientSeconds, status: 404 }
}
