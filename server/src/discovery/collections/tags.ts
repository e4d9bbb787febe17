/** Invalidates lists of curated collections. */
export const collectionsTag = 'collections'

export const collectionTag = (id: string) => `collection:${id}`
