/** Tags travel in a header, and proxies accept only some kilobytes of headers. */
const maxNamed = 20

/** Tags of a response that these nodes invalidate. A long list is invalidated by any node. */
export const tagsOfNodes = (nodeIds: readonly string[]): string[] =>
  nodeIds.length > maxNamed ? ['nodes'] : nodeIds.map((id) => `node:${id}`)

/** Invalidates lists of a publisher's nodes when one is added, removed, or changes a searchable field. */
export const nodesOfTag = (publisherId: string): string => `nodes-of:${publisherId}`

/** Invalidates responses that list or count advisories. */
export const advisoriesTag = 'advisories'

const downloads = 'downloads:'

/** Invalidates only the install counts, which change far more often than the node. */
export const downloadsTag = (nodeId: string): string => `${downloads}${nodeId}`

export const isOfDownloads = (tag: string): boolean => tag.startsWith(downloads)

export const nodeOfDownloads = (tag: string): string => tag.slice(downloads.length)
