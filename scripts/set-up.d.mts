/** The environment of tests: the same whatever the shell sets, and no request to this machine goes through a proxy. */
export function testEnvironment(): Record<string, string>

/** Builds the site, and the command line that the registry serves, when one of their source files has changed. */
export function ensureBuilt(workspaces?: readonly ('web' | 'cli')[]): Promise<void>
