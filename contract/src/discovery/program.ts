/**
 * The start of every command of the registry's own program: npm fetches it from the registry itself, with this API as its registry,
 * so that it needs no name on npm.
 */
export const programCommand = (apiUrl: string) => `npx --yes ${apiUrl}/nodeyard.tgz`
