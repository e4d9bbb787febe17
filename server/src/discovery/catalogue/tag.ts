/** Cache tag of responses made from the catalogue. */
export const catalogueTag = 'catalogue'
