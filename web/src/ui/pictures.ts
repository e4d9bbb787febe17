/*
 * Readers ask no other host: what authors keep elsewhere comes through the site, by the name of what it belongs to.
 */

export const nodePicture = (nodeId: string): string => `/pictures/nodes/${encodeURIComponent(nodeId)}`

export const publisherPicture = (publisherId: string): string =>
  `/pictures/publishers/${encodeURIComponent(publisherId)}`

/** The text of a README with its pictures at addresses of the site. The server counts them in the same way. */
export function withOwnPictures(html: string, nodeId: string, version: string): string {
  const folder = `${nodePicture(nodeId)}/versions/${encodeURIComponent(version)}`
  let place = 0
  return html.replace(/(<img\b[^>]*?\ssrc=")[^"]*"/g, (_, start: string) => `${start}${folder}/${place++}"`)
}
