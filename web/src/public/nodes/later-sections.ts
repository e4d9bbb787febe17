import { later } from '../../ground/page/later.tsx'

/* Parts of node pages whose code loads when they come near the window. */

const look = 'grid grid-cols-1 content-start gap-10'

export const NodeContents = later(async () => (await import('./node-contents.tsx')).NodeContents, look)
export const VersionContents = later(async () => (await import('./node-contents.tsx')).VersionContents, look)
export const NodeRecord = later(async () => (await import('./node-record.tsx')).NodeRecord, look)
export const NodeEvidence = later(async () => (await import('./node-evidence.tsx')).NodeEvidence, look)
export const MoreOfPublisher = later(async () => (await import('./more-of-publisher.tsx')).MoreOfPublisher)
export const VersionEvidence = later(async () => (await import('./node-evidence.tsx')).VersionEvidence, look)
export const ReadAgain = later(async () => (await import('./read-again.tsx')).ReadAgain)
