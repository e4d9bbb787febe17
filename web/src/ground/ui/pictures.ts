import { inLocale } from '../paths/links.ts'
import type { Settings } from '../site/settings.ts'

/*
 * Browsers contact no third-party hosts: pictures from elsewhere load through the site, addressed by the node
 * that they belong to.
 */

export const nodePicture = (nodeId: string): string => `/pictures/nodes/${encodeURIComponent(nodeId)}`

/** Whether the registry shows this picture itself: an upload, or a file of a pack. */
export const isOwnPicture = (address: string, { siteUrl }: Pick<Settings, 'siteUrl'>): boolean =>
  address.startsWith(`${siteUrl}/pictures/`)

/** The mark of an own picture, which changes with it, so that pages that are open load the new one. */
export function markOf(address = ''): string {
  const [path = '', query = ''] = address.split('?')
  return path.includes('/pictures/') && /^v=[\w.+-]+$/.test(query) ? `?${query}` : ''
}

/** Picture of a node in lists, twice as wide as high. */
export const cardPicture = (nodeId: string): string => `${nodePicture(nodeId)}/card`

interface WorkflowOfVersion {
  nodeId: string
  version: string
  place: number
}

const workflowFolder = ({ nodeId, version, place }: WorkflowOfVersion) =>
  `${readmePictures(nodeId, version)}/workflows/${place}`

/** A drawn workflow; the small one is for lists. */
export const workflowPicture = (of: WorkflowOfVersion, isSmall = false): string =>
  `${workflowFolder(of)}${isSmall ? '-small' : ''}.svg`

/** Image that a workflow makes. */
export const workflowPhoto = (of: WorkflowOfVersion): string => `${workflowFolder(of)}/photo`

/** Banner of a node, as its author made it. */
export const bannerPicture = (nodeId: string): string => `${nodePicture(nodeId)}/banner`

export const publisherPicture = (publisherId: string): string =>
  `/pictures/publishers/${encodeURIComponent(publisherId)}`

/** Base path of the pictures in a version's README. */
export const readmePictures = (nodeId: string, version: string): string =>
  `${nodePicture(nodeId)}/versions/${encodeURIComponent(version)}`

/** Base path of the pictures in the documentation of a comfy-node. */
export const comfyNodePictures = (
  { nodeId, version, comfyNodeName }: { nodeId: string; version: string; comfyNodeName: string },
  language = '',
): string => `${readmePictures(nodeId, version)}/comfy-nodes/${encodeURIComponent(comfyNodeName)}/${language}`

/**
 * Points the pictures in rendered HTML at the site, numbered like on the server, and links to pages of the
 * site at the reader's language.
 */
export function withOwnAddresses(
  html: string,
  folder: string,
  { siteUrl, locale }: Pick<Settings, 'siteUrl' | 'locale'>,
): string {
  let place = 0
  return html
    .replace(/(<img\b[^<>]*?\ssrc=")[^"]*"/g, (_, start: string) => `${start}${folder}/${place++}"`)
    .replace(/(<a\b[^<>]*? href=")([^"]*)"/g, (whole, start: string, address: string) =>
      address.startsWith(`${siteUrl}/nodes/`)
        ? `${start}${inLocale(locale, address.slice(siteUrl.length))}"`
        : whole,
    )
}
