/** Texts that a picture or a film contains, with their keys there; empty when they have none. */
export type Texts = { key: string; text: string }[]
