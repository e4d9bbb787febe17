/** Whose repositories an address belongs to: `acme` of `https://github.com/acme/blur`. */
export function ownerAtCodeHost(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const [owner] = new URL(address).pathname.split('/').filter(Boolean)
  return owner
}
