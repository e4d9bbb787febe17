import type { Config } from '../settings.ts'
import { escapeHtml, unescapeHtml } from './escape.ts'
import { archivePath, mapPictures } from './pictures-in.ts'

/** Where a rendered text of a pack is shown. */
export interface ShownText {
  nodeId: string
  version: string
  /** Set for a page about a comfy-node. */
  comfyNode?: { name: string; language: string }
}

/** Replaces links to archive files by the site's URLs for images and source pages. */
export function withSiteAddresses(
  html: string,
  { siteUrl }: Pick<Config, 'siteUrl'>,
  shown: ShownText,
): string {
  const pictures = siteUrl + picturesPath(shown)
  const own = mapPictures(html, (tag, address, place) =>
    archivePath(address) === undefined
      ? tag
      : tag.replace(/(\ssrc=")[^"]*/, (_, start: string) => `${start}${escapeHtml(pictures)}/${place}`),
  )
  return own.replace(/<a\b[^<>]*>/g, (tag) =>
    tag.replace(/( href=")(\.\/[^"]*)/, (_, start: string, address: string) => {
      return start + escapeHtml(sourceAddress(siteUrl, unescapeHtml(address), shown))
    }),
  )
}

/** Returns the base path of a text's images, which are numbered in order. */
function picturesPath({ nodeId, version, comfyNode }: ShownText): string {
  const ofVersion = `/pictures/nodes/${encodeURIComponent(nodeId)}/versions/${encodeURIComponent(version)}`
  if (!comfyNode) return ofVersion
  return `${ofVersion}/comfy-nodes/${encodeURIComponent(comfyNode.name)}/${comfyNode.language}`
}

function sourceAddress(siteUrl: string, address: string, { nodeId, version }: ShownText): string {
  const page = `${siteUrl}/nodes/${encodeURIComponent(nodeId)}/versions/${encodeURIComponent(version)}/source`
  const line = /#L\d{1,7}$/.exec(address)?.[0] ?? ''
  return `${page}?${new URLSearchParams({ file: archivePath(address) ?? '' })}${line}`
}
