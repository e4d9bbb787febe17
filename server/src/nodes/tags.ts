/** By what lists of a publisher's nodes are dropped: one has come, gone, or changed what it is found by. */
export const nodesOfTag = (publisherId: string): string => `nodes-of:${publisherId}`
