import { archivePath, picturesIn } from '../../ground/markdown/pictures-in.ts'
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

/** What is asked for a day is fetched once; what could not be had is asked for again sooner. */
const cachedSeconds = 86_400
const missingSeconds = 300
/** One address shows what its author names now, and nothing any more when it is taken down. */
const clientSeconds = 0

/*
 * Only what an author has put into the registry can be asked for here, by the name of what it belongs to: nobody can
 * have the registry fetch an address of their choice for them.
 */

export async function nodePicture(deps: Deps, nodeId: string): Promise<SiteFile> {
  return pictureAt(deps, await findNodeIcon(deps.db, nodeId), [`node:${nodeId}`])
}

export async function publisherPicture(deps: Deps, publisherId: string): Promise<SiteFile> {
  return pictureAt(deps, await findPublisherLogo(deps.db, publisherId), [`publisher:${publisherId}`])
}

/** The picture at a place among those of a version's README, the first at 0. */
export async function readmePicture(
  deps: Deps,
  nodeId: string,
  version: string,
  place: number,
): Promise<SiteFile> {
  const readme = await findReadme(deps.db, nodeId, version)
  return pictureOfText(deps, readme, place, [`node:${nodeId}`])
}

/** The picture at a place among those of a page about a comfy-node. */
export async function documentPicture(
  deps: Deps,
  page: { nodeId: string; version: string; name: string; language: string },
  place: number,
): Promise<SiteFile> {
  const document = await findDocument(deps.db, page)
  return pictureOfText(deps, document, place, [`node:${page.nodeId}`])
}

/** What a list shows of a node: its banner, else an image of its README, cut to the size of a card. */
export async function cardPicture(deps: Deps, nodeId: string): Promise<SiteFile> {
  const tags = [`node:${nodeId}`]
  const sources = await findCardSources(deps.db, nodeId)
  const banner = sources?.bannerUrl ? await toCard(await deps.pictures.get(sources.bannerUrl)) : undefined
  if (banner || sources?.readmePicture === null || !sources?.html) return toPictureFile(banner, tags)
  const text = { html: sources.html, archiveDigest: sources.archiveDigest }
  return toPictureFile(await toCard(await findInText(deps, text, sources.readmePicture)), tags)
}

/** Out of the archive where the text means a file of it, else from where the author keeps it. */
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
  const digest = text?.archiveDigest
  return digest ? archivePicture(deps, digest, path) : undefined
}

async function pictureAt({ pictures }: Deps, address: string | undefined, tags: string[]): Promise<SiteFile> {
  return toPictureFile(address ? await pictures.get(address) : undefined, tags)
}

export function toPictureFile(picture: Picture | undefined, tags: string[]): SiteFile {
  return picture
    ? { contentType: picture.contentType, body: picture.bytes, tags, cachedSeconds, clientSeconds }
    : { contentType: 'text/plain', body: '', tags, cachedSeconds: missingSeconds, clientSeconds, status: 404 }
}
