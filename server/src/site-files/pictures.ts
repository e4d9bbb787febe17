import type { Deps } from '../deps.ts'
import type { SiteFile } from './file.ts'
import { findDocument, findNodeIcon, findPublisherLogo, findReadme } from './sql.ts'

/** What is asked for a day is fetched once; what could not be had is asked for again sooner. */
const keptSeconds = 86_400
const missingSeconds = 300
/** One address shows what its author names now, and nothing any more when it is taken down. */
const readersSeconds = 0

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
  return pictureAt(deps, picturesIn(readme ?? '')[place], [`node:${nodeId}`])
}

/** The picture at a place among those of a page about a comfy-node. */
export async function documentPicture(
  deps: Deps,
  page: { nodeId: string; version: string; name: string; language: string },
  place: number,
): Promise<SiteFile> {
  const document = await findDocument(deps.db, page)
  return pictureAt(deps, picturesIn(document ?? '')[place], [`node:${page.nodeId}`])
}

async function pictureAt({ pictures }: Deps, address: string | undefined, tags: string[]): Promise<SiteFile> {
  const picture = address ? await pictures.get(address) : undefined
  return picture
    ? { contentType: picture.contentType, body: picture.bytes, tags, keptSeconds, readersSeconds }
    : { contentType: 'text/plain', body: '', tags, keptSeconds: missingSeconds, readersSeconds, status: 404 }
}

/** Addresses of the pictures in a text that the registry rendered, in their order. */
function picturesIn(html: string): string[] {
  return [...html.matchAll(/<img\b[^<>]*?\ssrc="([^"]*)"/g)].map(([, address = '']) => plain(address))
}

const plain = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
