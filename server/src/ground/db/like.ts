/** A text as part of a `like` pattern that stands for nothing but itself. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The pattern of what contains a text. */
export const contains = (text: string) => `%${escapeLike(text)}%`
