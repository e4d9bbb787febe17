import { inLocale } from '../paths/links.ts'
import type { Settings } from '../site/settings.ts'

/*
 * Readers ask no other host: what authors keep elsewhere comes through the site, by the name of what it belongs to.
 */

export const nodePicture = (nodeId: string): string => `/pictures/nodes/${encodeURIComponent(nodeId)}`

/** What lists show of a node, twice as wide as high. */
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

/** What a workflow makes. */
export const workflowPhoto = (of: WorkflowOfVersion): string => `${workflowFolder(of)}/photo`

export const publisherPicture = (publisherId: string): string =>
  `/pictures/publishers/${encodeURIComponent(publisherId)}`

/** Where the pictures of a version's README are. */
export const readmePictures = (nodeId: string, version: string): string =>
  `${nodePicture(nodeId)}/versions/${encodeURIComponent(version)}`

/** Where those of a page about a comfy-node are. */
export const comfyNodePictures = (
  { nodeId, version, comfyNodeName }: { nodeId: string; version: string; comfyNodeName: string },
  language = '',
): string => `${readmePictures(nodeId, version)}/comfy-nodes/${encodeURIComponent(comfyNodeName)}/${language}`

/**
 * A text of a pack with its pictures at addresses of the site, which the server counts in the same way. Links to pages of
 * the site lead to those in the reader's language.
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
