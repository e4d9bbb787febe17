/** Builds the site when one of its source files has changed since the last build. */
export function ensureSiteBuilt(): Promise<void>
