/** Escapes a text for use in a `like` pattern. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Returns the `like` pattern that matches texts with this part. */
export const contains = (text: string) => `%${escapeLike(text)}%`
