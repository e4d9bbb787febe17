/** An address of PostgreSQL may name several hosts, of which one takes writes: gives the address of each. */
export function hostsIn(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)/s.exec(url) ?? []
  return hosts.split(',').map((host) => before + host + after)
}

/** Whether it is an address of PostgreSQL, for each of its hosts. */
export const isDatabaseUrl = (url: string): boolean =>
  hostsIn(url).every((host) => URL.canParse(host) && /^postgres(ql)?:$/.test(new URL(host).protocol))
