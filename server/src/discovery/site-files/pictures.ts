import { archiveKey } from '../../ground/blobs/store.ts'
import { archivePath, picturesIn } from '../../ground/markdown/pictures-in.ts'
import { readingKey } from '../../packs/readings/archive.ts'
import { archivePicture } from './archive-picture.ts'
import type { Deps } from './deps.ts'
import type { SiteFile } from './file.ts'
import type { Picture } from './picture-source.ts'
import {
  findCardSources,
  findDocument,
  findNodeIcon,
  findPublisherLogo,
  findReadme,
  type PackText,
} from './sql.ts'
import { toCard } from './thumbnails.ts'

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

/** Finds the picture for the card of a node: its banner, or else an image of its README, cut to size. */
export async function cardPicture(deps: Deps, nodeId: string): Promise<SiteFile> {
  const tags = [`node:${nodeId}`]
  const sources = await findCardSources(deps.db, nodeId)
  const banner = sources?.bannerUrl ? await toCard(await deps.pictures.get(sources.bannerUrl)) : undefined
  if (banner || sources?.readmePicture === null || !sources?.html) return toPictureFile(banner, tags)
  const { html, archiveDigest, readingDigest } = sources
  const text = { html, archiveDigest, readingDigest }
  return toPictureFile(await toCard(await findInText(deps, text, sources.readmePicture)), tags)
}

/** Reads the picture from the archive if the text refers to a file, or else fetches it from its host. */
async function pictureOfText(
  deps: Deps,
  text: PackText | undefined,
  place: number,
  tags: string[],
): Promise<SiteFile> {
  return toPictureFile(await findInText(deps, text, place), tags)
}

async function findInText(
  deps: Deps,
  text: PackText | undefined,
  place: number,
): Promise<Picture | undefined> {
  const address = picturesIn(text?.html ?? '')[place]
  const path = address === undefined ? undefined : archivePath(address)
  if (path === undefined) return address ? deps.pictures.get(address) : undefined
  const key = text && keyOf(text)
  return key ? archivePicture(deps, key, path) : undefined
}

/** The key of the archive of a version or a reading. */
export function keyOf({
  archiveDigest,
  readingDigest,
}: Pick<PackText, 'archiveDigest' | 'readingDigest'>): string | undefined {
  if (archiveDigest !== null) return archiveKey(archiveDigest)
  return readingDigest === null ? undefined : readingKey(readingDigest)
}

async function pictureAt({ pictures }: Deps, address: string | undefined, tags: string[]): Promise<SiteFile> {
  return toPictureFile(address ? await pictures.get(address) : undefined, tags)
}

export function toPictureFile(picture: Picture | undefined, tags: string[]): SiteFile {
  return picture
    ? { contentType: picture.contentType, body: picture.bytes, tags, cachedSeconds, clientSeconds }
    : { contentType: 'text/plain', body: '', tags, cachedSeconds: missingSeconds, clientSeconds, status: 404 }
}
