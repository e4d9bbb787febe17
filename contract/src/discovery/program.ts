/**
 * The start of every command of the registry's own program: npm fetches it from the registry itself, with this API as its registry,
 * so that it needs no name on npm.
 */
export const programCommand = (apiUrl: string) => `npx --yes ${apiUrl}/nodeyard.tgz`

/** The command that installs packs, such as `my-pack` or `my-pack@1.0.0`, with the program that `program` starts. */
export const installLine = (program: string, names: readonly string[]) =>
  `${program} install ${names.join(' ')}`
