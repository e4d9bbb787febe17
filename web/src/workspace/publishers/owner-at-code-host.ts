/** Returns the owner in a repository address: `acme` for `https://github.com/acme/blur`. */
export function ownerAtCodeHost(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const [owner] = new URL(address).pathname.split('/').filter(Boolean)
  return owner
}
