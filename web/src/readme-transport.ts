import type { DehydrateOptions } from '@tanstack/react-query'

/** Stands in the page's data for HTML that the page already holds as elements. */
export const alreadyInPage = 'already-in-page'

/** Leaves the README out of the data beside the page: it would be there twice. */
export const forTransport: DehydrateOptions = {
  serializeData: (data: unknown) =>
    typeof data === 'object' && data !== null && 'readmeHtml' in data && data.readmeHtml
      ? { ...data, readmeHtml: alreadyInPage }
      : data,
}
