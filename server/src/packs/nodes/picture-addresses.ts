import type { Config } from '../../ground/settings.ts'
import type { NodeRow, NodeWithParts } from './sql.ts'

export type SiteConfig = Pick<Config, 'siteUrl'>

/** Where the pictures of a node are stored, and the fields of the API that name them. */
export const pictureColumns = {
  icon: { field: 'icon', url: 'icon_url', upload: 'icon_upload' },
  banner: { field: 'banner_url', url: 'banner_url', upload: 'banner_upload' },
} as const

export type PictureKind = keyof typeof pictureColumns
export const pictureKinds: readonly PictureKind[] = ['icon', 'banner']

const isAddress = (text: string) => /^https?:/i.test(text)

/** Returns the path of a picture in the archive, from the project file; undefined for an address, or none. */
export const archivePathOf = (url: string): string | undefined =>
  url === '' || isAddress(url) ? undefined : url

const ownAddress = ({ siteUrl }: SiteConfig, nodeId: string, kind: PictureKind) =>
  `${siteUrl}/pictures/nodes/${nodeId}${kind === 'icon' ? '' : '/banner'}`

/** Whether the site shows a picture of the node at this address. */
export const isOwnPicture = (
  config: SiteConfig,
  nodeId: string,
  kind: PictureKind,
  address: string,
): boolean => address.split('?', 1)[0] === ownAddress(config, nodeId, kind)

/**
 * Returns the address of a picture for responses. Uploads, files of the latest version and pictures of the reading are at the
 * site, with a part that changes with the picture.
 */
export function pictureAddressOf(
  config: SiteConfig,
  { node, latest, reading }: Pick<NodeWithParts, 'node' | 'latest' | 'reading'>,
  kind: PictureKind,
): string | undefined {
  const { url, upload } = pictureColumns[kind]
  const at = (mark: string) => `${ownAddress(config, node.id, kind)}?v=${mark}`
  if (node[upload] !== '') return at(node[upload].slice(0, 8))
  if (isAddress(node[url])) return node[url]
  if (node[url] !== '') return latest && at(latest.version)
  const read = latest ? undefined : reading?.[kind]
  return read ? at(read.slice(0, 8)) : undefined
}

export const uploadedKinds = (node: NodeRow): PictureKind[] =>
  pictureKinds.filter((kind) => node[pictureColumns[kind].upload] !== '')
