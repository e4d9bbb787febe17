/**
 * Invalidates responses that show the publish progress of unpublished versions. Lists of nodes do not include
 * those.
 */
export const stepsTag = (nodeId: string): string => `steps:${nodeId}`

/** Invalidates lists of versions of several nodes. */
export const versionsTag = 'versions'
