import { archiveKey } from '../../ground/blobs/store.ts'
import { archivePath, picturesIn } from '../../ground/markdown/pictures-in.ts'
import { archivePicture } from '../../ground/pictures/archive-picture.ts'
import type { Picture } from '../../ground/pictures/picture-source.ts'
import { storedPicture } from '../../ground/pictures/stored.ts'
import { toCard } from '../../ground/pictures/thumbnails.ts'
import { archivePathOf } from '../../packs/nodes/picture-addresses.ts'
import { readingKey } from '../../packs/readings/archive.ts'
import type { Deps } from './deps.ts'
import type { SiteFile } from './file.ts'
import {
  type CardSources,
  findCardSources,
  findDocument,
  findNodePicture,
  findPublisherPhoto,
  findReadme,
  type PackText,
  type PictureSources,
} from './sql.ts'

/** Pictures are fetched once a day. Missing ones are retried sooner. */
const cachedSeconds = 86_400
const missingSeconds = 300
/** Clients always revalidate, because the same URL must show a new picture, or none after a removal. */
const clientSeconds = 0

/*
 * URLs contain the node or publisher and a position, never the source of a picture. Readers therefore cannot make the registry
 * fetch arbitrary URLs.
 */

export async function nodePicture(
  deps: Deps,
  nodeId: string,
  kind: 'icon' | 'banner' = 'icon',
): Promise<SiteFile> {
  const found = await findNodePicture(deps.db, nodeId, kind)
  return toPictureFile((await named(deps, found)) ?? (await read(deps, found)), [`node:${nodeId}`])
}

export async function publisherPicture(deps: Deps, publisherId: string): Promise<SiteFile> {
  const found = await findPublisherPhoto(deps.db, publisherId)
  return toPictureFile(await named(deps, found), [`publisher:${publisherId}`])
}

/** The picture that the publisher uploaded, or else named. */
async function named(deps: Deps, found: PictureSources | undefined): Promise<Picture | undefined> {
  if (!found) return undefined
  if (found.upload !== '') return storedPicture(deps, found.upload)
  const path = archivePathOf(found.url)
  if (path === undefined) return found.url === '' ? undefined : deps.pictures.get(found.url)
  return found.archiveDigest === null
    ? undefined
    : archivePicture(deps, archiveKey(found.archiveDigest), path)
}

/** The picture that was found in the repository. */
async function read(
  deps: Deps,
  found: Pick<PictureSources, 'read'> | undefined,
): Promise<Picture | undefined> {
  const isShown = deps.config.readings.content !== 'none'
  return isShown && found?.read ? storedPicture(deps, found.read) : undefined
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

/** Finds the picture for the card of a node: its banner, an image of its README, or one of an example, cut to size. */
export async function cardPicture(deps: Deps, nodeId: string): Promise<SiteFile> {
  const sources = await findCardSources(deps.db, nodeId)
  const picture =
    (await toCard(await named(deps, sources))) ??
    (await read(deps, sources)) ??
    (await toCard(await inReadme(deps, sources))) ??
    (await toCard(await ofExample(deps, sources)))
  return toPictureFile(picture, [`node:${nodeId}`])
}

async function inReadme(deps: Deps, sources: CardSources | undefined): Promise<Picture | undefined> {
  if (!sources?.html || sources.readmePicture === null) return undefined
  return findInText(deps, { ...sources, html: sources.html }, sources.readmePicture)
}

async function ofExample(deps: Deps, sources: CardSources | undefined): Promise<Picture | undefined> {
  const key = sources && keyOf(sources)
  return key && sources.example ? archivePicture(deps, key, sources.example) : undefined
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

export function toPictureFile(picture: Picture | undefined, tags: string[]): SiteFile {
  return picture
    ? { contentType: picture.contentType, body: picture.bytes, tags, cachedSeconds, clientSeconds }
    : { contentType: 'text/plain', body: '', tags, cachedSeconds: missingSeconds, clientSeconds, status: 404 }
}
