/** By what answers are dropped that tell how far versions are which are not out yet. Lists of nodes know nothing of those. */
export const stepsTag = (nodeId: string): string => `steps:${nodeId}`

/** The same for lists of versions of several nodes. */
export const versionsTag = 'versions'
