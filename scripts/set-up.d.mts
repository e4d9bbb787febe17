/** The environment of tests: the same whatever the shell sets, and no request to this machine goes through a proxy. */
export function testEnvironment(): Record<string, string>

/** Builds the site when one of its source files has changed since the last build. */
export function ensureSiteBuilt(): Promise<void>
