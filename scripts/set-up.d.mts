/** Builds the site when a file that goes into it has changed since the last build. */
export function ensureSiteBuilt(): Promise<void>
