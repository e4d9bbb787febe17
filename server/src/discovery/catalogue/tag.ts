/** What was kept of the catalogue in memory is behind. */
export const catalogueTag = 'catalogue'
