/** The tags of an answer are a header, and proxies take some kilobytes of headers. */
const mostNamed = 20

/** Of an answer that is dropped when one of these nodes changes; of very many, when any node does. */
export const tagsOfNodes = (nodeIds: readonly string[]): string[] =>
  nodeIds.length > mostNamed ? ['nodes'] : nodeIds.map((id) => `node:${id}`)

/** By what lists of a publisher's nodes are dropped: one has come, gone, or changed what it is found by. */
export const nodesOfTag = (publisherId: string): string => `nodes-of:${publisherId}`

const downloads = 'downloads:'

/** Of its installs, which change all the time where nothing else of the node does. */
export const downloadsTag = (nodeId: string): string => `${downloads}${nodeId}`

export const isOfDownloads = (tag: string): boolean => tag.startsWith(downloads)

export const nodeOfDownloads = (tag: string): string => tag.slice(downloads.length)
