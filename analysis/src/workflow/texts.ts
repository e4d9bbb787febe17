/** Texts that a picture or a film carries, with what they are called there; empty where nothing names them. */
export type Texts = { key: string; text: string }[]
